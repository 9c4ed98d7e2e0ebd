import type { createRecovery } from '../../changes/recovery.ts'
import { parseOrigin } from '../origin.ts'
import { questionOf } from '../views/questions.ts'
import { createExchange, type Exchange, type HandlerParts } from './exchange.ts'

type Recovery = Pick<
  Parameters<typeof createRecovery>[0],
  'callerOf' | 'deliver' | 'expire' | 'endStep' | 'question'
>

/** How recovery reaches the people whose changes it continues: by the origin that is stored with a change. */
export function createRecovered(parts: HandlerParts): Recovery {
  async function reach(stored: unknown): Promise<Exchange | undefined> {
    const origin = parseOrigin(stored)
    const client = origin && (await parts.clientAt(origin))
    return client && createExchange(parts, client, origin, { showsDoing: true })
  }

  return {
    callerOf: async ({ origin }) => (await reach(origin))?.caller,

    async deliver({ origin, isScheduled }, reply, { isRetried, onPosted }) {
      const to = await reach(origin)
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

    question: outcome => questionOf(outcome),
  }
}
