import type { App } from '@slack/bolt'
import type { Log } from '../../web/web-server.ts'
import type { LoadShedding, Rejection } from './load-shedding.ts'

export type SlackApp = Pick<App, 'processEvent'>

/** Answers a request with an HTTP status and content; false if the connection is closed. */
export type Respond = (status: number, content?: unknown) => boolean

export type DispatchOptions = {
  loadShedding: LoadShedding
  /** Called for each request when its handler is done; `ackMs` is undefined if it was not acknowledged. */
  onHandled(body: Readonly<Record<string, unknown>>, ms: number, ackMs: number | undefined): void
  log: Log
  /** After this time a request is acknowledged even if its handler is still running. */
  ackWithinMs?: number
}

/** The acknowledgement of a request, sent at most once. */
type Ack = {
  /** Resolves to whether Slack gets this content: not if it is late or another acknowledgement was sent. */
  send(content?: unknown): Promise<boolean>
  /** Rejects the request, unless it was acknowledged. */
  reject(rejection: Rejection): void
  /** The content to send if the handler has not acknowledged in time. */
  onTimeout?: () => object | undefined
}

/** What dispatch adds to Bolt's context: the acknowledgement, and when Slack signed the request. */
export type Extras = { ack: Ack; signedAt: Date | undefined }

/** The key of the extras in Bolt's untyped context. */
const EXTRAS = 'dayshift'

export function extrasOf({ [EXTRAS]: extras }: Record<string, unknown> & { [EXTRAS]?: Extras }): Extras {
  if (!extras) throw new TypeError('A request came by another way than its dispatch')
  return extras
}

/** A request with its retry number. Requests over a WebSocket are not signed. */
export type Incoming = { body: Record<string, unknown>; retryNum: number | undefined; signedAt?: Date }

/** Slack accepts an acknowledgement within three seconds; the rest is for the network. */
const ACK_DEADLINE_MS = 2900

/**
 * Dispatches requests of either transport to the app. A request is answered once, by the `ack` of its extras
 * or when its listener is done. Bolt's own acknowledgement is ignored: for events it comes before any
 * listener runs, and so before a change is stored.
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
      // Handlers report their own failures: this is malformed, or an uninstallation, which Slack repeats.
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
