import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Receiver, ReceiverInconsistentStateError } from '@slack/bolt'
import { parseJson } from '../../message/json.ts'
import { createThrottledLog } from '../../web/throttled-log.ts'
import {
  createBodyBudget,
  createWebServer,
  isForm,
  type Routes,
  readBody,
  respond,
  type WebServerOptions,
} from '../../web/web-server.ts'
import { createDispatch, type DispatchOptions, type Log, type Respond, type SlackApp } from './dispatch.ts'
import { isWellFormed } from './request-kinds.ts'

export type HttpReceiverOptions = DispatchOptions &
  Omit<WebServerOptions, 'routes'> & {
    /** Without it, this server takes nothing of Slack's. */
    signingSecret?: string | undefined
    clock: () => Date
    log: Log
    /** What else this server answers. */
    routes?: Routes
    /** Hears why a request to the events path was refused. */
    refused?: (why: string) => void
    bodyLimitBytes?: number
  }

/** The path of the manifest, to which Slack sends everything. */
const EVENTS_PATH = '/slack/events'

/** Of bodies that have not arrived in whole: their signature cannot be checked yet. */
const MAX_UNVERIFIED_BYTES = 32 * 1024 * 1024

/** An ssl_check, which Slack does not sign, is no longer. */
const SSL_CHECK_BYTES = 4096

export interface HttpReceiver extends Receiver {
  init(app: SlackApp): void
  start(port: number, host: string): Promise<AddressInfo>
  stop(): Promise<void>
}

/** Bolt's Receiver over node:http: one server for Slack's requests and all other routes. */
export function createReceiver(options: HttpReceiverOptions): HttpReceiver {
  const { signingSecret, clock, log, routes, refused = () => {}, bodyLimitBytes = 1024 * 1024 } = options
  const dispatch = createDispatch(options)
  const warn = createThrottledLog({ log, clock })
  const unverified = createBodyBudget(MAX_UNVERIFIED_BYTES)
  let app: SlackApp | undefined

  function refuse(response: ServerResponse, status: 400 | 401 | 413 | 503, why: keyof typeof HINTS): void {
    refused(why)
    warn('refused a request to the events path', { why, status, hint: HINTS[why] })
    respond(response, status)
  }

  function receiveWith(secret: string) {
    const problemOf = createVerifier({ signingSecret: secret, clock })

    return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      if (!app) throw new ReceiverInconsistentStateError('There is no app yet.')
      const raw = await readBody(request, bodyLimitBytes, unverified)
      if (!Buffer.isBuffer(raw)) return refuse(response, raw === 'too long' ? 413 : 503, raw)
      const problem = problemOf(request.headers, raw)
      if (problem) return isSslCheck(request, raw) ? respond(response, 200) : refuse(response, 401, problem)

      const form = isForm(request) ? new URLSearchParams(raw.toString()) : undefined
      const payload = form?.get('payload')
      const body = form && payload == null ? Object.fromEntries(form) : parseObject(payload ?? raw.toString())
      if (body?.ssl_check === '1') return respond(response, 200)
      if (!body || !isWellFormed(body)) return refuse(response, 400, 'malformed')
      if (body.type === 'url_verification') return respond(response, 200, { challenge: body.challenge })
      // https://docs.slack.dev/reference/events/app_rate_limited
      if (body.type === 'app_rate_limited') {
        warn('Slack holds back events of a workspace: more than 30,000 in an hour', { why: 'rate limit' })
        return respond(response, 200)
      }
      const answer: Respond = (status, content) => {
        respond(response, status, content)
        return !request.socket.destroyed
      }
      return dispatch(app, { body, signedAt: signedAt(request), ...retryOf(request) }, answer)
    }
  }

  const server = createWebServer({
    ...options,
    routes: {
      ...routes,
      ...(signingSecret !== undefined && { [`POST ${EVENTS_PATH}`]: receiveWith(signingSecret) }),
    },
  })
  return {
    ...server,
    init(given) {
      app = given
    },
  }
}

const HINTS: Record<SignatureProblem | 'malformed' | 'too long' | 'too many', string | undefined> = {
  unsigned: undefined,
  stale: 'if these are Slack’s, the clock here is more than five minutes off',
  forged: 'if these are Slack’s, SLACK_SIGNING_SECRET is not the Signing Secret of this app',
  malformed: undefined,
  'too long': undefined,
  'too many': 'too many requests hold back the end of their bodies',
}

/** https://docs.slack.dev/interactivity/implementing-slash-commands: an unsigned check of the certificate. */
const isSslCheck = (request: IncomingMessage, raw: Buffer): boolean =>
  isForm(request) &&
  raw.length <= SSL_CHECK_BYTES &&
  new URLSearchParams(raw.toString()).get('ssl_check') === '1'

/** The time of a signature that was verified, in whole seconds. */
const signedAt = ({ headers }: IncomingMessage): Date =>
  new Date(Number(headers['x-slack-request-timestamp']) * 1000)

function retryOf({ headers }: IncomingMessage) {
  const [number, reason] = [headers['x-slack-retry-num'], headers['x-slack-retry-reason']]
  return {
    retryNum: typeof number === 'string' ? Number.parseInt(number, 10) : undefined,
    retryReason: typeof reason === 'string' ? reason : undefined,
  }
}

function parseObject(json: string): Record<string, unknown> | undefined {
  const value = parseJson(json)
  return isObject(value) ? value : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Why a request is not taken for Slack's. */
export type SignatureProblem = 'unsigned' | 'stale' | 'forged'

const TOLERANCE_SECONDS = 5 * 60

/**
 * Makes the check of Slack's request signatures (v0): HMAC-SHA256 over `v0:<timestamp>:<raw body>`, in hex, compared in
 * constant time; a timestamp more than five minutes from the clock is stale, in either direction. Throws on an empty secret.
 * Source: https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function createVerifier({ signingSecret, clock }: { signingSecret: string; clock: () => Date }) {
  if (signingSecret === '') throw new Error('The signing secret is empty: every signature would be valid.')
  const key = createSecretKey(signingSecret, 'utf8')

  /** What is wrong with the signature of a request; undefined if it is Slack's. */
  return (headers: IncomingHttpHeaders, body: Buffer): SignatureProblem | undefined => {
    const { 'x-slack-signature': signature, 'x-slack-request-timestamp': timestamp } = headers
    if (typeof signature !== 'string' || typeof timestamp !== 'string' || !/^\d+$/.test(timestamp))
      return 'unsigned'
    const nowSeconds = Math.floor(clock().getTime() / 1000)
    if (Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return 'stale'
    const digest = createHmac('sha256', key).update(`v0:${timestamp}:`).update(body).digest('hex')
    const [given, expected] = [Buffer.from(signature), Buffer.from(`v0=${digest}`)]
    return given.length === expected.length && timingSafeEqual(given, expected) ? undefined : 'forged'
  }
}
