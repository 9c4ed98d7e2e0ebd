import type { Pause, Plan } from '../../core/context.ts'
import { Refused } from '../../core/errors.ts'
import { changedKeys, isFilled } from '../../core/form-filling.ts'
import type { Moment } from '../../core/locale.ts'
import { operation } from '../../core/operation.ts'
import type { Raw } from '../../core/raw.ts'
import type { Button } from '../../message/blocks.ts'
import { mention, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply, Trouble } from '../../message/reply.ts'
import { ServiceError } from '../../service/failure.ts'
import type { Period } from '../fields/days.ts'
import { offeringFirst } from '../fields/first.ts'
import { planBeforeDays } from '../fields/named.ts'
import { EXTENDING, type NewPeriod, newDays, sayNew } from '../fields/new-days.ts'
import { changed, hidden, reason } from '../fields/plain.ts'
import { reshaping } from '../fields/variants.ts'
import { whyNot } from '../troubles.ts'
import {
  anotherButton,
  changeButton,
  changeToButton,
  matching,
  resumeButton,
  toDaysButton,
  undoChangeButton,
} from './buttons.ts'
import { gone, sayMoved } from './gone.ts'
import { apartFrom, askWhich, periodsOf, whyNone } from './moving.ts'
import {
  add,
  announce,
  type MadePause,
  pauseOf,
  refusePauseTwin,
  remove,
  twinOf,
  whichOf,
} from './pausing.ts'
import { PAUSED_FIRST, sayDaysOf, sayPause, todayOf } from './standing.ts'

/** A plan whose form goes on with the one pause that it has. */
const planOfPause = offeringFirst(reshaping(planBeforeDays), PAUSED_FIRST)

/** What the form begins with where it is not known which pause is meant. */
const NOTHING: Raw = { from: '', until: '', reason: '', pause: '' }

export const pauseChange = operation({
  id: 'pause.change',
  sentences: ['pause change', 'pause extend', 'extend', 'extend pause'],
  says: { 'pause extend': EXTENDING, extend: EXTENDING, 'extend pause': EXTENDING },
  usage: '<plan> <days> [reason]',
  summary: 'changes the days of a pause',
  examples: ['pause change web-prod until friday', 'pause extend web-prod by 2 days'],
  access: 'actor',
  effect: 'change',
  doing: 'changing the pause',
  form: { title: 'Change a pause', submit: 'Change dates' },
  fields: {
    plan: planOfPause,
    days: newDays,
    reason,
    pause: hidden('pause'),
    clock: hidden('clock'),
    extending: hidden('extending'),
    changed,
  },
  async propose({ plan }, me, said) {
    if (!plan) return NOTHING
    // Another plan may have been chosen since the form was filled: then its pause is another one, too.
    const meant = isFilled(said) ? undefined : said.pause
    const [pause, another] = matching(plan, meant, me.at)
    if (!pause && meant !== undefined) throw await gone(plan, meant, 'change', me)
    if (!pause || another) return NOTHING
    const { from = '', until = '', reason = '', pause: which = '' } = changeButton(plan, pause).raw
    const typed = meant === undefined ? changedKeys(said) : new Map<string, string>()
    // What From says may be all of the days; Until goes on with the day on which the pause begins.
    if (typed.has('from')) return { reason, pause: which, from: '', until: '' }
    return { reason, pause: which, from, until: typed.has('until') ? '' : until }
  },
  async perform({ plan, days: said, reason: given, pause: meant }, me, { explain }): Promise<Changed> {
    const pauses = matching(plan, meant, me.at)
    const [old, another] = pauses
    if (old === undefined) throw await gone(plan, meant, 'change', me)
    const today = todayOf(plan, me.at)
    if (another) return severalOf(plan, pauses, { period: said, reason: given, at: me.at })
    const [period, ...others] = periodsOf(said, old, today, me.at)
    if (!period) throw whyNone(said, plan, old)
    // A button filled the form with the old reason; a sentence without one leaves it as it was.
    const reason = meant === undefined ? reasonOf(given, old) : given
    const apart = apartFrom(said, old, today)
    if (others.length > 0 || apart)
      return { kind: 'several periods', plan, old, periods: [period, ...others], apart, reason }
    refusePauseTwin(plan, period, reason)
    const pauseId = await add(plan, period, reason, me)
    const fate = await remove(plan, old, me).then(
      (): Fate => 'removed',
      (error: unknown): Fate => (isGone(error) ? 'gone' : explain(error)),
    )
    return { kind: 'changed', plan, period, reason, pauseId, old, fate }
  },
  reply(output, me) {
    const { plan } = output
    if (output.kind === 'several pauses') {
      const { pauses, period, reason } = output
      return whichOf(
        mrkdwn`*${plan.name}* has several pauses. Which one should be ${sayNew(period)}?`,
        pauses.map(pause => changeToButton(plan, pause, period, reasonOf(reason, pause))),
      )
    }
    if (output.kind === 'several periods') {
      const { old, periods, apart, reason } = output
      return whichOf(askWhich(plan, old, apart), [
        ...periods.map(period => toDaysButton(plan, old, period, reason, me.at)),
        ...(apart ? [anotherButton(plan, apart, reason, me.at)] : []),
      ])
    }
    const { old, fate, ...now } = output
    const made = {
      ...now,
      plan: { ...plan, pauses: plan.pauses.filter(({ pause_id }) => pause_id !== old.pause_id) },
    }
    const changed = mrkdwn`${mention(me.person.user)} changed the pause of *${made.plan.name}*`
    const isSame = (old.reason ?? '') === made.reason
    const days = sayDaysOf(old)
    const note = mrkdwn`${sayFate(fate, isSame ? days : sayPause(old))}`
    const tell = (...buttons: Button[]): Reply => ({
      ...announce(changed, made, me.at, { note, buttons }),
      detail: sayMoved(sayDaysOf(pauseOf(made)), days),
    })
    if (fate === 'removed') return tell(...undoChangeButton(made.plan, pauseOf(made), old, me.at))
    if (fate === 'gone') return tell()
    return {
      ...tell({ ...resumeButton(made.plan, old), text: 'Remove the old pause' }),
      aside: whyNot(mrkdwn`removing the old pause of *${made.plan.name}*, ${days}`, fate),
    }
  },
})

/** Whoever gives no reason leaves it as it was. */
const reasonOf = (given: string, { reason = '' }: Pause): string => given || reason

/** The pauses of a plan that can have these days, and have others: somebody is to choose among them. */
function severalOf(
  plan: Plan,
  all: readonly Pause[],
  { period, reason, at }: { period: NewPeriod; reason: string; at: Moment },
): Changed {
  const today = todayOf(plan, at)
  const pauses = all.filter(pause =>
    periodsOf(period, pause, today, at).some(own => !twinOf(plan, own, reasonOf(reason, pause))),
  )
  if (pauses.length > 0) return { kind: 'several pauses', plan, pauses, period, reason }
  throw new Refused(
    mrkdwn`*${plan.name}* has several pauses, and none of them can be changed to be ${sayNew(period)}. Nothing was changed. \`/pause list\` has *Change dates* for each.`,
  )
}

type Changed =
  | ({ kind: 'changed'; old: Pause; fate: Fate } & MadePause)
  | { kind: 'several pauses'; plan: Plan; pauses: Pause[]; period: NewPeriod; reason: string }
  | {
      kind: 'several periods'
      plan: Plan
      old: Pause
      periods: Period[]
      apart: Period | undefined
      reason: string
    }
/** What became of the pause that new days took the place of; a trouble where it may stand. */
type Fate = 'removed' | 'gone' | Trouble

const isGone = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'not found'

function sayFate(fate: Fate, days: string): string {
  if (fate === 'removed') return `It was ${days}.`
  if (fate === 'gone')
    return `:warning: Meanwhile somebody else cancelled or changed the old pause, ${days}. Please check whether both are wanted.`
  return fate.isSure
    ? `:warning: The old pause, ${days}, could not be removed and still stands. Please remove it.`
    : `:warning: The old pause, ${days}, may still stand. Please check, and remove it if so.`
}
