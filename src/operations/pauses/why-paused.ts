import type { Member, Pause, Plan } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { formatNextChange } from '../plans/next-change.ts'
import { findPlan, plan, showButton, turnButton } from '../plans/plan-field.ts'
import { withState } from '../plans/plan-states.ts'
import { type Author, authorsOf, formatAuthor, recentChanges, turnedOffBy } from '../show-history.ts'
import { activePauses, formatPauseOf, livePauses, OFF, todayOf } from './active-pauses.ts'
import { changeButton, resumeButton } from './pause-buttons.ts'

/** Why a plan is paused or off. */
export type Why = { plan: Plan; authors: ReadonlyMap<string, Author>; turnedOff: Author | undefined }

export const pauseWhy = operation({
  id: 'pause.why',
  effect: 'read',
  access: 'member',
  command: { words: ['pause why', 'why'], usage: '<plan>' },
  help: {
    summary: 'says why a plan is paused or off, by whom, and when it is back',
    examples: ['pause why web-prod'],
  },
  form: { title: 'Why is it paused?', submit: 'Show why' },
  fields: { plan },
  execute: async ({ plan }, context) => findWhy(await findPlan(plan, context), context),
  present: presentWhy,
})

export async function findWhy(known: Plan, context: Member): Promise<Why> {
  const plan = await withState(known, context)
  const isOff = plan.state === 'inactive'
  const turnedOff = turnedOffBy(plan, isOff ? await recentChanges(plan, context) : [])
  return { plan, authors: await authorsOf(plan, context), turnedOff }
}

export function presentWhy({ plan, authors, turnedOff }: Why, context: Member): Reply {
  return plan.state === 'inactive'
    ? presentOff(plan, turnedOff, context)
    : presentPauses(plan, authors, context)
}

const presentOff = (plan: Plan, turnedOff: Author | undefined, context: Member): Reply =>
  reply(
    'me',
    mrkdwn`*${plan.name}* is ${OFF}; turned off ${formatAuthor(turnedOff, context)}.`,
    turnButton(plan),
    showButton(plan),
  )

function presentPauses(plan: Plan, authors: Why['authors'], context: Member): Reply {
  const { at } = context
  const live = livePauses(plan, plan.pauses, at)
  const shown = live.length > 0 ? live : activePauses(plan, todayOf(plan, at)).slice(0, 1)
  const [first] = shown
  const now = formatNextChange(plan, at, { isForAll: true })
  const reasons = shown
    .slice(0, MAX_PAUSES)
    .map(pause => formatWhy(plan, pause, authors.get(pause.id), context))
  const text =
    live.length > 0
      ? lines(mrkdwn`*${plan.name}* is paused:`, ...reasons)
      : lines(
          mrkdwn`*${plan.name}* is not paused${now ? mrkdwn`: it is ${now}` : ''}.`,
          first && mrkdwn`Its next pause:`,
          ...reasons,
        )
  const buttons = first ? [resumeButton(plan, ...shown), changeButton(plan, first)] : []
  return reply('me', text, ...buttons, showButton(plan))
}

function formatWhy(plan: Plan, pause: Pause, author: Author | undefined, context: Member): Mrkdwn {
  const made = mrkdwn`${author ? 'Paused ' : 'It was '}${formatAuthor(author, context)}`
  const reason = pause.reason === '' ? '; no reason given' : ''
  return mrkdwn`${formatPauseOf(plan, pause, context.at)}. ${made}${reason}.`
}

const MAX_PAUSES = 3
