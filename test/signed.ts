import { createHmac } from 'node:crypto'

/** The headers by which Slack signs a body at a moment (version v0). */
export function signed(secret: string, at: Date, body: string | Uint8Array) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const hash = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${hash}` }
}
