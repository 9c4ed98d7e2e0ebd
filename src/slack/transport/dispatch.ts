import type { App } from '@slack/bolt'
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
  /** A request is acknowledged within this time, in milliseconds, although its listener still works on it. */
  ackWithinMs?: number
  /** What is said later than that does not reach Slack, which waits for 3000 ms. */
  ackTimeoutMs?: number
}

/** The one acknowledgement that a Slack request takes: the first to send wins. */
export type Ack = {
  /** Resolves to whether Slack has this content; false where another was before, or it is too late. */
  send(content?: unknown): Promise<boolean>
  /** What is sent where nothing else was in time. */
  late?: () => object | undefined
}

/** What a listener finds in Bolt's context: how to acknowledge a request, and when Slack signed it. */
type Extras = { ack: Ack; signedAt: Date | undefined }

/** The name of its extras in Bolt's context, whose members have no types. */
const EXTRAS = 'dayshift'

export function extrasOf({ [EXTRAS]: extras }: Record<string, unknown> & { [EXTRAS]?: Extras }): Extras {
  if (!extras) throw new TypeError('A request came by another way than its dispatch')
  return extras
}

/**
 * Makes the dispatch of Slack's requests to the app, whose promise resolves when the app is done. A request
 * is answered once, by the `ack` of its extras, or when its listener is done. Bolt acknowledges an event
 * before any listener runs: that goes nowhere, so that an accepted change is stored first.
 */
export function createDispatch(options: DispatchOptions) {
  const { loadShedding, handled, log, ackWithinMs = 2000, ackTimeoutMs = 2900 } = options

  return async (
    app: SlackApp,
    { body, retryNum, signedAt }: SlackRequest,
    respond: Respond,
  ): Promise<void> => {
    const done = loadShedding.admit(body)
    if (typeof done === 'object') return void respond(done.status, done.content)
    const startedAt = performance.now()
    let ackMs: number | undefined
    let isAnswered = false

    function answer(status: number, content?: unknown): boolean {
      if (isAnswered) return false
      isAnswered = true
      clearTimeout(timer)
      return respond(status, content)
    }
    const ack: Ack = {
      async send(content) {
        const ms = performance.now() - startedAt
        // On a busy machine the timer may be late, too: what Slack does not hear any more is to be said another way.
        const isLate = ms > ackTimeoutMs
        if (!answer(200, isLate ? undefined : content) || isLate) return false
        ackMs = ms
        return true
      },
    }
    const timer = setTimeout(() => ack.send(ack.late?.()), ackWithinMs)

    try {
      const extras: Extras = { ack, signedAt }
      await app.processEvent({ body, ack: async () => {}, customProperties: { [EXTRAS]: extras }, retryNum })
      await ack.send()
    } catch (error) {
      if (error instanceof RejectedError) answer(error.rejection.status, error.rejection.content)
      else {
        const event = body.type ?? body.command
        log.error({ err: error, event, acknowledged: ackMs !== undefined }, 'a request of Slack’s failed')
        answer(500)
      }
    }
    done()
    handled(body, performance.now() - startedAt, ackMs)
  }
}
