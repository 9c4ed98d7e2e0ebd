import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What the headers alone say against a request. */
type Unfit = 'unsigned' | 'stale'

/** What the signature of any other says: only a `genuine` one came from Slack just now. */
type Verdict = 'genuine' | 'forged'

export type SignatureDeps = { signingSecret: string; clock: () => Date }

const toleranceSeconds = 5 * 60

/**
 * Makes the check of Slack's request signatures (v0): HMAC-SHA256 over `v0:<timestamp>:<raw body>`, in hex,
 * compared in constant time; a timestamp more than five minutes from the clock is stale, in either direction.
 * Throws on an empty secret. Source: https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function createVerifier({ signingSecret, clock }: SignatureDeps) {
  if (signingSecret === '') throw new Error('The signing secret is empty: anybody could sign as Slack.')
  const key = createSecretKey(signingSecret, 'utf8')

  /** What speaks against a request before its body is read. */
  function unfit(headers: IncomingHttpHeaders): Unfit | undefined {
    const given = headers['x-slack-signature']
    const timestamp = headers['x-slack-request-timestamp']
    if (typeof given !== 'string' || typeof timestamp !== 'string' || !/^\d+$/.test(timestamp))
      return 'unsigned'
    const nowSeconds = Math.floor(clock().getTime() / 1000)
    return Math.abs(nowSeconds - sentAt(headers)) > toleranceSeconds ? 'stale' : undefined
  }

  function verdictOn(headers: IncomingHttpHeaders, body: Buffer): Verdict {
    const timestamp = headers['x-slack-request-timestamp']
    const digest = createHmac('sha256', key).update(`v0:${timestamp}:`).update(body).digest('hex')
    const expected = Buffer.from(`v0=${digest}`)
    const given = Buffer.from(String(headers['x-slack-signature']))
    return given.length === expected.length && timingSafeEqual(given, expected) ? 'genuine' : 'forged'
  }

  return { unfit, verdictOn }
}

/** When Slack sent a request, in seconds, by its own clock. */
export const sentAt = (headers: IncomingHttpHeaders): number => Number(headers['x-slack-request-timestamp'])
