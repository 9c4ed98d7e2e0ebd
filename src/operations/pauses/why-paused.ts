import { type Period, periodSchema } from '../../core/args.ts'
import type { PastChange } from '../../core/change.ts'
import type { Member, Plan } from '../../core/context.ts'
import { ConflictError, Refused } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { formatActor } from '../../core/person.ts'
import type { Button } from '../../message/blocks.ts'
import { formatInstant, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { formatPeriod } from '../calendar-days.ts'
import { formatNextChange } from '../plans/next-change.ts'
import { findPlan, planField, showButton, turnButton } from '../plans/plan-fields.ts'
import { withStateOrUnread } from '../plans/plan-states.ts'
import { authorOf, formatAuthor, recentChanges, turnedOffBy } from '../show-history.ts'
import {
  activePauses,
  formatPauseOf,
  livePauses,
  OFF,
  type PauseReference,
  referToPause,
  todayOf,
} from './active-pauses.ts'
import { changeButton, resumeButton } from './pause-buttons.ts'

export type Why = { plan: Plan; changes: readonly PastChange[] }

export const pauseWhy = operation({
  id: 'pause.why',
  command: { words: ['pause why', 'why'], usage: '<plan>' },
  summary: 'says why a plan is paused or off, by whom, and when it is back',
  examples: ['pause why web-prod'],
  form: { title: 'Why is it paused?', submit: 'Show why' },
  fields: { plan: planField },
  execute: async ({ plan }, context) => findWhy(await findPlan(plan, context), context),
  present: presentWhy,
})

export async function findWhy(known: Plan, context: Member): Promise<Why> {
  const plan = await withStateOrUnread(known, context)
  return { plan, changes: await recentChanges(plan, context) }
}

export function presentWhy(why: Why, context: Member): Reply {
  const { text, buttons } = explainPlan(why, context)
  return reply('me', text, ...buttons)
}

/** What a plan is now, why, and what can be done about it. */
function explainPlan({ plan, changes }: Why, context: Member): { text: Mrkdwn; buttons: Button[] } {
  const { at } = context
  if (plan.state === 'inactive')
    return {
      text: mrkdwn`*${plan.name}* is ${OFF}; turned off ${formatAuthor(turnedOffBy(plan, changes), context)}.`,
      buttons: [turnButton(plan), showButton(plan)],
    }
  const live = livePauses(plan, plan.pauses, at)
  const shown = live.length > 0 ? live : activePauses(plan, todayOf(plan, at)).slice(0, 1)
  const [first, another] = shown
  const now = formatNextChange(plan, at, { isForAll: true })
  const reasons = shown.slice(0, MAX_PAUSES).map(pause => {
    const author = authorOf(plan, pause, changes)
    const since = mrkdwn`${author ? 'Paused ' : 'It was '}${formatAuthor(author, context)}`
    return mrkdwn`${formatPauseOf(plan, pause, at)}. ${since}${pause.reason === '' ? '; no reason given' : ''}.`
  })
  const text =
    live.length > 0
      ? lines(mrkdwn`*${plan.name}* is paused:`, ...reasons)
      : lines(
          mrkdwn`*${plan.name}* is not paused${now ? mrkdwn`: it is ${now}` : ''}.`,
          first && mrkdwn`Its next pause:`,
          ...reasons,
        )
  const change = first && !another ? [changeButton(plan, first)] : []
  const resume = first ? [resumeButton(plan, ...shown)] : []
  return { text, buttons: [...resume, ...change, showButton(plan)] }
}

const MAX_PAUSES = 3

/**
 * The error where a plan has no pause to cancel or to change, or the pause that is meant is gone: what became
 * of it, as far as it is on record, and how the plan stands now.
 */
export async function pauseNotFound(
  plan: Plan,
  references: readonly PauseReference[] | undefined,
  what: 'change' | 'cancel',
  context: Member,
): Promise<Refused> {
  if (plan.pausesUnread)
    return new Refused(
      mrkdwn`*${plan.name}* has pauses that cannot be read, and among the others there is none to ${what}. Nothing was done.`,
      showButton(plan),
    )
  const { text, buttons } = explainPlan(await findWhy(plan, context), context)
  if (!references) return new Refused(lines(mrkdwn`There is no pause to ${what}.`, text), ...buttons)
  const [reference, another] = references
  const days = another ? undefined : reference
  const { outcome, now } = await findOutcome(plan, days, context)
  const gone = mrkdwn`The pause of *${plan.name}*${days ? `, ${formatPeriod(days)},` : ''} ${outcome}. Nothing was done.`
  const changed = activePauses(plan, todayOf(plan, context.at)).find(
    ({ from, until }) => from === now?.from && until === now.until,
  )
  const seen = changed ? { args: { pause: referToPause(plan, changed) } } : {}
  return new ConflictError(lines(gone, text), mrkdwn`This pause ${outcome}.`, seen, ...buttons)
}

/** What became of a pause: over, cancelled, or changed to the days that it has `now`. */
async function findOutcome(
  plan: Plan,
  days: Period | undefined,
  context: Member,
): Promise<{ outcome: Mrkdwn; now?: Period | undefined }> {
  const gone = mrkdwn`is gone: it is over, or somebody ended, cancelled or changed it`
  if (!days) return { outcome: gone }
  if (days.until < todayOf(plan, context.at)) return { outcome: mrkdwn`is over` }
  for (const { operation, actor, detail, acceptedAt } of await recentChanges(plan, context))
    for (const { plan: id = plan.id, before, after } of detail) {
      const was = periodSchema.safeParse(before).data
      if (id !== plan.id || was?.from !== days.from || was.until !== days.until) continue
      const now = operation === 'pause.change' ? periodSchema.safeParse(after).data : undefined
      const hadBegun = days.from <= todayOf(plan, { ...context.at, now: new Date(acceptedAt) })
      const did = now ? `changed it to ${formatPeriod(now)}` : hadBegun ? 'ended it' : 'cancelled it'
      const who = formatActor(actor, context.person.key)
      return { outcome: mrkdwn`is gone: ${who} ${did} (${formatInstant(new Date(acceptedAt))})`, now }
    }
  return { outcome: gone }
}
