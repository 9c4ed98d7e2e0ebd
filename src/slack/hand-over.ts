import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type App,
  AuthorizationError,
  ReceiverInconsistentStateError,
  ReceiverMultipleAckError,
} from '@slack/bolt'
import { answer } from './answers.ts'

type Log = { error(fields: object, message: string): void }

/**
 * Makes what hands an event to the app and its acknowledgement back to Slack; resolves when the app is done with it. What
 * nobody has acknowledged when the app is done, or in time, is answered 404.
 */
export function createHandOver({ log, ackTimeoutMs }: { log: Log; ackTimeoutMs: number }) {
  return async (
    app: Pick<App, 'processEvent'>,
    body: Record<string, unknown>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const event = body.type ?? body.command
    let acknowledged = false
    const timer = setTimeout(() => {
      log.error({ event }, 'An event was not acknowledged in time')
      answer(response, 404)
    }, ackTimeoutMs)

    const ack = async (content?: unknown) => {
      if (acknowledged) throw new ReceiverMultipleAckError()
      if (response.headersSent) throw new ReceiverInconsistentStateError('Acknowledged too late.')
      answer(response, 200, content)
      acknowledged = true
      clearTimeout(timer)
    }
    const retryNum = header(request, 'x-slack-retry-num')
    try {
      await app.processEvent({
        body,
        ack,
        retryNum: retryNum === undefined ? undefined : Number.parseInt(retryNum, 10),
        retryReason: header(request, 'x-slack-retry-reason'),
      })
      clearTimeout(timer)
      if (response.headersSent) return
      log.error({ event }, 'An event was acknowledged by nobody')
      answer(response, 404)
    } catch (error) {
      clearTimeout(timer)
      log.error({ err: error, event, acknowledged }, 'An event failed')
      if (!response.headersSent) answer(response, error instanceof AuthorizationError ? 401 : 500)
    }
  }
}

const header = (request: IncomingMessage, name: `x-slack-${string}`) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
