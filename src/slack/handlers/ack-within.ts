import type { Logger } from 'pino'
import { withoutAddresses } from '../without-addresses.ts'

/** The one acknowledgement that a Slack request takes: the first to send wins. */
export type Ack = Disposable & {
  /** Resolves to whether this answer was sent; false where another was before, or the request is gone. */
  send(answer: () => Promise<void>): Promise<boolean>
}

/** Acknowledges with `late` where nothing else was sent within `ackWithinMs`. */
export function ackWithin(
  { ackWithinMs, log }: { ackWithinMs: number; log: Pick<Logger, 'warn'> },
  late: () => Promise<void>,
): Ack {
  let isAnswered = false
  async function send(answer: () => Promise<void>): Promise<boolean> {
    if (isAnswered) return false
    isAnswered = true
    clearTimeout(timer)
    try {
      await answer()
      return true
    } catch (error) {
      log.warn({ reason: withoutAddresses(error) }, 'a request could not be answered')
      return false
    }
  }
  const timer = setTimeout(() => send(late), ackWithinMs)
  return { send, [Symbol.dispose]: () => clearTimeout(timer) }
}
