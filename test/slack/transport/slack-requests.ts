import { type Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { LogLevel, type ReceiverEvent } from '@slack/bolt'
import { extrasOf } from '../../../src/slack/transport/dispatch.ts'
import { signed } from '../../signed.ts'

export type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: string }

/** How an app handles an event. */
export type Behaviour = (event: ReceiverEvent) => Promise<unknown>

/** Acknowledges an event of our receiver or Bolt's. */
export const acknowledge = (event: ReceiverEvent, content?: string | object): Promise<unknown> =>
  Object.keys(event.customProperties ?? {}).length > 0
    ? extrasOf(event.customProperties ?? {}).ack.send(content)
    : event.ack(content)

export const host = '127.0.0.1'
export const signingSecret = 'a-signing-secret-for-tests'

/** The fixed time of these tests. */
export const now = new Date('2026-11-18T09:30:00Z')
export const minutesFromNow = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

export const form = { 'content-type': 'application/x-www-form-urlencoded' }
export const json = { 'content-type': 'application/json' }
export const command = 'command=%2Fpause&text=web-prod+tomorrow&user_id=U1&team_id=T1'

/** Creates a request with a valid signature. */
export const genuine = (headers: Record<string, string>, body = '', at = now): Sent => ({
  headers: { ...headers, ...signed(signingSecret, at, body) },
  body,
})

/** Sends a request, by default to the events endpoint, and reads the whole response. */
export async function send(port: number, sent: Sent, agent?: Agent) {
  const { method = 'POST', path = '/slack/events', headers, body = '' } = sent
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request({ host, port, method, path, headers, agent: agent ?? false }, resolve)
    .once('error', reject)
    .end(body)
  const response = await promise
  const { 'content-type': type, allow } = response.headers
  return { status: response.statusCode, type, ...(allow && { allow }), text: await text(response) }
}

/** Creates a log that records its lines. */
export function createLog() {
  const lines: { level: string; fields: object; message: string }[] = []
  return {
    lines,
    warn: (fields: object, message: string) => void lines.push({ level: 'warn', fields, message }),
    error: (fields: object, message: string) => void lines.push({ level: 'error', fields, message }),
  }
}

/** A Bolt logger that logs nothing. */
export const silent = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  setName() {},
  getLevel: () => LogLevel.ERROR,
}
