import type { Pause, Plan } from '../../core/context.ts'
import type { Moment } from '../../core/locale.ts'
import { operation } from '../../core/operation.ts'
import { filled } from '../../core/raw.ts'
import { sayDay } from '../../language/dates/text.ts'
import { carries } from '../../message/blocks.ts'
import { join, lines, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { leavingOutDays } from '../at-once.ts'
import { takeBeside } from '../fields/beside.ts'
import { offeringFirst } from '../fields/first.ts'
import { hidden } from '../fields/plain.ts'
import { plans } from '../fields/several.ts'
import { showButton } from '../plans/buttons.ts'
import { sayAsScheduled } from '../plans/next-change.ts'
import { matching, meansEach, pauseAgainButton, pauseAllAgainButtons, resumeButton } from './buttons.ts'
import { gone } from './gone.ts'
import { remove, UNREAD, whichOf } from './pausing.ts'
import {
  buttonsForPlans,
  type CountOf,
  eachOf,
  type Paused,
  type Result,
  type Said,
  type Step,
  severalReply,
} from './several.ts'
import {
  isLive,
  liveIn,
  othersOn,
  PAUSED_FIRST,
  pausedUntil,
  sayDaysOf,
  sayPause,
  sayStillPaused,
  standingPauses,
  todayOf,
  without,
} from './standing.ts'

type Removed =
  | { kind: 'removed'; plan: Plan; pause: Pause }
  | { kind: 'several pauses'; plan: Plan; pauses: Pause[] }
  | { kind: 'several plans'; results: Result[]; unread: number; pause: string | undefined }

/** No reason can be said, so names that stand side by side are all meant. */
const plansBeside: typeof plans = {
  ...plans,
  take: async (rest, me) =>
    takeBeside(rest, await me.plans()) ?? (await plans.take?.(rest, me)) ?? { raw: {}, rest },
}

export const pauseRemove = operation({
  id: 'pause.remove',
  sentences: [
    'resume',
    'pause remove',
    'unpause',
    'remove pause from',
    'cancel pause',
    'end pause',
    'lift pause',
  ],
  usage: '<plan>',
  summary: 'cancels the pause of one plan, several or all',
  examples: ['resume web-prod', 'resume web-prod, web-staging and data-warehouse'],
  access: 'actor',
  effect: 'change',
  doing: 'resuming',
  form: { title: 'Resume a plan', submit: 'Resume' },
  instead: leavingOutDays(
    () => 'a pause is cancelled at once. To end it on another day, change its dates: “/pause change”.',
  ),
  fields: {
    plans: offeringFirst(plansBeside, PAUSED_FIRST),
    pause: {
      ...hidden('pause', { isSaid: true }),
      take: rest => ({ raw: {}, rest: rest.replace(AT_ONCE, '') }),
    },
  },
  async perform({ plans: { readable, unread }, pause: meant }, me, along): Promise<Removed> {
    const [plan, another] = readable
    if (plan && !another && unread === 0) {
      const [pause, ...others] = matching(plan, meant, me.at)
      if (pause === undefined) throw await gone(plan, meant, 'cancel', me)
      if (others.length === 0) {
        await remove(plan, pause, me)
        return { kind: 'removed', plan, pause }
      }
      if (!meansEach(meant)) return { kind: 'several pauses', plan, pauses: [pause, ...others] }
    }
    const told = (results: Result[]): Removed => ({ kind: 'several plans', results, unread, pause: meant })
    const tell = (results: Result[]) => along.tell(told(results))
    const steps = readable.flatMap((plan): Step[] => {
      const pauses = cancelledOf(plan, meant, me.at)
      return pauses.length > 0 ? pauses.map(pause => ({ plan, pause })) : [{ plan }]
    })
    return told(
      await eachOf(steps, { ...along, tell }, async ({ plan, pause }) => {
        if (!pause) return { kind: 'same', why: whyNone(plan, meant, me.at) }
        await remove(plan, pause, me)
        return { kind: 'done', pause }
      }),
    )
  },
  reply(output, me) {
    if (output.kind === 'several plans') {
      const { results, unread, pause } = output
      const standing = results.filter(
        ({ plan, fate }) => fate.kind === 'same' && standingPauses(plan, todayOf(plan, me.at)).length > 0,
      )
      return severalReply(
        { person: me.person, results, unread, doing: 'resuming', done: 'resumed' },
        (cancelled, countOf) => sayCancelled(cancelled, countOf, me.at),
        ({ done, failed }) => [
          ...buttonsForPlans('Retry failed', 'pause.remove', failed, () => filled({ pause })),
          ...pauseAllAgainButtons(done, me.at),
          ...buttonsForPlans('Show pauses', 'pause.list', standing, () => ({})),
        ],
      )
    }
    const { plan } = output
    if (output.kind === 'several pauses') {
      const { pauses } = output
      const live = liveIn(plan, pauses, me.at)
      const all = { ...resumeButton(plan, ...live), text: 'All that are live' }
      return whichOf(
        mrkdwn`*${plan.name}* has ${pauses.length} pauses${sayLive(live.length, pauses.length)}. Which one do you want to cancel?`,
        [
          ...(live.length > 1 ? [all].filter(carries) : []),
          ...pauses.map(pause => ({ ...resumeButton(plan, pause), text: sayPause(pause) })),
        ],
      )
    }
    const { pause } = output
    const left = without(plan, [pause])
    const still = sayStillPaused(left, me.at)
    const wasLive = isLive(pause, todayOf(plan, me.at))
    const [next] = wasLive ? standingPauses(left, todayOf(plan, me.at)) : othersOn(plan, pause, me.at)
    const text = lines(
      mrkdwn`${mention(me.person.user)} resumed *${plan.name}*. Its ${wasLive ? 'pause' : 'upcoming pause'} is cancelled: ${sayPause(pause)}`,
      wasLive && !still ? sayAsScheduled(left, me.at) : undefined,
      still ?? (next && mrkdwn`:information_source: It will be paused again ${sayPause(next)}`),
      plan.pausesUnread && UNREAD,
    )
    const live = liveIn(left, left.pauses, me.at)
    const buttons = [
      ...(still ? [resumeButton(plan, ...live)] : []),
      pauseAgainButton(plan, pause, me.at),
      showButton(plan),
    ]
    return { ...reply('channel', text, ...buttons), detail: sayDaysOf(pause) }
  },
})

/** Whoever resumes does so at once, and may say so. */
const AT_ONCE = /^(?:right\s+)?(?:now|today|immediately|asap)(?![^\s.,;:!?…])\s*/i

/** How many of several pauses hold today: those begin first. */
function sayLive(count: number, all: number): string {
  if (count === 0) return ', and none of them is live yet'
  if (count === all) return count === 2 ? ', and both are live' : ', and all of them are live'
  return count === 1 ? ', and the first is live' : `, and the first ${count} are live`
}

/** The pauses of one plan among several that are cancelled: those that are meant, else all that are live. */
function cancelledOf(plan: Plan, meant: string | undefined, at: Moment): Pause[] {
  const pauses = matching(plan, meant, at)
  if (meant === undefined) return liveIn(plan, pauses, at)
  return meansEach(meant) || pauses.length === 1 ? pauses : []
}

/** Why no pause of a plan was cancelled. */
function whyNone(plan: Plan, meant: string | undefined, at: Moment): Mrkdwn {
  const [next] = matching(plan, meant, at)
  if (plan.pausesUnread) return mrkdwn`its pauses cannot be read`
  if (!next) return mrkdwn`no pause to cancel`
  return meant === undefined
    ? mrkdwn`not paused now, and the next pause stays: ${sayPause(next)}`
    : mrkdwn`several pauses, so none was cancelled`
}

/** Says of which plans the pauses that held them are cancelled, of which such as were to come, and which are still paused. */
function sayCancelled(cancelled: readonly Paused[], countOf: CountOf, at: Moment) {
  const fates = [...Map.groupBy(cancelled, ({ plan }) => plan)].map(([plan, some]) => {
    const today = todayOf(plan, at)
    const pauses = some.map(({ pause }) => pause)
    const until = pausedUntil(without(plan, pauses), today)
    return { plan, pauses, until, wasLive: pauses.some(pause => isLive(pause, today)) }
  })
  const upcoming = fates.filter(({ wasLive }) => !wasLive).length
  const resumed = fates.filter(({ wasLive, until }) => wasLive && until === undefined).length
  const did = [
    resumed > 0 ? mrkdwn`resumed ${countOf(resumed)}` : undefined,
    upcoming > 0 ? mrkdwn`cancelled upcoming pauses of ${countOf(upcoming)}` : undefined,
  ]
  const each = fates.flatMap(({ plan: { name }, pauses, until }) =>
    pauses.map(
      (pause): Said =>
        until === undefined
          ? { sign: 'done', name, why: mrkdwn`${sayPause(pause)}` }
          : { sign: 'failed', name, why: mrkdwn`${sayPause(pause)}; still paused until ${sayDay(until)}` },
    ),
  )
  const said =
    resumed + upcoming > 0 ? join(did, ' and ') : mrkdwn`cancelled pauses of ${countOf(fates.length)}`
  return { did: said, each }
}
