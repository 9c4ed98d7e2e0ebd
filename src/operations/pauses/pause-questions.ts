import type { Period } from '../../core/args.ts'
import type { Pause, Plan, RequestTime } from '../../core/context.ts'
import { formatFirst } from '../../language/counts.ts'
import { type Button, primary, replaceButton, runButton } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Lead, type Reply, reply } from '../../message/reply.ts'
import { formatPeriod, formatShortDay } from '../calendar-days.ts'
import { formatUnread } from '../pages.ts'
import { plansArgs, type SelectedPlans } from '../plans/plan-selection.ts'
import { clockOf, covers, formatPause, leftOf, overlaps, todayOf, unitePeriods } from './active-pauses.ts'
import { ask, changeToButton } from './pause-buttons.ts'

/** A pause that is asked about before it is made; each button makes it with an answer. */
type Wanted = { plan: Plan; period: Period; reason: string; remind?: Lead | undefined }

/** Asks from which day on, where the person's today is tomorrow for the plan. */
export function askDay(
  { plan, period, today, reason, remind }: Wanted & { today: string },
  at: RequestTime,
): Reply {
  const button = (text: string, from: string) =>
    replaceButton(text, 'pause.add', {
      ...plansArgs([plan]),
      period: { from, until: period.until },
      reason,
      remind,
      isPlanDay: true,
    })
  return reply(
    'me',
    mrkdwn`For *${plan.name}* (${clockOf(plan, at)}) it is still ${formatShortDay(today, period.from)}. From which of its days on should it be paused? Nothing was done yet.`,
    button(`Now, ${formatShortDay(today, period.from)}`, today),
    button(`From ${formatShortDay(period.from, today)}`, period.from),
  )
}

/** Asks whether so many plans are meant, by their names. */
export const askSure = (question: Mrkdwn, yes: Button, { plans, unread }: SelectedPlans): Reply =>
  reply(
    'me',
    lines(
      mrkdwn`${question} Nothing was done yet.`,
      mrkdwn`${formatFirst(
        plans.map(({ name }) => name),
        MAX_NAMED,
      )}`,
      formatUnread(unread, 'plan'),
    ),
    primary({ ...yes, how: 'replace' }),
    replaceButton('No', 'pause.suggest'),
  )

/** Names that are read at a glance, a few lines. */
const MAX_NAMED = 30

/** Asks what to do with days that touch other pauses of their plan. */
export function askTouching(
  { plan, period, reason, remind, touched }: Wanted & { touched: readonly [Pause, ...Pause[]] },
  at: RequestTime,
): Reply {
  const today = todayOf(plan, at)
  const [first, ...more] = touched
  const all = unitePeriods(first, leftOf(period, today))
  const extended = `${formatShortDay(all.from, today)} → ${formatShortDay(all.until, today)}`
  const change = changeToButton(
    `Extend the existing one (${extended})`,
    { plan, pause: first },
    { kind: 'days', ...all },
    reason || first.reason,
  )
  const extend = { ...change, args: { ...change.args, remind } }
  const keep = runButton('Keep both', 'pause.add', {
    ...plansArgs([plan]),
    period,
    reason,
    remind,
    isPlanDay: true,
    keepsBoth: true,
  })
  const covering = touched.find(each => covers(each, period))
  const does = touched.some(each => overlaps(each, period)) ? 'overlap' : 'touch'
  const others = mrkdwn`${more.length > 0 ? `${touched.length} pauses, the first: ` : 'a pause: '}${formatPause(first)}`
  return ask(
    covering
      ? mrkdwn`*${plan.name}* is already paused on these days: ${formatPause(covering)}. Nothing was done yet.`
      : mrkdwn`The new days of *${plan.name}*, ${formatPeriod(period)}, ${does} ${others}. Nothing was done yet.`,
    [...(covering ? [] : [extend]), keep, runButton('Cancel', 'pause.suggest')],
  )
}
