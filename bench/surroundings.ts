import { ORGANIZATION, personIn, TEAM } from './people.ts'
import { type Respond, serve, written } from './wire/server.ts'

export type Surroundings = Awaited<ReturnType<typeof surround>>

/** What every program has around it: the scheduling service and Slack's own server, which answer at once, with bytes that are ready. */
export async function surround() {
  let plans = plansOf(USUAL)
  const calls = new Map<string, number>()
  let arrived: (person: number, text: string) => void = () => {}

  const service: Respond = line => {
    const [, path = ''] = line.split(' ', 2)
    const route = path.split('?', 1)[0] ?? ''
    count(`service ${route.slice(route.indexOf('/organizations'))}`)
    if (route.endsWith('/plans/list')) return plans
    if (route.endsWith('/plans/update')) return PAUSED
    if (route.endsWith('/v1/organizations/list')) return ORGANIZATIONS
    return UNKNOWN
  }

  const slack: Respond = (line, body) => {
    const [, path = ''] = line.split(' ', 2)
    const person = path.startsWith('/respond/') ? Number(path.slice('/respond/'.length)) : undefined
    count(person === undefined ? `Slack ${path.slice(path.lastIndexOf('/') + 1)}` : 'Slack response_url')
    if (person !== undefined) {
      arrived(person, body)
      return OK
    }
    if (path.endsWith('/users.info')) return PROFILE
    if (path.endsWith('/auth.test')) return WHO
    if (!/\/chat\.post(?:Message|Ephemeral)$/.test(path)) return OK
    const to = personIn(body)
    if (to !== undefined) arrived(to, body)
    return POSTED
  }

  function count(call: string): void {
    calls.set(call, (calls.get(call) ?? 0) + 1)
  }

  const [serving, talking] = await Promise.all([serve(service), serve(slack)])
  return {
    serviceUrl: `http://127.0.0.1:${serving.port}`,
    slackUrl: `http://127.0.0.1:${talking.port}/api`,
    responseUrl: (person: number) => `http://127.0.0.1:${talking.port}/respond/${person}`,
    /** How many plans the service has from now on. */
    hold: (count: number): void => {
      plans = plansOf(count)
    },
    /** Who hears from now on of what Slack is told, and for whom it is. */
    hear: (listener: typeof arrived): void => {
      arrived = listener
    },
    /** What was called since the last time, and how often. */
    called(): Map<string, number> {
      const since = new Map(calls)
      calls.clear()
      return since
    },
    close: async (): Promise<void> => {
      await Promise.all([serving.close(), talking.close()])
    },
  }
}

/** So many plans there are where nothing else is said. */
export const USUAL = 20

/** The name of a plan, by which answers are known to be whole. */
export const planName = (index: number): string => `plan-${String(index).padStart(4, '0')}`

const plansOf = (count: number): Buffer =>
  written({
    status: 200,
    plans: Array.from({ length: count }, (_, index) => ({
      id: String(5000 + index),
      name: planName(index),
      // Where a list does not tell it, the bot asks for each plan, which its peers do not.
      state: 'active',
      schedule: {
        start: '8',
        duration: '10',
        timezone: 'UTC+01:00',
        days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      },
      pauses: [],
      resources: 12,
    })),
  })

const PAUSED = written({ status: 200, pause_id: '7001' })
const ORGANIZATIONS = written({
  status: 200,
  data: {
    organizations: [
      {
        org_id: ORGANIZATION.id,
        org_name: ORGANIZATION.name,
        role: 'admin',
        owner: 'ana@acme.test',
        resources: 12,
      },
    ],
  },
})
const UNKNOWN = written({ message: 'There is no such path' }, '404 Not Found')
const OK = written({ ok: true })
const WHO = written({
  ok: true,
  url: 'https://bench.slack.com/',
  team: 'Bench',
  team_id: TEAM,
  user: 'dayshift',
  user_id: 'U0BOT',
  bot_id: 'B0BOT',
  app_id: 'A0BENCH',
})
const PROFILE = written({
  ok: true,
  user: {
    id: 'U0',
    tz: 'Europe/Berlin',
    locale: 'en-GB',
    real_name: 'Ana',
    profile: { email: 'ana@acme.test' },
  },
})
const POSTED = written({ ok: true, channel: 'C0', ts: '1700000000.000100', message_ts: '1700000000.000100' })
