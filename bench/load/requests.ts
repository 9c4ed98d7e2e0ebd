import { PEOPLE } from '../people.ts'
import { planName } from '../surroundings.ts'
import { command, formAt, LETTERS, letter, press, submission, type WriteBody } from './payloads.ts'
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
  body: WriteBody
  /** Whose request has this number. */
  person(index: number): number
}

const inTurn = (index: number): number => index % PEOPLE

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
