import type { Logger } from 'pino'
import { withoutAddresses } from '../without-addresses.ts'

/** The one acknowledgement that a Slack request takes: the first to send wins. */
export type Ack = Disposable & {
  /** Resolves to whether this content was sent; false where another was before, or the request is gone. */
  send(content?: object): Promise<boolean>
  /** What is sent where nothing else was in time. */
  late?: () => object | undefined
}

/** Acknowledges with what `late` says where nothing else was sent within `ackWithinMs`. */
export function createAck(
  acknowledge: (content?: object) => Promise<void>,
  { ackWithinMs, log }: { ackWithinMs: number; log: Pick<Logger, 'warn'> },
): Ack {
  let isSent = false
  const timer = setTimeout(() => ack.send(ack.late?.()), ackWithinMs)
  const ack: Ack = {
    async send(content) {
      if (isSent) return false
      isSent = true
      clearTimeout(timer)
      try {
        await acknowledge(content)
        return true
      } catch (error) {
        log.warn({ reason: withoutAddresses(error) }, 'a request could not be answered')
        return false
      }
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }
  return ack
}
