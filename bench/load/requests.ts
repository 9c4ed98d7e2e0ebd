import type { Channel, Person, Team } from '../../src/playground/local-workspace.ts'
import { commandFields, commonFields, messagePayload } from '../../src/playground/payloads.ts'
import { signed } from '../../test/signed.ts'
import payloads from './payloads.json' with { type: 'json' }
import { planName, servers } from './servers.ts'

/** Enough people for cached reads of the service to expire before a person's next request. */
export const PEOPLE = 2000
export const TEAM: Team = { id: 'T0BENCH', domain: 'bench' }
export const SIGNING_SECRET = 'the signing secret of the bench'

export const userOf = (person: number): string => `U0P${person}`
const personOf = (person: number): Person => ({ id: userOf(person), name: 'Ana', zone: 'Europe/Berlin' })
/** Each person has their own channel, which identifies the recipient of a message. */
const channelOf = (person: number): Channel => ({ id: `C0P${person}`, name: 'ops' })

/** The differences between requests of a kind: `index` counts them, and `id` is unique. */
type Source = { index: number; id: number; person: number; responseUrl: string }

/** Every answer but no rejection contains `holds`; `personAt` selects the sender, by default each in turn. */
export type Kind = {
  title: string
  holds: string
  personAt?(index: number): number
  body(source: Source): string
}

/** The number of people who type at the same time, each into their own form. */
export const TYPISTS = 64
const typed = ['p', 'pl', 'plan', 'plan-001']
const LETTERS = TYPISTS * typed.length
const formAt = (index: number): number => Math.floor(index / LETTERS) * TYPISTS + (index % TYPISTS)

export const kinds = {
  read: { title: 'Read: `/plan`, answered in the ack', holds: planName(7), body: command('/plan') },
  respond: {
    title: 'Read: a button, answered by response_url',
    holds: planName(7),
    body({ responseUrl: response_url, ...source }) {
      const channel = channelOf(source.person)
      const message = messagePayload({ ...payloads.message, channel: channel.id }, channel, TEAM)
      return interaction('block_actions', source, { ...message, actions: payloads.actions, response_url })
    },
  },
  typeahead: {
    title: 'Type-ahead: a letter typed into a select of plans',
    holds: planName(10),
    personAt: formAt,
    body({ index, ...source }) {
      const value = typed[Math.floor(index / TYPISTS) % typed.length]
      const view = formOf(source, formAt(index), {})
      return interaction('block_suggestion', source, { view, action_id: 'plan', block_id: 'plan', value })
    },
  },
  change: {
    title: `Change: \`/pause ${planName(7)} tomorrow load test\``,
    holds: 'paused',
    body: command(`/pause ${planName(7)} tomorrow load test`),
  },
  form: {
    title: 'Change: the form of a pause, submitted',
    holds: 'paused',
    body(source) {
      const view = formOf(source, source.id, payloads.values)
      return interaction('view_submission', source, { view, response_urls: [] })
    },
  },
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export function command(line: string) {
  return ({ responseUrl: response_url, id, person }: Source): string => {
    const fields = commandFields(personOf(person), channelOf(person), line, TEAM)
    return new URLSearchParams({ ...fields, response_url, trigger_id: triggerOf(id) }).toString()
  }
}

const triggerOf = (id: number): string => `${id}.1700000000.8e2c0c3f6b7d4c1f9a5e3b2d1c0f4a6b`

function interaction(type: string, { id, person }: Pick<Source, 'id' | 'person'>, payload: object): string {
  const fields = { type, ...commonFields(personOf(person), TEAM), trigger_id: triggerOf(id), ...payload }
  return `payload=${encodeURIComponent(JSON.stringify(fields))}`
}

function formOf({ id, person }: Pick<Source, 'id' | 'person'>, form: number, values: object) {
  const [user, channel] = [userOf(person), channelOf(person).id]
  const origin = { team: TEAM.id, user, channel, since: Math.floor(Date.now() / 1000) }
  const metadata = JSON.stringify({ origin, data: { args: {} } })
  const ids = { id: `V0${form}`, root_view_id: `V0${form}`, hash: `${id}.aaaa` }
  return { ...payloads.form, ...ids, private_metadata: metadata, state: { values } }
}

let createdCount = 0

/** Creates unique signed requests of one kind: the bot would recognize a repeated one. */
export function createRequests(kind: Kind) {
  const { holds, personAt = (index: number) => index } = kind
  let index = Math.ceil(createdCount / LETTERS) * LETTERS
  return {
    holds,
    next() {
      const id = createdCount++
      const person = personAt(index) % PEOPLE
      const body = kind.body({ index: index++, id, person, responseUrl: servers.responseUrl(person) })
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
