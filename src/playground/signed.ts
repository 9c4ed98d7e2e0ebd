import { createHmac, createSecretKey } from 'node:crypto'
import { Agent, request } from 'undici'
import { parseJson } from '../message/json.ts'

/** What the app answered to one signed request; `status` 0 stands for no answer, with `error` saying why. */
export type Answer = { status: number; body: unknown; error?: string }

export type Signed = ReturnType<typeof createSigned>

/** Words, unless the content type says JSON and it is. */
const read = (contentType: unknown, text: string): unknown =>
  String(contentType).includes('json') ? (parseJson(text) ?? text) : text

/**
 * Sends requests signed as Slack signs them (v0, docs.slack.dev/authentication/verifying-requests-from-slack).
 * An answer later than `ackMs` of real time is `operation_timeout`, as Slack tells people.
 */
export const createSigned = (deps: { clock: () => Date; signingSecret: string; ackMs: number }) => {
  const key = createSecretKey(deps.signingSecret, 'utf8')
  const agent = new Agent()

  const send = async (
    url: string,
    contentType: string,
    body: string,
    extra: Record<string, string> = {},
  ): Promise<Answer> => {
    const stamp = String(Math.floor(deps.clock().getTime() / 1000))
    const signature = createHmac('sha256', key).update(`v0:${stamp}:${body}`).digest('hex')
    const headers = {
      'content-type': contentType,
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      'x-slack-request-timestamp': stamp,
      'x-slack-signature': `v0=${signature}`,
      ...extra,
    }
    const signal = AbortSignal.timeout(deps.ackMs)
    try {
      const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal })
      const told = read(answer.headers['content-type'], await answer.body.text())
      return { status: answer.statusCode, body: told }
    } catch {
      return { status: 0, body: '', error: signal.aborted ? 'operation_timeout' : 'dispatch_failed' }
    }
  }

  return { send, close: () => agent.destroy() }
}
