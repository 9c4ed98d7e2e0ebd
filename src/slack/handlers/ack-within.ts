import type { Logger } from 'pino'
import { withoutAddresses } from '../without-addresses.ts'

/** One answer to a request: whoever sends first answers it. */
export type OneAnswer = Disposable & {
  /**
   * Sends an answer, unless one was sent before; tells whether this one was it. Where it cannot be sent the request is
   * gone, and what there is to say goes another way.
   */
  send(answer: () => Promise<void>): Promise<boolean>
}

type Patience = { patienceMs: number; log: Pick<Logger, 'warn'> }

const NOT_SENT = Promise.resolve(false)

/** The one answer that a request takes, with what is sent when nothing else was within `patienceMs` while it is in use. */
export function patiently({ patienceMs, log }: Patience, late: () => Promise<void>): OneAnswer {
  let answered = false
  const sendFirst = async (answer: () => Promise<void>): Promise<boolean> => {
    answered = true
    clearTimeout(timer)
    try {
      await answer()
      return true
    } catch (error) {
      log.warn({ reason: withoutAddresses(error) }, 'a request could not be answered')
      return false
    }
  }
  const send = (answer: () => Promise<void>): Promise<boolean> => (answered ? NOT_SENT : sendFirst(answer))
  const timer = setTimeout(() => send(late), patienceMs)
  return { send, [Symbol.dispose]: () => clearTimeout(timer) }
}
