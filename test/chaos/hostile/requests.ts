import { Pool } from 'undici'
import { signed } from '../../signed.ts'
import { createRandom } from '../random.ts'
import { BROKEN, HOSTILE, pathsOf, withAt } from './mutations.ts'

type Payload = { kind: string; payload: Record<string, unknown> }

/** A request; `what` names it in the report. */
type HostileRequest = { what: string; headers: Record<string, string>; body: string }

/** The number of responses per status, and the requests without one. */
type Responses = {
  statuses: Record<string, number>
  slowestMs: number
  unanswered: string[]
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json; charset=utf-8'
const LATE_SECONDS = [-3600, -301, 301, 86_400]

/** Makes hostile requests from recorded payloads; each is sent as one of `people` instead of the recorder. */
export function hostileRequests(deps: {
  payloads: readonly Payload[]
  secret: string
  recorder: string
  people: string[]
  seed: number
}) {
  const { payloads, secret, recorder, people } = deps
  const { pick, below } = createRandom(deps.seed)
  const places = payloads.flatMap(({ kind, payload }) =>
    pathsOf(payload).map(path => ({ kind, payload, path })),
  )

  function headersOf(body: string, type: string, seconds = 0, key = secret) {
    return { 'content-type': type, ...signed(key, new Date(Date.now() + seconds * 1000), body) }
  }

  function encode(kind: string, payload: unknown): { body: string; type: string } {
    const json = JSON.stringify(payload).replaceAll(recorder, pick(people))
    if (kind === 'event_callback') return { body: json, type: JSON_TYPE }
    if (kind !== 'command') return { body: `payload=${encodeURIComponent(json.toWellFormed())}`, type: FORM }
    const fields = Object.entries(JSON.parse(json)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    return { body: new URLSearchParams(fields).toString(), type: FORM }
  }

  const kinds: readonly (() => HostileRequest)[] = [
    ...Array(14).fill(() => {
      const { kind, payload, path } = pick(places)
      const { body, type } = encode(kind, withAt(payload, path, pick([undefined, ...HOSTILE])))
      return { what: `${kind} ${path.join('.')}`, headers: headersOf(body, type), body }
    }),
    () => {
      const { kind, payload } = pick(payloads)
      const { body, type } = encode(kind, payload)
      const cut = body.slice(0, Math.floor(below(body.length)))
      return { what: `${kind} cut`, headers: headersOf(cut, type), body: cut }
    },
    () => {
      const body = pick(BROKEN)
      return {
        what: `broken ${body.slice(0, 30)}`,
        headers: headersOf(body, pick([FORM, JSON_TYPE, 'text/plain', ''])),
        body,
      }
    },
    () => {
      const { kind, payload } = pick(payloads)
      const { body, type } = encode(kind, payload)
      const headers = pick([
        headersOf(body, type, pick(LATE_SECONDS)),
        headersOf(body, type, 0, 'another secret'),
        {
          ...headersOf(body, type),
          'x-slack-signature': pick(['', 'v0=', 'v0=zz', 'v1=00', `v0=${'0'.repeat(5000)}`]),
        },
        {
          ...headersOf(body, type),
          'x-slack-request-timestamp': pick(['', 'now', '-1', '1e9', '9'.repeat(400)]),
        },
        { 'content-type': type },
      ])
      return { what: `${kind} badly signed`, headers, body }
    },
    () => {
      const body = `{"type":"event_callback","x":"${'x'.repeat(pick([10_000, 1_000_000, 1_100_000]))}"}`
      return {
        what: `${body.length} bytes`,
        headers: pick([headersOf(body, JSON_TYPE), { 'content-type': FORM }]),
        body,
      }
    },
  ]
  return (): HostileRequest => pick(kinds)()
}

/** Sends requests to the bot, twelve at a time. */
export async function sendRequests(
  address: string,
  next: () => HostileRequest,
  count: number,
): Promise<Responses> {
  const pool = new Pool(address, { connections: 16, headersTimeout: 10_000 })
  const report: Responses = { statuses: {}, slowestMs: 0, unanswered: [] }
  let left = count
  async function attacker() {
    while (left-- > 0) {
      const { what, headers, body } = next()
      const startedAt = performance.now()
      try {
        const answer = await pool.request({ path: '/slack/events', method: 'POST', headers, body })
        await answer.body.dump()
        report.statuses[answer.statusCode] = (report.statuses[answer.statusCode] ?? 0) + 1
      } catch (error) {
        report.unanswered.push(`${what}: ${error instanceof Error ? error.message : 'unknown'}`)
      }
      report.slowestMs = Math.max(report.slowestMs, performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: 12 }, attacker))
  await pool.close()
  return report
}
