import type { App } from '@slack/bolt'
import type { Log } from '../../web/web-server.ts'
import type { LoadShedding, Rejection } from './load-shedding.ts'

export type SlackApp = Pick<App, 'processEvent'>

/** Answers a request, as an HTTP status says it; false if the answer cannot reach Slack any more. */
export type Respond = (status: number, content?: unknown) => boolean

export type DispatchOptions = {
  loadShedding: LoadShedding
  /** Hears of each request when the app is done with it; `ackMs` if Slack was acknowledged. */
  onHandled(body: Readonly<Record<string, unknown>>, ms: number, ackMs: number | undefined): void
  log: Log
  /** A request is acknowledged within this time, in milliseconds, although its listener still works on it. */
  ackWithinMs?: number
}

/** The one acknowledgement that a Slack request takes: the first to send wins. */
export type Ack = {
  /** Resolves to whether Slack has this content; false where another was before. */
  send(content?: unknown): Promise<boolean>
  /** Rejects the request, unless it is acknowledged. */
  reject(rejection: Rejection): void
  /** What is sent where nothing else was in time. */
  onTimeout?: () => object | undefined
}

/** What a listener finds in Bolt's context: how to acknowledge a request, and when Slack signed it. */
export type Extras = { ack: Ack; signedAt: Date | undefined }

/** The name of its extras in Bolt's context, whose members have no types. */
const EXTRAS = 'dayshift'

export function extrasOf({ [EXTRAS]: extras }: Record<string, unknown> & { [EXTRAS]?: Extras }): Extras {
  if (!extras) throw new TypeError('A request came by another way than its dispatch')
  return extras
}

/** A request of Slack's, with the retry number of its headers; over a WebSocket Slack signs nothing. */
export type Incoming = { body: Record<string, unknown>; retryNum: number | undefined; signedAt?: Date }

/** Slack hears an acknowledgement within three seconds, with its way. */
const ACK_DEADLINE_MS = 2900

/**
 * Dispatches Slack's requests, from either transport, to the app. A request is answered once, by the `ack` of
 * its extras, or when its listener is done. Bolt acknowledges an event before any listener runs: that goes
 * nowhere, so that an accepted change is stored first.
 */
export function createDispatch({ loadShedding, onHandled, log, ackWithinMs = 2000 }: DispatchOptions) {
  let app: SlackApp | undefined

  /** Resolves when the app is done. */
  async function dispatch({ body, retryNum, signedAt }: Incoming, respond: Respond): Promise<void> {
    const release = loadShedding.admit(body)
    if (typeof release === 'object') return void respond(release.status, release.content)
    const startedAt = performance.now()
    let ackMs: number | undefined
    let isAnswered = false

    function answer(status: number, content?: unknown): boolean {
      if (isAnswered) return false
      isAnswered = true
      clearTimeout(timer)
      if (status === 200) ackMs = performance.now() - startedAt
      return respond(status, content)
    }
    const ack: Ack = {
      async send(content) {
        const isInTime = content === undefined || performance.now() - startedAt < ACK_DEADLINE_MS
        return answer(200, isInTime ? content : undefined) && isInTime
      },
      reject: ({ status, content }) => void answer(status, content),
    }
    const timer = setTimeout(() => ack.send(ack.onTimeout?.()), ackWithinMs)

    try {
      const extras: Extras = { ack, signedAt }
      await app?.processEvent({ body, ack: async () => {}, customProperties: { [EXTRAS]: extras }, retryNum })
      await ack.send()
    } catch (error) {
      // Handlers answer for themselves when they fail: this is signed, and nothing that Slack sends.
      const event = body.type ?? body.command
      log.error({ err: error, event, acknowledged: ackMs !== undefined }, 'a request of Slack’s failed')
      answer(400)
    }
    release()
    onHandled(body, performance.now() - startedAt, ackMs)
  }

  return {
    dispatch,
    init(newApp: SlackApp): void {
      app = newApp
    },
  }
}
