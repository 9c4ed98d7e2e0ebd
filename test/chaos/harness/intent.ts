import type { Person } from '../../../src/playground/local-workspace.ts'
import type { Scenario } from './scenarios.ts'

/** A person with their token and organization. */
export type Actor = Person & { token: string; organization: { id: string; name: string } }

/** A delivery of a Slack request to one life of a replica, and the response. */
export type Delivery = {
  replica: number
  life: number
  status: number
  body: unknown
  at: number
  answeredAt: number
  /** The connection was refused, so the replica has not seen the request. */
  refused: boolean
  error?: string | undefined
}

/** A Slack request by its idempotency key, with all its deliveries. */
export type Attempt = { key: string; user: string; at: number; deliveries: Delivery[] }

/** A change that a person wants, in a channel and with names that no other intent uses. */
export type Intent = {
  id: number
  channel: string
  /** The name of its plan. */
  plan: string
  /** Its reason. */
  why: string
  scenario: Scenario
  person: Actor
  other: Actor
  /** The ids of the plans that were prepared for it, and of the pause of the first. */
  plans: string[]
  pause: string | undefined
  /** The id of a credential of the organization, if the scenario needs one. */
  credential?: string | undefined
  /** Whether the current request is for the change, not only for its form. */
  asking: boolean
  attempts: Attempt[]
}

const pad = (id: number) => String(id).padStart(5, '0')

export const createIntent = (id: number, scenario: Scenario, person: Actor, other: Actor): Intent => ({
  id,
  channel: `C${pad(id)}W`,
  plan: `p-${pad(id)}`,
  why: `why-${pad(id)}`,
  scenario,
  person,
  other,
  plans: [],
  pause: undefined,
  asking: false,
  attempts: [],
})

/** Returns the id of the intent whose channel or name occurs in a text. */
export function intentIdIn(text: string): number | undefined {
  const [, channel, name] = /\bC(\d{5})W\b|\b(?:p|why|i)-(\d{5})/.exec(text) ?? []
  const id = channel ?? name
  return id === undefined ? undefined : Number(id)
}

export const isAcknowledged = ({ deliveries }: Attempt): boolean =>
  deliveries.some(({ status }) => status === 200)

/** Returns the text of the message with the button for the change. */
export const offerText = (plan: string): string => `Here is *${plan}*.`
