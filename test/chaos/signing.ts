import { createHmac } from 'node:crypto'

/** The headers by which a request comes from Slack, so many seconds from now. */
export function signing(secret: string, body: string, seconds = 0) {
  const stamp = String(Math.floor(Date.now() / 1000) + seconds)
  const hash = createHmac('sha256', secret).update(`v0:${stamp}:${body}`).digest('hex')
  return { 'x-slack-request-timestamp': stamp, 'x-slack-signature': `v0=${hash}` }
}
