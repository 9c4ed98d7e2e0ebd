import { Pool } from 'undici'
import { signed } from '../../signed.ts'
import { createDice } from '../dice.ts'
import { BROKEN, HOSTILE, pathsOf, withAt } from './mutations.ts'

type Payload = { kind: string; payload: Record<string, unknown> }

/** One hostile request, and what it is called in the report. */
type Assault = { what: string; headers: Record<string, string>; body: string }

/** What came of all of them: how many, by status; the slowest, and what got no answer. */
type Report = {
  statuses: Record<string, number>
  slowestMs: number
  unanswered: string[]
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json; charset=utf-8'
const LATE_SECONDS = [-3600, -301, 301, 86_400]

/** The requests that a seed decides, made of real payloads; `people` stand in the place of the one who sent those. */
export function assaults(deps: {
  payloads: readonly Payload[]
  secret: string
  sender: string
  people: string[]
  seed: number
}) {
  const { payloads, secret, sender, people } = deps
  const { one, upTo } = createDice(deps.seed)
  const places = payloads.flatMap(({ kind, payload }) =>
    pathsOf(payload).map(path => ({ kind, payload, path })),
  )

  function headersOf(body: string, type: string, seconds = 0, key = secret) {
    return { 'content-type': type, ...signed(key, new Date(Date.now() + seconds * 1000), body) }
  }

  function written(kind: string, payload: unknown): { body: string; type: string } {
    const json = JSON.stringify(payload).replaceAll(sender, one(people))
    if (kind === 'event_callback') return { body: json, type: JSON_TYPE }
    if (kind !== 'command') return { body: `payload=${encodeURIComponent(json.toWellFormed())}`, type: FORM }
    const fields = Object.entries(JSON.parse(json)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    return { body: new URLSearchParams(fields).toString(), type: FORM }
  }

  const kinds: readonly (() => Assault)[] = [
    ...Array(14).fill(() => {
      const { kind, payload, path } = one(places)
      const { body, type } = written(kind, withAt(payload, path, one([undefined, ...HOSTILE])))
      return { what: `${kind} ${path.join('.')}`, headers: headersOf(body, type), body }
    }),
    () => {
      const { kind, payload } = one(payloads)
      const { body, type } = written(kind, payload)
      const cut = body.slice(0, Math.floor(upTo(body.length)))
      return { what: `${kind} cut`, headers: headersOf(cut, type), body: cut }
    },
    () => {
      const body = one(BROKEN)
      return {
        what: `broken ${body.slice(0, 30)}`,
        headers: headersOf(body, one([FORM, JSON_TYPE, 'text/plain', ''])),
        body,
      }
    },
    () => {
      const { kind, payload } = one(payloads)
      const { body, type } = written(kind, payload)
      const headers = one([
        headersOf(body, type, one(LATE_SECONDS)),
        headersOf(body, type, 0, 'another secret'),
        {
          ...headersOf(body, type),
          'x-slack-signature': one(['', 'v0=', 'v0=zz', 'v1=00', `v0=${'0'.repeat(5000)}`]),
        },
        {
          ...headersOf(body, type),
          'x-slack-request-timestamp': one(['', 'now', '-1', '1e9', '9'.repeat(400)]),
        },
        { 'content-type': type },
      ])
      return { what: `${kind} badly signed`, headers, body }
    },
    () => {
      const body = `{"type":"event_callback","x":"${'x'.repeat(one([10_000, 1_000_000, 1_100_000]))}"}`
      return {
        what: `${body.length} bytes`,
        headers: one([headersOf(body, JSON_TYPE), { 'content-type': FORM }]),
        body,
      }
    },
  ]
  return (): Assault => one(kinds)()
}

/** Sends so many at the bot, a few at a time, and reports what came of them. */
export async function assail(address: string, next: () => Assault, count: number): Promise<Report> {
  const pool = new Pool(address, { connections: 16, headersTimeout: 10_000 })
  const report: Report = { statuses: {}, slowestMs: 0, unanswered: [] }
  let left = count
  async function attacker() {
    while (left-- > 0) {
      const { what, headers, body } = next()
      const begun = performance.now()
      try {
        const answer = await pool.request({ path: '/slack/events', method: 'POST', headers, body })
        await answer.body.dump()
        report.statuses[answer.statusCode] = (report.statuses[answer.statusCode] ?? 0) + 1
      } catch (error) {
        report.unanswered.push(`${what}: ${error instanceof Error ? error.message : 'unknown'}`)
      }
      report.slowestMs = Math.max(report.slowestMs, performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: 12 }, attacker))
  await pool.close()
  return report
}
