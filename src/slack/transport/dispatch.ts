import {
  type App,
  AuthorizationError,
  ReceiverInconsistentStateError,
  ReceiverMultipleAckError,
} from '@slack/bolt'
import { type LoadShedding, RejectedError } from './load-shedding.ts'

export type Log = {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type SlackApp = Pick<App, 'processEvent'>

/** A request of Slack's, from either transport; the retry number is that of Slack's headers. */
export type SlackRequest = {
  body: Record<string, unknown>
  retryNum: number | undefined
  /** When Slack signed it; over a WebSocket it signs nothing. */
  signedAt?: Date | undefined
}

/** Answers a request, as an HTTP status says it; false if the answer cannot reach Slack any more. */
export type Respond = (status: number, content?: unknown) => boolean

export type DispatchOptions = {
  loadShedding: LoadShedding
  /** Hears of each request when the app is done with it; `ackMs` if Slack was acknowledged. */
  handled(body: Readonly<Record<string, unknown>>, ms: number, ackMs: number | undefined): void
  log: Log
  /** Slack waits for 3 s. */
  ackTimeoutMs?: number
  /** When an event is acknowledged at the latest, although its listener still works on it. */
  eventAckMs?: number
}

/** What a listener finds in Bolt's context: how to acknowledge an event, and when Slack signed a request. */
type Extras = { ackEvent?: () => Promise<void>; signedAt?: Date }

/** The name of its extras in Bolt's context, whose members have no types. */
const EXTRAS = 'dayshift'

export const extrasOf = (context: Record<string, unknown> & { [EXTRAS]?: Extras }): Extras =>
  context[EXTRAS] ?? {}

/**
 * Makes the dispatch of Slack's requests to the app, whose promise resolves when the app is done. A request is answered
 * once. Bolt acknowledges an event before any listener runs; here that waits until its listener calls `ackEvent` or is
 * done, so that an accepted change is stored first.
 */
export function createDispatch(options: DispatchOptions) {
  const { loadShedding, handled, log, ackTimeoutMs = 2900, eventAckMs = 2000 } = options

  return async (
    app: SlackApp,
    { body, signedAt, ...retry }: SlackRequest,
    respond: Respond,
  ): Promise<void> => {
    const done = loadShedding.admit(body)
    if (typeof done === 'object') return void respond(done.status, done.content)
    const event = body.type ?? body.command
    const isEvent = body.type === 'event_callback'
    const startedAt = performance.now()
    let ackMs: number | undefined
    let isAnswered = false

    function answer(status: number, content?: unknown): boolean {
      isAnswered = true
      clearTimeout(timer)
      return respond(status, content)
    }
    async function ack(content?: unknown): Promise<void> {
      if (ackMs !== undefined) throw new ReceiverMultipleAckError()
      // On a busy machine the timer may be late, too: what Slack does not hear any more is to be said another way.
      const isLate = performance.now() - startedAt > ackTimeoutMs
      if (isAnswered || isLate) throw new ReceiverInconsistentStateError('Acknowledged too late.')
      if (!answer(200, content)) throw new ReceiverInconsistentStateError('The connection is gone.')
      ackMs = performance.now() - startedAt
    }
    async function ackEvent(): Promise<void> {
      if (!isAnswered) await ack().catch(() => {})
    }
    function fail(status: number, fields: object, message: string): void {
      log.error({ ...fields, event }, message)
      if (!isAnswered) answer(status)
    }
    const timer = isEvent
      ? setTimeout(ackEvent, eventAckMs)
      : setTimeout(() => fail(404, {}, 'a request was not acknowledged in time'), ackTimeoutMs)

    try {
      const extras: Extras = { ...(isEvent && { ackEvent }), ...(signedAt && { signedAt }) }
      const acks = { ack: isEvent ? async () => {} : ack, customProperties: { [EXTRAS]: extras } }
      await app.processEvent({ body, ...acks, ...retry })
      if (isEvent) await ackEvent()
      else if (!isAnswered) fail(404, {}, 'no listener acknowledged a request')
    } catch (error) {
      if (error instanceof RejectedError) {
        if (!isAnswered) answer(error.rejection.status, error.rejection.content)
      } else {
        const status = error instanceof AuthorizationError ? 401 : 500
        fail(status, { err: error, acknowledged: ackMs !== undefined }, 'a request of Slack’s failed')
      }
    }
    clearTimeout(timer)
    done()
    handled(body, performance.now() - startedAt, ackMs)
  }
}
