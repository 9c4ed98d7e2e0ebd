import { createHmac } from 'node:crypto'

/** Returns the headers with which Slack signs a body at a given time (version v0). */
export function signed(secret: string, at: Date, body: string | Uint8Array) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const hash = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${hash}` }
}
