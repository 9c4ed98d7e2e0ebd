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

type Deps = {
  log: Log
  clock: () => Date
  ackTimeoutMs: number
  eventPatienceMs: number
  handled: Handled
}

/** So long Slack waits for an answer (https://docs.slack.dev/interactivity/handling-user-interaction#acknowledgment_response). */
const SLACK_WAITS_SECONDS = 3

/**
 * Makes what hands an event to the app and its acknowledgement back to Slack; resolves when the app is done with it, and
 * has called `done` then. What Slack tells by itself is acknowledged once it is written down, the app is done with it, or
 * the patience is over. What nobody has acknowledged when the app is done, or in time, is answered 404. An
 * acknowledgement that Slack may not read any more carries nothing and rejects, so that what it was to say goes another way.
 */
export function createHandOver({ log, clock, ackTimeoutMs, eventPatienceMs, handled }: Deps) {
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
      const isRead = !request.socket.destroyed && !(secondsSince(request, clock()) > SLACK_WAITS_SECONDS)
      answer(response, 200, isRead ? content : undefined)
      ackMs = performance.now() - begun
      clearTimeout(timer)
      if (content && !isRead) throw new ReceiverInconsistentStateError('Nobody may read it any more.')
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

/** How long ago Slack sent it, by its own clock and in whole seconds: it may have waited before anybody saw it. */
const secondsSince = (request: IncomingMessage, now: Date): number =>
  now.getTime() / 1000 - Number(header(request, 'x-slack-request-timestamp') ?? Number.NaN)

const header = (request: IncomingMessage, name: `x-slack-${string}`) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
