import { createHmac, createSecretKey } from 'node:crypto'
import { planName } from './servers.ts'

/** People who send requests: enough that none exceeds what one person may send. */
export const PEOPLE = 4000
export const TEAM = 'T0BENCH'
export const SIGNING_SECRET = 'the signing secret of the bench'

/** Each person has a channel of their own, which tells whom a message answers. */
export const userOf = (person: number): string => `U0P${person}`
const channelOf = (person: number): string => `C0P${person}`

/** A signed request of one person. */
export type SignedRequest = { person: number; headers: Record<string, string>; body: string }

/** Where a request comes from: `index` counts those of its kind, `id` is never used twice. */
type Source = { index: number; id: number; person: number; responseUrl: string }

type Kind = {
  title: string
  /** What an answer holds, and no rejection does. */
  holds: string
  body(source: Source): string
}

/** People who type at the same time, each into a form of their own. */
export const TYPISTS = 64
const typed = ['p', 'pl', 'plan', 'plan-001']
const LETTERS = TYPISTS * typed.length
const formAt = (index: number): number => Math.floor(index / LETTERS) * TYPISTS + (index % TYPISTS)

/** The payloads are those of https://docs.slack.dev/reference/interaction-payloads. */
export const kinds = {
  read: { title: 'Read: `/plan`, answered in the ack', holds: planName(7), body: command('/plan') },
  respond: {
    title: 'Read: a button, answered by response_url',
    holds: planName(7),
    body: source =>
      interaction('block_actions', source, {
        container: { type: 'message', message_ts: '1700000000.000100', channel_id: channelOf(source.person) },
        channel: { id: channelOf(source.person), name: 'ops' },
        message: { type: 'message', user: 'U0BOT', ts: '1700000000.000100', text: 'Plans', blocks: [] },
        state: { values: {} },
        response_url: source.responseUrl,
        actions: [
          {
            type: 'button',
            action_id: 'plan.list:0',
            block_id: 'b0',
            text: { type: 'plain_text', text: 'Show plans', emoji: true },
            value: JSON.stringify({ how: 'run', args: {} }),
            action_ts: '1700000000.100000',
          },
        ],
      }),
  },
  typeahead: {
    title: 'Type-ahead: a letter typed into a select of plans',
    holds: planName(10),
    body: ({ index, ...source }) =>
      interaction('block_suggestion', source, {
        view: pauseForm(source, formAt(index), {}),
        action_id: 'plan',
        block_id: 'plan',
        value: typed[Math.floor(index / TYPISTS) % typed.length],
      }),
  },
  change: {
    title: `Change: \`/pause ${planName(7)} tomorrow load test\``,
    holds: planName(7),
    body: command('/pause', `${planName(7)} tomorrow load test`),
  },
  form: {
    title: 'Change: the form of a pause, submitted',
    holds: planName(7),
    body: source =>
      interaction('view_submission', source, {
        view: pauseForm(source, source.id, {
          plan: { plan: { type: 'external_select', selected_option: PLAN } },
          from: { from: { type: 'plain_text_input', value: 'tomorrow' } },
          until: { until: { type: 'plain_text_input', value: 'tomorrow' } },
          reason: { reason: { type: 'plain_text_input', value: 'load test' } },
        }),
        response_urls: [],
      }),
  },
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

const PLAN = { text: { type: 'plain_text', text: planName(7), emoji: true }, value: `#5007 ${planName(7)}` }

function command(name: string, text = '') {
  return ({ id, person, responseUrl }: Source): string =>
    new URLSearchParams({
      team_id: TEAM,
      team_domain: 'bench',
      channel_id: channelOf(person),
      channel_name: 'ops',
      user_id: userOf(person),
      user_name: 'ana',
      command: name,
      text,
      api_app_id: 'A0BENCH',
      is_enterprise_install: 'false',
      response_url: responseUrl,
      trigger_id: triggerOf(id),
    }).toString()
}

const triggerOf = (id: number): string => `${id}.1700000000.8e2c0c3f6b7d4c1f9a5e3b2d1c0f4a6b`

function interaction(type: string, { id, person }: Pick<Source, 'id' | 'person'>, payload: object): string {
  const common = {
    type,
    team: { id: TEAM, domain: 'bench' },
    user: { id: userOf(person), username: 'ana', name: 'ana', team_id: TEAM },
    api_app_id: 'A0BENCH',
    trigger_id: triggerOf(id),
    enterprise: null,
    is_enterprise_install: false,
  }
  return `payload=${encodeURIComponent(JSON.stringify({ ...common, ...payload }))}`
}

const pauseForm = ({ id, person }: Pick<Source, 'id' | 'person'>, form: number, values: object) => ({
  id: `V0${form}`,
  team_id: TEAM,
  type: 'modal',
  callback_id: 'pause.add',
  private_metadata: JSON.stringify({
    origin: {
      team: TEAM,
      user: userOf(person),
      channel: channelOf(person),
      since: Math.floor(Date.now() / 1000),
    },
    data: { args: {} },
  }),
  title: { type: 'plain_text', text: 'Pause a plan', emoji: true },
  submit: { type: 'plain_text', text: 'Pause', emoji: true },
  blocks: [],
  hash: `${id}.aaaa`,
  root_view_id: `V0${form}`,
  app_id: 'A0BENCH',
  bot_id: 'B0BOT',
  state: { values },
})

const key = createSecretKey(SIGNING_SECRET, 'utf8')
let made = 0

/**
 * Makes requests of one kind, by all people in turn or by one, with other words behind `/pause` where they are given. None is
 * made twice, for the bot would recognise it.
 */
export function createRequests(
  name: KindName,
  responseUrl: (person: number) => string,
  { person: only, words }: { person?: number; words?: string } = {},
) {
  const { holds, body: bodyOf }: Kind = words
    ? { ...kinds[name], body: command('/pause', words) }
    : kinds[name]
  let index = Math.ceil(made / LETTERS) * LETTERS
  return {
    holds,
    next(): SignedRequest {
      const id = made++
      const person = only ?? (name === 'typeahead' ? formAt(index) : index) % PEOPLE
      const body = bodyOf({ index: index++, id, person, responseUrl: responseUrl(person) })
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = createHmac('sha256', key).update(`v0:${timestamp}:${body}`).digest('hex')
      return {
        person,
        body,
        headers: {
          'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
          'content-type': 'application/x-www-form-urlencoded',
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': `v0=${signature}`,
        },
      }
    },
  }
}

export type Requests = ReturnType<typeof createRequests>
