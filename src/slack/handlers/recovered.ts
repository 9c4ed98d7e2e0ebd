import type { createRecovery } from '../../changes/recovery.ts'
import { isStep } from '../../core/approval.ts'
import { parseOrigin } from '../origin.ts'
import { questionOf } from '../views/questions.ts'
import { createExchange, type Exchange, type HandlerParts } from './exchange.ts'

type Recovery = Pick<
  Parameters<typeof createRecovery>[0],
  'callerOf' | 'deliver' | 'expire' | 'endStep' | 'question'
>

/** How recovery reaches the people whose changes it continues: by the origin that is stored with a change. */
export function createRecovered(parts: HandlerParts): Recovery {
  /** A question to others took the place of the progress, and stays once they have decided. */
  async function reach(stored: unknown, isDecided = false): Promise<Exchange | undefined> {
    const origin = parseOrigin(stored)
    const client = origin && (await parts.clientAt(origin))
    const at = origin && isDecided ? { ...origin, progress: undefined } : origin
    return client && at && createExchange(parts, client, at, { showsDoing: true })
  }

  return {
    callerOf: async ({ origin }) => (await reach(origin))?.caller,

    async deliver({ origin, state, detail, isScheduled }, reply, { isRetried, onPosted }) {
      const isDecided = state !== 'waiting' && detail.some(({ field }) => isStep(field))
      const to = await reach(origin, isDecided)
      if (!to) return 'impossible'
      const retry = isRetried ? 'later' : undefined
      const { delivery, posted } = await to.say(reply, { retry, hasChanged: true })
      posted.forEach(onPosted)
      if (!isScheduled) await to.refreshHome(reply)
      return delivery
    },

    expire: parts.announcements.expire,

    async endStep(change) {
      const to = await reach(change.origin)
      return to ? parts.stepEnds.repeat(to.client, change) : 'impossible'
    },

    question: questionOf,
  }
}
