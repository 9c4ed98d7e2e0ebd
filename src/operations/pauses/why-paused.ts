import { type Period, periodSchema } from '../../core/args.ts'
import type { PastChange } from '../../core/change.ts'
import type { Member, Plan } from '../../core/context.ts'
import { Refused, StaleError } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { formatActor } from '../../core/person.ts'
import type { Button } from '../../message/blocks.ts'
import { formatInstant, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { formatPeriod } from '../calendar-days.ts'
import { formatNextChange } from '../plans/next-change.ts'
import { findPlan, planField, showButton, toggleButton } from '../plans/plan-fields.ts'
import { tryWithState } from '../plans/plan-states.ts'
import { authorOf, findTurnOffAuthor, formatAuthor, recentChanges } from '../show-history.ts'
import {
  activePauses,
  formatPauseOf,
  livePauses,
  OFF,
  type PauseReference,
  todayOf,
} from './active-pauses.ts'
import { changeButton, resumeButton } from './pause-buttons.ts'

export type Explanation = { plan: Plan; changes: readonly PastChange[] }

export const pauseWhy = operation({
  id: 'pause.why',
  command: { words: ['pause why', 'why'], usage: '<plan>' },
  summary: 'says why a plan is paused or off, by whom, and when it is back',
  examples: ['pause why web-prod'],
  form: { title: 'Why is it paused?', submit: 'Show why' },
  fields: { plan: planField },
  execute: async ({ plan }, context) => loadExplanation(await findPlan(plan, context), context),
  present: presentExplanation,
})

export async function loadExplanation(plan: Plan, context: Member): Promise<Explanation> {
  return { plan: await tryWithState(plan, context), changes: await recentChanges(plan, context) }
}

export function presentExplanation(explanation: Explanation, context: Member): Reply {
  const { text, buttons } = explainPlan(explanation, context)
  return reply('me', text, ...buttons)
}

/** Explains a plan's current state and why, with buttons to change it. */
function explainPlan({ plan, changes }: Explanation, context: Member): { text: Mrkdwn; buttons: Button[] } {
  const { at } = context
  if (plan.state === 'inactive')
    return {
      text: mrkdwn`*${plan.name}* is ${OFF}; turned off ${formatAuthor(findTurnOffAuthor(plan, changes), context)}.`,
      buttons: [toggleButton(plan), showButton(plan)],
    }
  const today = todayOf(plan, at)
  const live = livePauses(plan.pauses, today)
  const relevant = live.length > 0 ? live : activePauses(plan, today).slice(0, 1)
  const [first, another] = relevant
  const now = formatNextChange(plan, at, { isForAll: true })
  const status = plan.pausesUnread ? 'has pauses that cannot be read' : 'is not paused'
  const reasons = relevant.slice(0, MAX_PAUSES).map(pause => {
    const author = authorOf(plan, pause, changes)
    const since = mrkdwn`${author ? 'Paused ' : 'It was '}${formatAuthor(author, context)}`
    return mrkdwn`${formatPauseOf(plan, pause, at)}. ${since}${pause.reason === '' ? '; no reason given' : ''}.`
  })
  const text =
    live.length > 0
      ? lines(mrkdwn`*${plan.name}* is paused:`, ...reasons)
      : lines(
          mrkdwn`*${plan.name}* ${status}${now ? mrkdwn`: it is ${now}` : ''}.`,
          first && mrkdwn`Its next pause:`,
          ...reasons,
        )
  const change = first && !another ? [changeButton(plan, first)] : []
  const resume = first ? [resumeButton(plan, ...relevant)] : []
  return { text, buttons: [...resume, ...change, showButton(plan)] }
}

const MAX_PAUSES = 3

/** Says what happened to a pause that is gone, according to the history, and how its plan is now. */
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
  const { text, buttons } = explainPlan(await loadExplanation(plan, context), context)
  if (!references) return new Refused(lines(mrkdwn`There is no pause to ${what}.`, text), ...buttons)
  const [reference, another] = references
  const days = another ? undefined : reference
  const outcome = await findPauseOutcome(plan, days, context)
  const summary = mrkdwn`The pause of *${plan.name}*${days ? `, ${formatPeriod(days)},` : ''} ${outcome}. Nothing was done.`
  return new StaleError(lines(summary, text), mrkdwn`This pause ${outcome}.`, ...buttons)
}

/** Says whether a pause is over, was cancelled, or was changed to other days, and by whom. */
async function findPauseOutcome(plan: Plan, days: Period | undefined, context: Member): Promise<Mrkdwn> {
  const unexplained = mrkdwn`is gone: it is over, or someone ended, cancelled or changed it`
  if (!days) return unexplained
  if (days.until < todayOf(plan, context.at)) return mrkdwn`is over`
  for (const { operation, actor, detail, acceptedAt } of await recentChanges(plan, context))
    for (const { plan: id = plan.id, before, after } of detail) {
      const oldPeriod = periodSchema.safeParse(before).data
      if (id !== plan.id || oldPeriod?.from !== days.from || oldPeriod.until !== days.until) continue
      const now = operation === 'pause.change' ? periodSchema.safeParse(after).data : undefined
      const hadBegun = days.from <= todayOf(plan, { ...context.at, now: new Date(acceptedAt) })
      const verb = now ? `changed it to ${formatPeriod(now)}` : hadBegun ? 'ended it' : 'cancelled it'
      const author = formatActor(actor, context.person.key)
      return mrkdwn`is gone: ${author} ${verb} (${formatInstant(new Date(acceptedAt))})`
    }
  return unexplained
}
