import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type App,
  AuthorizationError,
  ReceiverInconsistentStateError,
  ReceiverMultipleAckError,
} from '@slack/bolt'
import { answer } from './answers.ts'
import { unhurried } from './unhurried.ts'

type Log = { error(fields: object, message: string): void }

/** Hears of each event when the app is done with it, and how long that took; `ackMs` where Slack was acknowledged. */
export type Handled = (body: Readonly<Record<string, unknown>>, ms: number, ackMs: number | undefined) => void

type Deps = { log: Log; ackTimeoutMs: number; eventPatienceMs: number; handled: Handled }

/**
 * Makes what hands an event to the app and its acknowledgement back to Slack; resolves when the app is done with it, and
 * has called `done` then. What Slack tells by itself is acknowledged once it is written down, the app is done with it, or
 * the patience is over. What nobody has acknowledged when the app is done, or in time, is answered 404.
 */
export function createHandOver({ log, ackTimeoutMs, eventPatienceMs, handled }: Deps) {
  return async (
    app: Pick<App, 'processEvent'>,
    body: Record<string, unknown>,
    request: IncomingMessage,
    response: ServerResponse,
    done: () => void,
  ): Promise<void> => {
    const event = body.type ?? body.command
    const begun = performance.now()
    let ackMs: number | undefined
    const timer = setTimeout(() => {
      log.error({ event }, 'An event was not acknowledged in time')
      answer(response, 404)
    }, ackTimeoutMs)

    const acknowledgeNow = async (content?: unknown) => {
      if (ackMs !== undefined) throw new ReceiverMultipleAckError()
      if (response.headersSent) throw new ReceiverInconsistentStateError('Acknowledged too late.')
      answer(response, 200, content)
      ackMs = performance.now() - begun
      clearTimeout(timer)
    }
    const { event: answering, ...late } = unhurried(body, {
      now: acknowledgeNow,
      isOver: () => response.headersSent,
      patienceMs: eventPatienceMs,
    })
    const retryNum = header(request, 'x-slack-retry-num')
    try {
      await app.processEvent({
        body,
        ...answering,
        retryNum: retryNum === undefined ? undefined : Number.parseInt(retryNum, 10),
        retryReason: header(request, 'x-slack-retry-reason'),
      })
      await late.end()
      clearTimeout(timer)
      if (!response.headersSent) {
        log.error({ event }, 'An event was acknowledged by nobody')
        answer(response, 404)
      }
    } catch (error) {
      clearTimeout(timer)
      log.error({ err: error, event, acknowledged: ackMs !== undefined }, 'An event failed')
      if (!response.headersSent) answer(response, error instanceof AuthorizationError ? 401 : 500)
    }
    late.forget()
    done()
    handled(body, performance.now() - begun, ackMs)
  }
}

const header = (request: IncomingMessage, name: `x-slack-${string}`) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
