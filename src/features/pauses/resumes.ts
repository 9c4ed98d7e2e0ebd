import { type Button, runs } from '../../block-kit/blocks.ts'
import { lines, mention, mrkdwn } from '../../block-kit/mrkdwn.ts'
import { offeringFirst } from '../../fields/first.ts'
import { hidden } from '../../fields/plain.ts'
import { plans } from '../../fields/several.ts'
import { operation } from '../../operation.ts'
import type { Pause, Plan } from '../../person.ts'
import { filled } from '../../raw.ts'
import { reply } from '../../reply.ts'
import { sayReference } from '../../text/names.ts'
import { leavingOutDays } from '../at-once.ts'
import { showButton } from '../plans/buttons.ts'
import { sayAsScheduled } from '../plans/next-change.ts'
import { matching, pauseAgainButton, pauseAllAgainButtons, resumeButton } from './buttons.ts'
import { gone } from './gone.ts'
import { remove, UNREAD, whichOf } from './pausing.ts'
import { type Beside, buttonsForPlans, eachOf, type Result, severalReply } from './several.ts'
import {
  isLive,
  liveIn,
  othersOn,
  PAUSED_FIRST,
  sayDaysOf,
  sayPause,
  stillLive,
  todayOf,
} from './standing.ts'

type Removed =
  | { kind: 'removed' | 'several pauses'; plan: Plan; pauses: [Pause, ...Pause[]] }
  | { kind: 'several plans'; results: Result[]; unread: number; pause: string | undefined }

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
    plans: offeringFirst(plans, PAUSED_FIRST),
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
      if (others.length > 0) return { kind: 'several pauses', plan, pauses: [pause, ...others] }
      await remove(plan, pause, me)
      return { kind: 'removed', plan, pauses: [pause] }
    }
    const told = (results: Result[]): Removed => ({ kind: 'several plans', results, unread, pause: meant })
    const tell = (results: Result[]) => along.tell(told(results))
    return told(
      await eachOf(readable, { ...along, tell }, async plan => {
        const pauses = matching(plan, meant, me.at)
        if (pauses.length === 0) return { kind: 'same', why: plan.pausesUnread ? UNKNOWN : NONE }
        const pause = onlyOne(pauses) ?? onlyOne(liveIn(plan, pauses, me.at))
        if (pause === undefined) return { kind: 'same', why: SEVERAL }
        await remove(plan, pause, me)
        return { kind: 'done', pause }
      }),
    )
  },
  reply(output, me) {
    if (output.kind === 'several plans') {
      const { results, unread, pause } = output
      const beside: Beside = {
        holds: ({ plan, pause }) => stillLive(plan, pause, me.at) !== undefined,
        says: mrkdwn`:warning: Still paused by other pauses`,
      }
      return severalReply(
        { person: me.person, results, unread, doing: 'resuming', done: 'resumed', beside },
        ({ done, failed }) => [
          ...buttonsForPlans('Retry failed', 'pause.remove', failed, () => filled({ pause })),
          ...chooseButtons(results),
          ...pauseAllAgainButtons(done, me.at),
        ],
      )
    }
    const { plan, pauses } = output
    if (output.kind === 'several pauses')
      return whichOf(
        mrkdwn`*${plan.name}* has ${pauses.length} pauses${sayLive(liveIn(plan, pauses, me.at).length)}. Which one do you want to cancel?`,
        pauses.map(pause => ({ ...resumeButton(plan, pause), text: sayPause(pause) })),
      )
    const [pause] = pauses
    const which = onlyOne(liveIn(plan, pauses, me.at)) ? 'pause' : 'upcoming pause'
    const live = stillLive(plan, pause, me.at)
    const [other] = othersOn(plan, pause, me.at)
    const left = { ...plan, pauses: plan.pauses.filter(({ pause_id }) => pause_id !== pause.pause_id) }
    const wasLive = isLive(pause, todayOf(plan, me.at))
    const text = lines(
      mrkdwn`${mention(me.person.user)} resumed *${plan.name}*. Its ${which} is cancelled: ${sayPause(pause)}`,
      wasLive && !live ? sayAsScheduled(left, me.at) : undefined,
      live
        ? mrkdwn`:warning: It is still paused: ${sayPause(live)}`
        : other && mrkdwn`:information_source: It will be paused again ${sayPause(other)}`,
      plan.pausesUnread && UNREAD,
    )
    const next = [pauseAgainButton(plan, pause, me.at), showButton(plan)]
    return {
      ...reply('channel', text, ...(live ? [resumeButton(plan, live)] : []), ...next),
      detail: sayDaysOf(pause),
    }
  },
})

/** Whoever resumes does so at once, and may say so. */
const AT_ONCE = /^(?:right\s+)?(?:now|today|immediately|asap)(?![^\s.,;:!?…])\s*/i

const onlyOne = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined)

/** How many of several pauses hold today: those begin first. */
function sayLive(count: number): string {
  if (count === 0) return ', and none of them is live yet'
  return count === 1 ? ', and the first is live' : `, and the first ${count} are live`
}

const NONE = mrkdwn`no pause to cancel`
const UNKNOWN = mrkdwn`its pauses cannot be read`
const SEVERAL = mrkdwn`several pauses, so none was cancelled`

/** Asks which of the pauses is meant, for the first of the plans where that is not clear. */
const chooseButtons = (results: readonly Result[]): Button[] =>
  results
    .filter(({ fate }) => fate.kind === 'same' && fate.why === SEVERAL)
    .slice(0, MOST_QUESTIONS)
    .map(({ plan }) => runs(`Choose for ${plan.name}`, 'pause.remove', { plan: sayReference(plan) }))

/** As many as a phone shows at a time. */
const MOST_QUESTIONS = 5
