import type { Pause, Plan } from '../../core/context.ts'
import type { Moment } from '../../core/locale.ts'
import { filled, type Raw } from '../../core/raw.ts'
import { compareDays, sayDays } from '../../language/dates/text.ts'
import { readList, sayList } from '../../language/lists.ts'
import { readReference, sayReference } from '../../language/names.ts'
import { type Button, carries, opens, runs } from '../../message/blocks.ts'
import { type Period, sayPeriod } from '../fields/days.ts'
import { type NewPeriod, sayNewPeriod } from '../fields/new-days.ts'
import { buttonsForPlans, type Paused } from './several.ts'
import { BEFORE_REASON, clockOf, type PauseLike, sayPause, standingPauses, todayOf } from './standing.ts'

/** Takes back a pause, or several of one plan. */
export const resumeButton = (plan: Plan, ...pauses: readonly PauseLike[]): Button =>
  runs('Resume now', 'pause.remove', {
    plan: sayReference(plan),
    pause: referToEach(pauses.map(pause => ({ plan, pause }))),
  })

/** Opens the form with the days and the reason that a pause has. */
export function changeButton(plan: Plan, pause: PauseLike): Button {
  const period = sayPeriod({ from: pause.pause_start, until: pause.pause_end })
  return opens(
    'Change dates',
    'pause.change',
    filled({ ...refer(plan, pause), ...period, reason: pause.reason }),
  )
}

/** Gives a pause what is left of the days that it had, and its reason, where that is another and there is room for it. */
export function undoChangeButton(plan: Plan, pause: PauseLike, old: Pause, at: Moment): Button[] {
  const left = leftOf(plan, old, at)
  if (sayPause(left) === sayPause(pause)) return []
  const raw = rawOf(left, clockOf(plan, at))
  const button = runs('Undo', 'pause.change', { ...refer(plan, pause), ...raw })
  return [button].filter(carries)
}

/** Gives a pause other days, whether its beginning is spoken of or not, and a reason. */
export function changeToButton(plan: Plan, pause: Pause, period: NewPeriod, reason: string): Button {
  const raw = filled({ ...refer(plan, pause), ...sayNewPeriod(period), reason })
  return runs(sayPause(pause), 'pause.change', raw)
}

/** Gives a pause just these days, and a reason. */
export function toDaysButton(plan: Plan, pause: Pause, { from, until }: Period, reason: string, at: Moment) {
  const then = { pause_start: from, pause_end: until, reason }
  const raw = { ...refer(plan, pause), ...rawOf(then, clockOf(plan, at)) }
  return runs(sayDays(from, until), 'pause.change', raw)
}

/** Pauses a plan on other days beside a pause that it has. */
export function anotherButton(plan: Plan, { from, until }: Period, reason: string, at: Moment): Button {
  const another = pauseAgainButton(plan, { pause_start: from, pause_end: until, reason }, at)
  return { ...another, text: `Another pause: ${sayDays(from, until)}` }
}

/** Pauses a plan again as it was; a pause that had begun goes on from today. */
export function pauseAgainButton(plan: Plan, pause: PauseLike, at: Moment): Button {
  return runs('Pause again', 'pause.add', {
    plan: sayReference(plan),
    ...rawOf(leftOf(plan, pause, at), clockOf(plan, at)),
  })
}

/** The same for several plans: a button for all whose pauses were alike. */
export function pauseAllAgainButtons(taken: readonly Paused[], at: Moment): Button[] {
  const left = taken.map(({ plan, pause }) => ({ plan, pause: leftOf(plan, pause, at) }))
  const alike = Map.groupBy(left, ({ pause }) => sayPause(pause))
  return [...alike].flatMap(([said, some]) =>
    buttonsForPlans(alike.size === 1 ? 'Pause again' : `Pause again ${said}`, 'pause.add', some, () =>
      some[0] ? rawOf(some[0].pause, clockOf(some[0].plan, at)) : {},
    ),
  )
}

/** Takes back pauses of several plans, and no others. */
export const resumeAllButtons = (made: readonly Paused[]): Button[] =>
  buttonsForPlans('Resume all', 'pause.remove', made, some => ({ pause: referToEach(some) }))

/** What is left of a pause from today on. */
function leftOf(plan: Plan, pause: PauseLike, at: Moment): PauseLike {
  const today = todayOf(plan, at)
  return compareDays(pause.pause_start, today) < 0 ? { ...pause, pause_start: today } : pause
}

/** The clock goes along that says whether the days are over: whoever presses may be a day further. */
const rawOf = ({ pause_start, pause_end, reason }: PauseLike, clock: string): Raw =>
  filled({ ...sayPeriod({ from: pause_start, until: pause_end }), reason, clock })

/** The words of a button that say of which plan, and which of its pauses. */
const refer = (plan: Plan, pause: PauseLike) => ({ plan: sayReference(plan), pause: referTo(pause) })

/** The words of a button for a pause: its id, where that is known, and its days; else its days and its reason. */
function referTo(pause: PauseLike): string {
  const { pause_id, pause_start, pause_end } = pause
  return pause_id === undefined
    ? sayBriefly(pause)
    : sayReference({ id: pause_id, name: sayDays(pause_start, pause_end) })
}

/** The same for several pauses, where they are of several plans alike ones: the ids of each, where they are known. */
function referToEach(paused: readonly Paused[]): string {
  const [first, another] = paused
  const pairs = paused.flatMap(({ plan, pause: { pause_id } }) =>
    pause_id === undefined ? [] : [sayReference({ within: plan.id, id: pause_id, name: '' })],
  )
  return another && pairs.length === paused.length ? sayList(pairs) : first ? referTo(first.pause) : ''
}

/** Leaves room for a list of plans in a button's value, of 2000 characters. */
const LONGEST_REASON = 300

/** The days of a pause and its reason, as far as there is room for it. */
const sayBriefly = (pause: PauseLike): string =>
  sayPause({ ...pause, reason: pause.reason?.slice(0, LONGEST_REASON).toWellFormed() })

/** Whether that is said of this pause; where its reason is not told the days decide. */
const isCalled = (pause: Pause, said: string): boolean =>
  pause.reason === undefined
    ? said.split(BEFORE_REASON, 1)[0] === sayPause(pause)
    : sayBriefly(pause) === said

/**
 * The pauses of a plan that are not over, or the one that is meant: of that id, where it is known, and those days; else
 * of those days and with just that reason. Never one that somebody else made meanwhile.
 */
export function matching(plan: Plan, meant: string | undefined, at: Moment): Pause[] {
  const standing = standingPauses(plan, todayOf(plan, at))
  if (meant === undefined) return standing
  const { id, name } = readReference(meant)
  const pairs = pairsIn(meant)
  return standing.filter(pause => {
    const { pause_id, pause_start, pause_end } = pause
    if (pairs.length > 0) return pairs.some(pair => pair.within === plan.id && pair.id === pause_id)
    return id === undefined
      ? isCalled(pause, name)
      : pause_id === id && sayDays(pause_start, pause_end) === name
  })
}

/** The days of the one pause that is meant; nothing where several are. */
export const daysMeant = (meant: string): string | undefined =>
  pairsIn(meant).length > 0 ? undefined : readReference(meant).name

/** Whether each of several pauses is meant, and not one that is still to be found among them. */
export const meansEach = (meant: string | undefined): boolean =>
  meant !== undefined && pairsIn(meant).length > 0

const pairsIn = (meant: string) =>
  readList(meant)
    .map(words => readReference(words))
    .filter(({ within }) => within !== undefined)
