import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type App,
  AuthorizationError,
  ReceiverInconsistentStateError,
  ReceiverMultipleAckError,
} from '@slack/bolt'
import { answer } from './answers.ts'

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
    // Bolt acknowledges an event before anybody has looked at it, and so before what it asks for is written down.
    const isEvent = body.type === 'event_callback'
    let heard = false
    const early = async () => {
      if (heard && !response.headersSent) await acknowledgeNow()
    }
    const patience = isEvent ? setTimeout(() => void early(), eventPatienceMs) : undefined
    const ack = async (content?: unknown) => {
      if (isEvent) heard = true
      else await acknowledgeNow(content)
    }
    const retryNum = header(request, 'x-slack-retry-num')
    try {
      await app.processEvent({
        body,
        ack,
        ...(isEvent && { customProperties: { [ACKNOWLEDGE]: early } }),
        retryNum: retryNum === undefined ? undefined : Number.parseInt(retryNum, 10),
        retryReason: header(request, 'x-slack-retry-reason'),
      })
      if (isEvent) await early()
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
    clearTimeout(patience)
    done()
    handled(body, performance.now() - begun, ackMs)
  }
}

/** Under this name a listener of an event finds how to acknowledge it, once what it asks for is written down. */
const ACKNOWLEDGE = 'acknowledge'

/** Acknowledges an event, of which this is the context, where nobody has yet. */
export async function acknowledge(context: object): Promise<void> {
  const found = new Map<string, unknown>(Object.entries(context)).get(ACKNOWLEDGE)
  if (typeof found === 'function') await found()
}

const header = (request: IncomingMessage, name: `x-slack-${string}`) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
