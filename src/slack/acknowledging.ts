import { type App, ReceiverInconsistentStateError, ReceiverMultipleAckError } from '@slack/bolt'
import { type Envelope, writeAck } from './envelope.ts'
import { unhurried } from './unhurried.ts'

export type Log = {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Hands envelopes to the app, and their acknowledgements back: `send` tells whether it could, and `settled` is called
 * once, when there is nothing more to send. What cannot be sent any more rejects, so that the answer goes another way.
 */
export function createAcknowledging(deps: { log: Log; ackTimeoutMs: number; eventPatienceMs: number }) {
  const { log, ackTimeoutMs, eventPatienceMs } = deps

  return async (
    app: Pick<App, 'processEvent'>,
    { id, body, retryNum, retryReason }: Envelope,
    send: (text: string) => boolean,
    settled: () => void,
  ): Promise<void> => {
    const event = body.type ?? body.command
    const answer = { acknowledged: false, over: false }
    const settle = () => {
      answer.over = true
      clearTimeout(timer)
      settled()
    }
    const timer = setTimeout(() => {
      log.error({ event }, 'An event was not acknowledged in time')
      settle()
    }, ackTimeoutMs)

    const now = async (content?: unknown) => {
      if (answer.acknowledged) throw new ReceiverMultipleAckError()
      if (answer.over) throw new ReceiverInconsistentStateError('Acknowledged too late.')
      answer.acknowledged = send(writeAck(id, content))
      settle()
      if (!answer.acknowledged) throw new ReceiverInconsistentStateError('The connection is gone.')
    }
    const isOver = () => answer.over
    const { event: answering, ...late } = unhurried(body, { now, isOver, patienceMs: eventPatienceMs })
    try {
      await app.processEvent({ body, ...answering, retryNum, retryReason })
      await late.end()
    } catch (error) {
      log.error({ err: error, event, acknowledged: answer.acknowledged }, 'An event failed')
      if (!answer.over) settle()
    } finally {
      late.forget()
    }
  }
}
