import { signed } from '../../test/signed.ts'
import payloads from './payloads.json' with { type: 'json' }
import { planName } from './servers.ts'

/** People who send requests: enough that none exceeds what one person may send. */
export const PEOPLE = 4000
export const TEAM = payloads.command.team_id
export const SIGNING_SECRET = 'the signing secret of the bench'

/** Each person has a channel of their own, which tells whom a message answers. */
export const userOf = (person: number): string => `U0P${person}`
const channelOf = (person: number): string => `C0P${person}`

/** What differs between requests of a kind: `index` counts them, and `id` is never used twice. */
type Source = { index: number; id: number; person: number; responseUrl: string }

/** `holds` is in every answer, and in no rejection. */
type Kind = { title: string; holds: string; body(source: Source): string }

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
    body({ responseUrl, ...source }) {
      const channel_id = channelOf(source.person)
      const container = { type: 'message', message_ts: payloads.button.message.ts, channel_id }
      const where = { container, channel: { id: channel_id, name: 'ops' }, response_url: responseUrl }
      return interaction('block_actions', source, { ...payloads.button, ...where })
    },
  },
  typeahead: {
    title: 'Type-ahead: a letter typed into a select of plans',
    holds: planName(10),
    body({ index, ...source }) {
      const value = typed[Math.floor(index / TYPISTS) % typed.length]
      const view = formOf(source, formAt(index), {})
      return interaction('block_suggestion', source, { view, action_id: 'plan', block_id: 'plan', value })
    },
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
        view: formOf(source, source.id, payloads.values),
        response_urls: [],
      }),
  },
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

type Sender = Pick<Source, 'id' | 'person'>

function command(name: string, text = '') {
  return ({ responseUrl, ...sender }: Source): string => {
    const who = { user_id: userOf(sender.person), channel_id: channelOf(sender.person) }
    const what = { command: name, text, response_url: responseUrl, trigger_id: triggerOf(sender) }
    return new URLSearchParams({ ...payloads.command, ...who, ...what }).toString()
  }
}

const triggerOf = ({ id }: Sender): string => `${id}.1700000000.8e2c0c3f6b7d4c1f9a5e3b2d1c0f4a6b`

function interaction(type: string, sender: Sender, payload: object): string {
  const user = { id: userOf(sender.person), username: 'ana', name: 'ana', team_id: TEAM }
  const common = { type, ...payloads.interaction, user, trigger_id: triggerOf(sender) }
  return `payload=${encodeURIComponent(JSON.stringify({ ...common, ...payload }))}`
}

function formOf({ id, person }: Sender, form: number, values: object) {
  const [user, channel] = [userOf(person), channelOf(person)]
  const origin = { team: TEAM, user, channel, since: Math.floor(Date.now() / 1000) }
  const metadata = JSON.stringify({ origin, data: { args: {} } })
  const ids = { id: `V0${form}`, root_view_id: `V0${form}`, hash: `${id}.aaaa` }
  return { ...payloads.form, ...ids, private_metadata: metadata, state: { values } }
}

let made = 0

/**
 * Makes signed requests of one kind, by all people in turn or by one, with other words behind `/pause` where they are given.
 * None is made twice, for the bot would recognise it.
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
    next() {
      const id = made++
      const person = only ?? (name === 'typeahead' ? formAt(index) : index) % PEOPLE
      const body = bodyOf({ index: index++, id, person, responseUrl: responseUrl(person) })
      const headers = {
        ...signed(SIGNING_SECRET, new Date(), body),
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      }
      return { person, body, headers }
    },
  }
}

export type Requests = ReturnType<typeof createRequests>
