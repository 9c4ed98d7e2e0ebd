import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

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
