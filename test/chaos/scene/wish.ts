import type { Person } from '../../../src/playground/local-workspace.ts'
import type { Deed } from './deed.ts'

/** Somebody who asks, where they act and with which token. */
export type Asker = Person & { token: string; organization: { id: string; name: string } }

/** One time that a request was handed to a replica, in one of its lives, and what that answered. */
export type Delivery = {
  replica: number
  life: number
  status: number
  body: unknown
  at: number
  answeredAt: number
  /** Nobody listened, so nobody has it. */
  refused: boolean
  error?: string | undefined
}

/** One request, by its idempotency key, however often it was delivered. */
export type Ask = { key: string; user: string; at: number; deliveries: Delivery[] }

/** One change that somebody wants: in a channel of its own and with names that nothing else has. */
export type Wish = {
  id: number
  channel: string
  /** What the plan of it is called, and why it is wanted. */
  plan: string
  why: string
  deed: Deed
  person: Asker
  other: Asker
  /** The ids of what was there before: its plans, and the pause of the first. */
  plans: string[]
  pause: string | undefined
  /** The id of a credential of the organization, where one is needed. */
  credential?: string | undefined
  /** Whether what is sent now asks for it, rather than for a form. */
  asking: boolean
  asks: Ask[]
}

const padded = (id: number) => String(id).padStart(5, '0')

/** A wish that is nobody else's. */
export const wishOf = (id: number, deed: Deed, person: Asker, other: Asker): Wish => ({
  ...{ id, deed, person, other },
  channel: `C${padded(id)}W`,
  plan: `p-${padded(id)}`,
  why: `why-${padded(id)}`,
  ...{ plans: [], pause: undefined, asking: false, asks: [] },
})

/** The wish that a text is about, by its channel or by the names of it. */
export function wishIn(text: string): number | undefined {
  const [, channel, name] = /\bC(\d{5})W\b|\b(?:p|why|i)-(\d{5})/.exec(text) ?? []
  const found = channel ?? name
  return found === undefined ? undefined : Number(found)
}

/** Whether a request for it surely was taken. */
export const isTaken = ({ deliveries }: Ask): boolean => deliveries.some(({ status }) => status === 200)

/** What the message says whose button asks for it. */
export const sayOffer = (plan: string): string => `Here is *${plan}*.`
