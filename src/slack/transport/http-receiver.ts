import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isValidSlackRequest } from '@slack/bolt'
import { z } from 'zod'
import { parseJson } from '../../message/json.ts'
import {
  createThrottledLog,
  createWebServer,
  isForm,
  type Routes,
  readBody,
  respond,
  type WebServerOptions,
} from '../../web/web-server.ts'
import { createDispatch, type DispatchOptions } from './dispatch.ts'

export type HttpReceiverOptions = DispatchOptions &
  Omit<WebServerOptions, 'routes'> & {
    /** Without it, the events path is not served. */
    signingSecret?: string | undefined
    clock: () => Date
    routes?: Routes
    /** Called with the reason when a request to the events path is refused. */
    onRefused?: (why: string) => void
    bodyLimit?: number
  }

/** The path in the manifest to which Slack sends all requests. */
const EVENTS_PATH = '/slack/events'

/** Total characters of incomplete bodies, whose signature cannot be checked yet. */
const MAX_UNVERIFIED = 32 * 1024 * 1024

/** Creates a Bolt Receiver over node:http: one server for Slack's requests and all other routes. */
export function createReceiver(options: HttpReceiverOptions) {
  const { signingSecret = '', clock, log, routes, onRefused = () => {}, bodyLimit = 1024 * 1024 } = options
  const { init, dispatch } = createDispatch(options)
  const warn = createThrottledLog({ log, clock })
  const room = { left: MAX_UNVERIFIED }

  function refuse(response: ServerResponse, status: 400 | 401 | 413 | 503, why: string): void {
    onRefused(why)
    warn('refused a request to the events path', { why, status, hint: HINTS[why] })
    respond(response, status)
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request, bodyLimit, room)
    if (typeof text === 'number') return refuse(response, text, text === 413 ? 'too long' : 'no room')
    // An unsigned certificate check: https://docs.slack.dev/interactivity/implementing-slash-commands
    if (isForm(request) && /(?:^|&)ssl_check=1(?:&|$)/.test(text)) return respond(response, 200)
    const { headers } = request
    const problem = findSignatureProblem({ headers, body: text }, signingSecret, clock())
    if (problem) return refuse(response, 401, problem)

    const form = isForm(request) ? new URLSearchParams(text) : undefined
    const payload = form?.get('payload')
    const body =
      form && payload == null
        ? Object.fromEntries(form)
        : objectSchema.safeParse(parseJson(payload ?? text)).data
    if (!body || !isSlackPayload(body)) return refuse(response, 400, 'malformed')
    if (body.type === 'url_verification') return respond(response, 200, { challenge: body.challenge })
    const signedAt = new Date(Number(headers['x-slack-request-timestamp']) * 1000)
    const retryNum = Number(headers['x-slack-retry-num']) || undefined
    return dispatch({ body, retryNum, signedAt }, (status, content) => {
      respond(response, status, content)
      return !request.socket.destroyed
    })
  }

  const events = signingSecret && { [`POST ${EVENTS_PATH}`]: receive }
  return { ...createWebServer({ ...options, routes: { ...routes, ...events } }), init }
}

const isSlackPayload = ({ command, type, event }: Record<string, unknown>): boolean =>
  typeof command === 'string' ||
  (typeof type === 'string' && (type !== 'event_callback' || typeof event === 'object'))

const HINTS: Record<string, string> = {
  stale: 'if these are Slack’s, the clock here is more than five minutes off',
  forged: 'if these are Slack’s, SLACK_SIGNING_SECRET is not the Signing Secret of this app',
}

const objectSchema = z.record(z.string(), z.unknown())

/** Applies to future timestamps too, which Bolt accepts. */
const TOLERANCE_SECONDS = 5 * 60

/**
 * Returns what is wrong with a request's signature; undefined if it is valid
 * (https://docs.slack.dev/authentication/verifying-requests-from-slack).
 */
export function findSignatureProblem(
  { headers, body }: { headers: IncomingHttpHeaders; body: string },
  signingSecret: string,
  now: Date,
): 'unsigned' | 'stale' | 'forged' | undefined {
  const { 'x-slack-signature': signature, 'x-slack-request-timestamp': timestamp } = headers
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return 'unsigned'
  const signedAt = Number(timestamp)
  if (Math.abs(Math.floor(now.getTime() / 1000) - signedAt) > TOLERANCE_SECONDS) return 'stale'
  const isSlack = isValidSlackRequest({
    signingSecret,
    body,
    headers: { 'x-slack-signature': signature, 'x-slack-request-timestamp': signedAt },
    nowMilliseconds: now.getTime(),
  })
  return isSlack ? undefined : 'forged'
}
