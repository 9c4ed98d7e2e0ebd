import { sayReference } from '../../language/names.ts'
import { say } from '../../language/read.ts'
import { within } from '../../language/within.ts'
import { type Button, repeat, runs, turns } from '../../message/blocks.ts'
import type { ServiceError } from '../../service/failure.ts'
import { asksSecrets, type Operation, withoutSecrets } from '../operation.ts'
import { filled, nounOf, type Raw } from '../raw.ts'

/** What was under way when an error came: enough to say what did not happen, and to try it again. */
export type Attempt = {
  operation: Operation
  raw: Raw
  sentence?: string
  reference: string
  /** Whether it is still to be found out what came of it. */
  later?: boolean
}

/** What was typed may hold a secret where one is asked for, and is not repeated then. */
export const repeatable = ({ operation, sentence }: Attempt): string | undefined =>
  asksSecrets(operation) ? undefined : sentence

/** Asks for it again: at once, or in a form where something secret is to be typed. */
export function tryAgain(attempt: Attempt): Button {
  const { operation, raw } = attempt
  const sentence = repeatable(attempt)
  if (sentence !== undefined) return repeat('Try again', sentence)
  const shown = withoutSecrets(operation, raw)
  const secret = Object.keys(shown).length < Object.keys(raw).length
  return { text: 'Try again', operation: operation.id, raw: shown, how: secret ? 'form' : 'turn' }
}

/** What a button can carry of an interrupted request: the sentence that asks for it again. */
export function waiting(attempt: Attempt): string {
  const { operation, raw } = attempt
  const next = repeatable(attempt) ?? say(operation, withoutSecrets(operation, raw))
  return next.length <= LONGEST_WAITING ? next : ''
}

/** Leaves room, with its escapes, for the organization to be used within the 2000 characters of a button's value. */
const LONGEST_WAITING = 800

/** What has to come first, where nobody knows who acts, or in which organization. */
export const LINK = { text: 'Link account', operation: 'account.link' } as const
export const USE = { text: 'Use organization', operation: 'organization.use' } as const

/** A button for what has to come first; what was asked for waits behind it. */
export function interrupting(attempt: Attempt, first: Pick<Button, 'text' | 'operation'>): Button {
  return { ...first, raw: filled({ next: waiting(attempt) }), how: 'form', style: 'primary' }
}

/** Uses the organization that something is of; what was asked for waits behind it, as it is about that one. */
export function usingFirst(attempt: Attempt, organization: { id: string; name: string }): Button {
  const next = waiting({ ...attempt, raw: { ...attempt.raw, ...within(organization) } })
  const raw = filled({ organization: sayReference(organization), next })
  return { ...turns(`Use ${organization.name}`, USE.operation, raw), style: 'primary' }
}

/** Another try; where it is not known whether it was done, a look at what it was about too. */
export function again({ outcome }: ServiceError, attempt: Attempt): Button[] {
  if (outcome === 'not done') return [tryAgain(attempt)]
  const { operation, raw } = attempt
  const look = raw.plan ? runs('Show plan', 'plan.show', { plan: raw.plan }) : LOOKS[nounOf(operation.id)]
  const looks = look ? [look] : []
  return attempt.later ? looks : [...looks, tryAgain(attempt)]
}

/** What shows how things stand, by the noun of the operation that may or may not have changed it. */
const LOOKS: Readonly<Record<string, Button>> = {
  plan: runs('Show plans', 'plan.list'),
  credential: runs('Show credentials', 'credential.list'),
  member: runs('Show members', 'member.list'),
  billing: runs('Show billing', 'billing.show'),
  organization: runs('Show organizations', 'organization.list'),
}
