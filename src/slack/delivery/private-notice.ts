import type { Logger } from 'pino'
import { originOf } from '../origin.ts'
import type { Reason } from '../transport/load-shedding.ts'
import type { Body, RequestKind } from '../transport/request-kinds.ts'
import { withoutAddresses } from '../without-addresses.ts'
import type { Deliver } from './deliver.ts'
import type { ClientAt } from './slack-http.ts'

/** How many people are told at a time. */
const MOST = 8

export type Tell = ReturnType<typeof createTell>['tell']

/** Tells people by a message of their own why their request was rejected, where Slack shows nothing of the answer. */
export function createTell(deps: {
  deliver: Pick<Deliver, 'reply'>
  clientAt: ClientAt
  clock: () => Date
  log: Logger
}) {
  const { deliver, clientAt, clock, log } = deps
  let telling = 0

  async function send(body: Body, kind: RequestKind, { text }: Reason): Promise<void> {
    telling += 1
    try {
      const origin = originOf(kind, body, clock())
      const client = await clientAt(origin)
      if (client) await deliver.reply(client, origin, { text, to: 'me' })
    } catch (error) {
      log.warn({ reason: withoutAddresses(error) }, 'a rejected person could not be told')
    } finally {
      telling -= 1
    }
  }

  return {
    /** Resolves when the message is sent, and never rejects; undefined if too many are being told already. */
    tell: (...message: Parameters<typeof send>) => (telling < MOST ? send(...message) : undefined),
  }
}
