import type { Reach } from '../../changes/recovery.ts'
import { isStep } from '../../core/approval.ts'
import { parseOrigin } from '../origin.ts'
import { createExchange, type HandlerParts } from './exchange.ts'

/** How recovery reaches the people whose changes it continues: by the origin that is stored with a change. */
export const createReach =
  (parts: HandlerParts): Reach =>
  async change => {
    const { state, detail, isScheduled } = change
    const origin = parseOrigin(change.origin)
    const client = origin && (await parts.clientAt(origin))
    if (!client) return undefined
    // A question to others took the place of the progress, and stays once they have decided.
    const isDecided = state !== 'waiting' && detail.some(({ field }) => isStep(field))
    const place = isDecided ? { ...origin, progress: undefined } : origin
    const exchange = createExchange(parts, client, place)
    return {
      caller: exchange.caller,
      deliver: (reply, isRetried) => exchange.say(reply, { isRetried, hasChanged: !isScheduled }),
      endStep: () => parts.stepEnds.repeat(client, change),
    }
  }
