import { z } from 'zod'
import { parseJson } from '../../message/json.ts'
import type { Sent } from './dispatch.ts'

/** What Slack says over a WebSocket (https://docs.slack.dev/apis/events-api/using-socket-mode). */
export type SocketMessage =
  | { kind: 'hello' }
  /** Slack closes the connection in a few seconds. */
  | { kind: 'disconnect'; reason: string }
  | { kind: 'envelope'; envelope: Envelope }

/** A request as Slack puts it into an envelope, to be acknowledged by its id. */
export type Envelope = Sent & { id: string }

const messageSchema = z.object({
  type: z.string(),
  reason: z.string().nullish(),
  envelope_id: z.string().nullish(),
  payload: z.record(z.string(), z.unknown()).nullish(),
  retry_attempt: z.number().nullish(),
  retry_reason: z.string().nullish(),
})

/** Reads a message; nothing where it is of no kind that concerns the bot. */
export function readMessage(text: string): SocketMessage | undefined {
  const { data: message } = messageSchema.safeParse(parseJson(text))
  if (!message) return undefined
  const { type, reason, envelope_id: id, payload, retry_attempt, retry_reason } = message
  if (type === 'hello') return { kind: 'hello' }
  if (type === 'disconnect') return { kind: 'disconnect', reason: reason ?? 'unknown' }
  if (!id) return undefined
  const retry = { retryNum: retry_attempt || undefined, retryReason: retry_reason || undefined }
  return { kind: 'envelope', envelope: { id, body: payload ?? {}, ...retry } }
}

/** The acknowledgement of an envelope, with the answer that it carries, if any. */
export function writeAck(id: string, content: unknown): string {
  const payload = typeof content === 'string' ? content && { text: content } : content
  return JSON.stringify({ envelope_id: id, ...(payload ? { payload } : {}) })
}
