import type { Person } from '../../../src/playground/local-workspace.ts'
import type { Scenario } from './scenarios.ts'

/** A person with the token and the organization that they act with. */
export type Actor = Person & { token: string; organization: { id: string; name: string } }

/** One delivery of a Slack request to one incarnation of a replica, and the response. */
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

/** One Slack request, by its idempotency key, with all of its deliveries. */
export type Attempt = { key: string; user: string; at: number; deliveries: Delivery[] }

/** One change that a person wants, in a channel and with names that no other intent uses. */
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
  /** The ids of the plans that were made for it beforehand, and of the pause of the first. */
  plans: string[]
  pause: string | undefined
  /** The id of a credential of the organization, where the scenario needs one. */
  credential?: string | undefined
  /** Whether what is sent now asks for the change, and not only for its form. */
  asking: boolean
  attempts: Attempt[]
}

const padded = (id: number) => String(id).padStart(5, '0')

export const createIntent = (id: number, scenario: Scenario, person: Actor, other: Actor): Intent => ({
  id,
  channel: `C${padded(id)}W`,
  plan: `p-${padded(id)}`,
  why: `why-${padded(id)}`,
  scenario,
  person,
  other,
  plans: [],
  pause: undefined,
  asking: false,
  attempts: [],
})

/** The id of the intent that a text is about, by its channel or one of its names. */
export function intentIdIn(text: string): number | undefined {
  const [, channel, name] = /\bC(\d{5})W\b|\b(?:p|why|i)-(\d{5})/.exec(text) ?? []
  const found = channel ?? name
  return found === undefined ? undefined : Number(found)
}

export const isAcknowledged = ({ deliveries }: Attempt): boolean =>
  deliveries.some(({ status }) => status === 200)

/** The text of the message whose button asks for the change. */
export const offerText = (plan: string): string => `Here is *${plan}*.`
