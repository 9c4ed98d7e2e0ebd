import { PEOPLE, personAt, TEAM } from '../people.ts'
import { planName } from '../surroundings.ts'
import { signed } from './signed.ts'

/** One request of one of the people, ready for the wire. */
export type Asked = { person: number; bytes: Buffer }

/** A kind of request: what is sent, and by which way its answer comes. */
export type Kind = {
  title: string
  short: string
  /** In the ack itself, or in what is sent to Slack after it. */
  answered: 'in the ack' | 'afterwards'
  /** What every answer holds that is one. */
  holds: string
  /** The body of the request with this number, which no other request has. */
  body(index: number, person: number, responseUrl: (person: number) => string): string
  /** Whose request has this number. */
  person(index: number): number
}

const inTurn = (index: number): number => index % PEOPLE

const command = (line: string): Kind['body'] => {
  const [name = '', ...words] = line.split(' ')
  return (index, at, responseUrl) => {
    const { user, channel } = personAt(at)
    return new URLSearchParams({
      token: 'gIkuvaNzQIHg97ATvDxqgjtO',
      team_id: TEAM,
      team_domain: 'bench',
      channel_id: channel,
      channel_name: 'ops',
      user_id: user,
      user_name: 'ana',
      command: name,
      text: words.join(' '),
      api_app_id: 'A0BENCH',
      is_enterprise_install: 'false',
      response_url: responseUrl(at),
      trigger_id: triggerOf(index),
    }).toString()
  }
}

const triggerOf = (index: number): string => `${index}.1700000000.8e2c0c3f6b7d4c1f9a5e3b2d1c0f4a6b`

/** The parts that every interaction carries. */
const common = (index: number, at: number) => {
  const { user } = personAt(at)
  return {
    team: { id: TEAM, domain: 'bench' },
    user: { id: user, username: 'ana', name: 'ana', team_id: TEAM },
    api_app_id: 'A0BENCH',
    token: 'gIkuvaNzQIHg97ATvDxqgjtO',
    trigger_id: triggerOf(index),
    enterprise: null,
    is_enterprise_install: false,
  }
}

const form = (payload: object): string => `payload=${encodeURIComponent(JSON.stringify(payload))}`

const press: Kind['body'] = (index, at, responseUrl) => {
  const { channel } = personAt(at)
  return form({
    type: 'block_actions',
    ...common(index, at),
    container: { type: 'message', message_ts: '1700000000.000100', channel_id: channel, is_ephemeral: false },
    channel: { id: channel, name: 'ops' },
    message: {
      type: 'message',
      user: 'U0BOT',
      bot_id: 'B0BOT',
      ts: '1700000000.000100',
      text: 'Plans',
      blocks: [],
    },
    state: { values: {} },
    response_url: responseUrl(at),
    actions: [
      {
        type: 'button',
        action_id: 'plan.list:0',
        block_id: 'b0',
        text: { type: 'plain_text', text: 'Show plans', emoji: true },
        value: JSON.stringify({ how: 'run', raw: {} }),
        action_ts: '1700000000.100000',
      },
    ],
  })
}

/** The form in which somebody pauses a plan, as Slack tells of it. */
const view = (index: number, at: number, form: number) => {
  const { user, channel } = personAt(at)
  return {
    id: `V0${form}`,
    team_id: TEAM,
    type: 'modal',
    callback_id: 'pause.add',
    private_metadata: JSON.stringify({
      origin: { team: TEAM, user, channel, since: Math.floor(Date.now() / 1000) },
      hidden: {},
    }),
    title: { type: 'plain_text', text: 'Pause a plan', emoji: true },
    submit: { type: 'plain_text', text: 'Pause', emoji: true },
    close: { type: 'plain_text', text: 'Cancel', emoji: true },
    blocks: [],
    hash: `${index}.aaaa`,
    root_view_id: `V0${form}`,
    app_id: 'A0BENCH',
    app_installed_team_id: TEAM,
    bot_id: 'B0BOT',
  }
}

/** Somebody who looks for a plan types as many letters into a form, one after the other. */
const TYPED = ['p', 'pl', 'plan', 'plan-001']
/** So many type at the same time. */
const TYPISTS = 64

/** So many letters are those of several forms in full. */
export const LETTERS = 2 * TYPED.length * TYPISTS

/** Whether the letter with this number is not the first of its form. */
export const isWarm = (index: number): boolean => Math.floor(index / TYPISTS) % TYPED.length > 0

const formAt = (index: number): number =>
  Math.floor(index / (TYPED.length * TYPISTS)) * TYPISTS + (index % TYPISTS)
const typedAt = (index: number): string => TYPED[Math.floor(index / TYPISTS) % TYPED.length] ?? ''

const letter: Kind['body'] = (index, at) =>
  form({
    type: 'block_suggestion',
    ...common(index, at),
    container: { type: 'view', view_id: `V0${formAt(index)}` },
    view: { ...view(index, at, formAt(index)), state: { values: {} } },
    action_id: 'plan',
    block_id: 'plan',
    value: typedAt(index),
  })

const submission: Kind['body'] = (index, at) => {
  const typed = (words: string) => ({ type: 'plain_text_input', value: words })
  const option = {
    text: { type: 'plain_text', text: planName(7), emoji: true },
    value: `#5007 ${planName(7)}`,
  }
  return form({
    type: 'view_submission',
    ...common(index, at),
    view: {
      ...view(index, at, index),
      state: {
        values: {
          plan: { plan: { type: 'external_select', selected_option: option } },
          from: { from: typed('tomorrow') },
          until: { until: typed('tomorrow') },
          reason: { reason: typed('load test') },
        },
      },
    },
    response_urls: [],
  })
}

/** Everything that is measured, by the name that the command line knows it by. */
export const kinds = {
  read: {
    title: 'Read: `/plan`, answered in the ack',
    short: '`/plan`',
    answered: 'in the ack',
    holds: planName(7),
    body: command('/plan'),
    person: inTurn,
  },
  respond: {
    title: 'Read: a button, answered by response_url',
    short: 'button',
    answered: 'afterwards',
    holds: planName(7),
    body: press,
    person: inTurn,
  },
  change: {
    title: 'Change: `/pause plan-0007 tomorrow load test`',
    short: '`/pause`',
    answered: 'in the ack',
    holds: planName(7),
    body: command(`/pause ${planName(7)} tomorrow load test`),
    person: inTurn,
  },
  typing: {
    title: 'Type-ahead: a letter typed into a select of plans',
    short: 'type-ahead',
    answered: 'in the ack',
    holds: planName(10),
    body: letter,
    person: index => formAt(index) % PEOPLE,
  },
  form: {
    title: 'Form: a pause, submitted, and told in the channel',
    short: 'form',
    answered: 'afterwards',
    holds: planName(7),
    body: submission,
    person: inTurn,
  },
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

/** Makes requests, each of them once; `prepare` signs so many ahead of the time that is measured. */
export function createRequests(kind: Kind, responseUrl: (person: number) => string) {
  let ready: Asked[] = []
  let given = 0
  const make = (): Asked => {
    const index = made++
    const person = kind.person(index)
    return { person, bytes: signed(kind.body(index, person, responseUrl)) }
  }
  return {
    prepare(count: number): void {
      ready = Array.from({ length: count }, make)
      given = 0
    },
    /** Begins with the first letter of new forms; gives the number of the next request. */
    begin(): number {
      ready = []
      made = Math.ceil(made / LETTERS) * LETTERS
      return made
    },
    next: (): Asked => ready[given++] ?? make(),
  }
}

export type Requests = ReturnType<typeof createRequests>

/** No request is ever made twice: the bot would know it again. */
let made = 0
