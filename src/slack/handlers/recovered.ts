import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { createRecovery } from '../../changes/recovery.ts'
import { isStep } from '../../core/approval.ts'
import type { PostedMessage } from '../../message/reply.ts'
import type { Announcements } from '../delivery/announcements.ts'
import { createProgress } from '../delivery/progress.ts'
import type { Reminders } from '../delivery/reminders.ts'
import { type Origin, parseOrigin } from '../origin.ts'
import { questionOf } from '../views/questions.ts'
import { callerOf, deliverReply, type HandlerParts } from './request-exchange.ts'
import { refreshHome } from './respond.ts'

type Recovery = Pick<
  Parameters<typeof createRecovery>[0],
  'callerOf' | 'deliver' | 'expire' | 'endStep' | 'question'
>

type Deps = Pick<HandlerParts, 'deliver' | 'sourceMessages' | 'stepEnds' | 'homes' | 'people'> & {
  announcements: Announcements
  reminders: Reminders
  /** A client with the current token; undefined where the app is not installed any more. */
  clientAt(origin: Origin): Promise<webApi.WebClient | undefined>
  log: Logger
}

/** How recovery reaches the people whose changes it continues: by the origin that is stored with a change. */
export function createRecovered(deps: Deps): Recovery {
  const { clientAt, sourceMessages, stepEnds, announcements, reminders, homes, people, log } = deps

  async function reach(stored: unknown) {
    const origin = parseOrigin(stored)
    const client = origin && (await clientAt(origin))
    return client && { client, origin, caller: callerOf(people, { client, origin }) }
  }

  return {
    callerOf: async ({ origin }) => (await reach(origin))?.caller,

    async deliver(change, reply, { isRetried, onPosted }) {
      const to = await reach(change.origin)
      if (!to) return 'impossible'
      const { client, origin } = to
      if (origin.source) await sourceMessages.showOutcome(client, origin, reply)
      await announcements.update(reply)
      let last: PostedMessage | undefined
      // A question to others took the place of the progress, and stays.
      const isDecided = change.state !== 'waiting' && change.detail.some(({ field }) => isStep(field))
      const progress = origin.progress && !isDecided ? createProgress(client, { origin, log }) : undefined
      const delivery = await deliverReply(deps, { ...to, progress }, reply, {
        hasChanged: true,
        onPosted(message) {
          last = message
          onPosted(message)
        },
        ...(isRetried && { retry: 'later' as const }),
      })
      await reminders.schedule(reply, origin, last)
      if (!change.isScheduled) await refreshHome(homes, to, reply)
      return delivery
    },

    expire: announcements.expire,

    async endStep(change) {
      const to = await reach(change.origin)
      return to ? stepEnds.repeat(to.client, change) : 'impossible'
    },

    question: outcome => questionOf(outcome),
  }
}
