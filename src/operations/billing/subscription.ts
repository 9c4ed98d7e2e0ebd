import type { Args } from '../../core/args.ts'
import type { Member } from '../../core/context.ts'
import type { Organization } from '../../core/person.ts'
import { formatCount } from '../../language/counts.ts'
import { type Button, formButton, runButton } from '../../message/blocks.ts'
import type { Answer } from '../../service/contract/contract.ts'
import { formatStamp } from '../calendar-days.ts'

type Billing = Answer<'describeBilling'>

/** What the service bills the current organization, under the name that it tells. */
export async function describeBilling(context: Member): Promise<Billing & { organization: Organization }> {
  const { id, name } = context.organization
  const { organization, subscription } = await context.read('describeBilling', { org_id: id })
  return { subscription, organization: { ...organization, id, name: organization.name ?? name } }
}

/** `Subscription: plan team, 25 instances, paid until Tue 1 Dec 2026.`, as far as the service tells. */
export function formatSubscription({
  plan,
  quantity,
  payment_exp,
}: NonNullable<Billing['subscription']>): string {
  const parts = [
    plan && `plan ${plan}`,
    quantity && formatInstances(quantity),
    payment_exp && `paid until ${formatStamp(payment_exp)}`,
  ].filter(Boolean)
  if (parts.length === 0) return 'There is a subscription; the service gives no details of it.'
  return `Subscription: ${parts.join(', ')}.`
}

/** `25 instances`. */
export const formatInstances = (count: number | string): string => formatCount(count, 'instance')

/** The arguments of a button about the billing of an organization. */
export const billingArgs = ({ id }: Organization): Args => ({ organizationId: id })

export const SHOW = runButton('Show billing', 'billing.show')

export const subscribeButton = (organization: Organization): Button =>
  formButton('Create subscription', 'billing.subscribe', billingArgs(organization))
