import { createServer, type ServerResponse } from 'node:http'
import { listen } from '../../test/port.ts'

export type Servers = Awaited<ReturnType<typeof openServers>>

/** Plans that the service has unless a section sets another number. */
export const USUAL_PLANS = 20

/** Slack gives up on a message long before. */
const LIMIT_MS = 20_000

/** The scheduling service and Slack's Web API, which answer at once with bytes that are ready. */
export async function openServers() {
  let plans = formatPlans(USUAL_PLANS)
  /** By person: what resolves with the next message that they get. */
  const waiting = new Map<number, ((text: string) => void)[]>()

  const service = createServer((request, response) => {
    request.resume()
    const path = request.url ?? ''
    if (path.includes('/plans/list?')) answer(response, plans)
    else if (path.includes('/plans/update?')) answer(response, PAUSED)
    else answer(response, ORGANIZATIONS)
  })

  const slack = createServer(async (request, response) => {
    const { url = '' } = request
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    answer(response, SLACK_ANSWERS[url.slice('/api/'.length).split('?', 1)[0] ?? ''] ?? POSTED)
    const [, person] = /^\/respond\/(\d+)/.exec(url) ?? /\bC0P(\d+)/.exec(body) ?? []
    if (person !== undefined) waiting.get(Number(person))?.shift()?.(body)
  })

  const [servicePort, slackPort] = await Promise.all([listen(service), listen(slack)])
  return {
    serviceUrl: `http://127.0.0.1:${servicePort}`,
    slackUrl: `http://127.0.0.1:${slackPort}/api`,
    responseUrl: (person: number) => `http://127.0.0.1:${slackPort}/respond/${person}`,
    setPlans(count: number): void {
      plans = formatPlans(count)
    },
    /** Resolves with the next message for a person; with nothing when that takes too long, or once it is cancelled. */
    nextMessage(person: number) {
      const { promise, resolve } = Promise.withResolvers<string>()
      const queue = waiting.get(person) ?? []
      waiting.set(person, queue)
      queue.push(resolve)
      const cancel = () => {
        clearTimeout(timer)
        const at = queue.indexOf(resolve)
        if (at >= 0) queue.splice(at, 1)
        resolve('')
      }
      const timer = setTimeout(cancel, LIMIT_MS)
      return { promise, cancel }
    },
    close(): void {
      for (const server of [service, slack]) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

/** A plan's name, by which an answer is known to be whole. */
export const planName = (index: number): string => `plan-${String(index).padStart(4, '0')}`

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri']

/** With the state of each plan: the bot would ask for every plan whose state the list does not tell. */
const formatPlans = (count: number): string =>
  JSON.stringify({
    status: 200,
    plans: Array.from({ length: count }, (_, index) => ({
      id: String(5000 + index),
      name: planName(index),
      state: 'active',
      schedule: { start: '8', duration: '10', timezone: 'UTC+01:00', days: DAYS },
      pauses: [],
      resources: 12,
    })),
  })

const PAUSED = JSON.stringify({ status: 200, pause_id: '7001' })
const ORGANIZATIONS = JSON.stringify({
  status: 200,
  data: { organizations: [{ org_id: '1001', org_name: 'Acme', role: 'admin', resources: 12 }] },
})
const POSTED = JSON.stringify({ ok: true, channel: 'C0', ts: '1700000000.000100' })
const SLACK_ANSWERS: Readonly<Record<string, string>> = {
  'auth.test': JSON.stringify({
    ok: true,
    url: 'https://bench.slack.com/',
    team: 'Bench',
    team_id: 'T0BENCH',
    user: 'dayshift',
    user_id: 'U0BOT',
    bot_id: 'B0BOT',
    app_id: 'A0BENCH',
  }),
  'users.info': JSON.stringify({
    ok: true,
    user: { id: 'U0', tz: 'Europe/Berlin', locale: 'en-GB', real_name: 'Ana', profile: {} },
  }),
}
