import { createHmac, createSecretKey } from 'node:crypto'
import { SIGNING_SECRET } from '../people.ts'

const key = createSecretKey(SIGNING_SECRET, 'utf8')

/** A request of Slack's, signed as https://docs.slack.dev/authentication/verifying-requests-from-slack has it, ready for the wire. */
export function signed(body: string): Buffer {
  const stamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', key).update(`v0:${stamp}:${body}`).digest('hex')
  return Buffer.from(
    `POST /slack/events HTTP/1.1\r\nhost: bot.example.com\r\nuser-agent: Slackbot 1.0 (+https://api.slack.com/robots)\r\naccept: application/json,*/*\r\naccept-encoding: gzip,deflate\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-slack-request-timestamp: ${stamp}\r\nx-slack-signature: v0=${signature}\r\n\r\n${body}`,
  )
}
