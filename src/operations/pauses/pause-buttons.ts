import type { Args } from '../../core/args.ts'
import type { Pause, Plan, RequestTime } from '../../core/context.ts'
import { formatList } from '../../language/names.ts'
import { formatFirst } from '../../language/wording.ts'
import {
  type Button,
  fitsValue,
  formButton,
  primary,
  replaceButton,
  runButton,
} from '../../message/blocks.ts'
import { groupWhile } from '../../message/fit.ts'
import { lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { addDays, formatShortPeriod, laterOf, mondayOf, todayAt } from '../calendar-days.ts'
import { planArgs, plansArgs, plansIn } from '../plans/plan-fields.ts'
import {
  formatPause,
  type PauseDetails,
  type PausedPlan,
  periodOf,
  referToPause,
  remainingPeriod,
  todayOf,
} from './active-pauses.ts'
import type { Change } from './change-pause.ts'

export const resumeButton = (plan: Plan, ...pauses: readonly PauseDetails[]): Button =>
  runButton('Resume now', 'pause.remove', {
    ...plansArgs([plan]),
    pauses: pauses.map(pause => referToPause(plan, pause)),
  })

export const changeButton = (plan: Plan, pause: PauseDetails): Button =>
  formButton('Change dates', 'pause.change', {
    ...pauseArgs(plan, pause),
    change: { kind: 'days', ...periodOf(pause) },
    reason: pause.reason ?? '',
  })

export const changeToButton = (
  text: string,
  { plan, pause }: PausedPlan,
  change: Change,
  reason = pause.reason ?? '',
): Button => runButton(text, 'pause.change', { ...pauseArgs(plan, pause), change, reason })

export const oneMoreDayButton = (plan: Plan, pause: PauseDetails): Button =>
  changeToButton('+1 day', { plan, pause }, { kind: 'longer', days: 1 })

/** Shortens a pause that ends on a Monday: `until monday` includes it, which people may not expect. */
export function backMondayButton(plan: Plan, pause: PauseDetails, at: RequestTime): Button | undefined {
  const from = laterOf(pause.from, todayOf(plan, at))
  const until = addDays(pause.until, -1)
  if (pause.until !== mondayOf(pause.until) || from > until) return undefined
  const button = changeToButton('Back Monday instead', { plan, pause }, { kind: 'days', from, until })
  return fitsValue(button) ? button : undefined
}

/** Restores the remaining days and the reason of a changed pause. */
export function undoChangeButton(plan: Plan, pause: PauseDetails, old: Pause, at: RequestTime) {
  const days = remainingPeriod(plan, old, at)
  const reason = old.reason ?? ''
  if (!days || formatPause({ ...days, reason }) === formatPause(pause)) return undefined
  const { args, ...button } = changeToButton('Undo', { plan, pause }, { kind: 'days', ...days }, reason)
  const undo = { ...button, args: { ...args, isUndo: true } }
  return fitsValue(undo) ? undo : undefined
}

/** Restores cancelled pauses, with one button for all plans that had the same days and reason. */
export function pauseAgainButtons(cancelled: readonly PausedPlan[], at: RequestTime): Button[] {
  const remaining = cancelled.flatMap(({ plan, pause }) => {
    const period = remainingPeriod(plan, pause, at)
    return period ? [{ plan, period, reason: pause.reason ?? '' }] : []
  })
  const groups = Map.groupBy(remaining, ({ period, reason }) => formatPause({ ...period, reason }))
  const isOnePlan = plansIn(remaining).length === 1
  return [...groups.values()].flatMap(group => {
    const { period = { from: '', until: '' }, reason = '' } = group[0] ?? {}
    const names = group.map(({ plan }) => plan.name)
    const action = isOnePlan ? 'Pause again' : `Pause ${formatFirst(names, 1)} again`
    const days = formatShortPeriod(period, todayAt(at))
    const text = groups.size === 1 ? 'Pause again' : `${action} ${days}${reason && ` – ${reason}`}`
    const args = { period, reason, isSure: true, keepsBoth: true }
    return plansButtons(text, 'pause.add', group, () => args)
  })
}

export const resumeAllButtons = (paused: readonly PausedPlan[], text = 'Resume all'): Button[] =>
  plansButtons(text, 'pause.remove', paused, some => ({
    pauses: some.map(({ plan, pause }) => referToPause(plan, pause)),
  }))

/** Creates buttons for exactly these plans, several if the arguments do not fit into one. */
export function plansButtons<Each extends { plan: Plan }>(
  text: string,
  operation: 'pause.add' | 'pause.remove' | 'pause.list',
  all: readonly Each[],
  argsOf: (group: readonly Each[]) => Args,
): Button[] {
  const buttonFor = (group: readonly Each[]) =>
    runButton(text, operation, { ...plansArgs(plansIn(group)), ...argsOf(group) })
  const groups = groupWhile(all, group => fitsValue(buttonFor(group)))
  return groups.map((group, index) => ({
    ...buttonFor(group),
    text: groups.length === 1 ? text : `${text} (${index + 1} of ${groups.length})`,
  }))
}

const pauseArgs = (plan: Plan, pause: PauseDetails) => ({
  ...planArgs(plan),
  pause: referToPause(plan, pause),
})

/** Asks the person privately; the reply to a choice replaces the question. */
export const ask = (question: Mrkdwn, choices: readonly Button[]): Reply =>
  reply('me', question, ...choices.map(button => ({ ...button, how: 'replace' as const })))

/** Asks for confirmation with the names of the plans. If they exceed a button's value, it opens the form. */
export function askConfirmation(question: Mrkdwn, yes: Button, plans: readonly Plan[]): Reply {
  const all = plans.map(({ name }) => name)
  const names = formatFirst(all, MAX_NAMES)
  const text = lines(mrkdwn`${question} Nothing was done yet.`, mrkdwn`${names}`)
  const confirm = fitsValue({ ...yes, how: 'replace' }) ? yes : { ...yes, values: { plans: formatList(all) } }
  return ask(text, [primary(confirm), NO_BUTTON])
}

const MAX_NAMES = 30

export const NO_BUTTON = replaceButton('No', 'pause.suggest')
