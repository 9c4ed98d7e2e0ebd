import type { Actor } from '../../core/context.ts'
import type { Raw } from '../../core/raw.ts'
import { sayCount } from '../../language/counts.ts'
import { type Button, opens, runs } from '../../message/blocks.ts'
import type { Answer } from '../../service/contract/contract.ts'
import { sayStamp } from '../stamps.ts'

type Billing = Answer<'describeBilling'>
type Organization = Actor['organization']

/** What the service bills the organization that somebody acts in. */
export const describe = (me: Actor): Promise<Billing> =>
  me.read('describeBilling', { org_id: me.organization.id })

/** An organization by the name that the service has for it now, where it tells one. */
export const calledNow = (
  { id, name }: Organization,
  { name: now = name }: Billing['organization'],
): Organization => ({ id, name: now })

/** `Subscription: plan team, 25 instances, paid until Tue 1 Dec 2026.`, as far as the service tells. */
export function saySubscription({
  plan,
  quantity,
  payment_exp,
}: NonNullable<Billing['subscription']>): string {
  const parts = [
    plan && `plan ${plan}`,
    quantity && sayInstances(quantity),
    payment_exp && `paid until ${sayStamp(payment_exp)}`,
  ]
  const said = parts.filter(Boolean).join(', ')
  return said ? `Subscription: ${said}.` : 'There is a subscription; the service gives no details of it.'
}

/** `25 instances`, of a count that the service may have written. */
export const sayInstances = (count: number | string): string => sayCount(count, 'instance')

export const SHOW = runs('Show billing', 'billing.show')

/** Opens the form of a new subscription; the raw says of which organization. */
export const subscribeButton = (raw: Raw): Button => opens('Create subscription', 'billing.subscribe', raw)
