import { page } from '../../core/common-fields.ts'
import type { Member } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import type { Organization } from '../../core/person.ts'
import { capitalize, formatCount } from '../../language/wording.ts'
import { formButton, runButton } from '../../message/blocks.ts'
import { cutMrkdwn, join, lines, type Mrkdwn, mrkdwn, SEPARATOR } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import type { Answer } from '../../service/contract/contract.ts'
import { formatStamp } from '../calendar-days.ts'
import { formatPage, listReply, pageButtons, pageOf } from '../pages.ts'

type Billing = Answer<'describeBilling'>

/** Describes the billing of the current organization, with its name from the billing data if present. */
export async function describeBilling(context: Member): Promise<Billing & { organization: Organization }> {
  const { id, name } = context.organization
  const { organization, subscription } = await context.call('describeBilling', { org_id: id })
  return { subscription, organization: { ...organization, id, name: organization.name ?? name } }
}

/** `Subscription: plan team, 25 instances, paid until Tue 1 Dec 2026.`; the service may omit each part. */
function formatSubscription({ plan, quantity, payment_exp }: NonNullable<Billing['subscription']>) {
  const parts = [
    plan && `plan ${plan}`,
    quantity && formatInstances(quantity),
    payment_exp && `paid until ${formatStamp(payment_exp)}`,
  ].filter(Boolean)
  if (parts.length === 0) return 'There is a subscription; the service gives no details of it.'
  return `Subscription: ${parts.join(', ')}.`
}

export const formatInstances = (count: number | string): string => formatCount(count, 'instance')

export const SHOW = runButton('Show billing', 'billing.show')

export const CHANGE_QUANTITY = formButton('Change quantity', 'billing.quantity')

export const CREATE = formButton('Create subscription', 'billing.subscribe')

const billingShow = operation({
  id: 'billing.show',
  command: { words: ['billing', 'billing show'] },
  summary: 'shows the subscription of your organization, and how much of it is in use',
  private: true,
  fields: {},
  execute: (_, context) => describeBilling(context),
  present({ organization, subscription }) {
    const { owner, resources, name } = organization
    const text = lines(
      mrkdwn`*Billing of ${name}*`,
      mrkdwn`${subscription ? formatSubscription(subscription) : 'There is no subscription.'}`,
      resources === undefined ? undefined : mrkdwn`${formatInstances(resources)} in use.`,
      owner ? mrkdwn`Owner: ${owner}` : undefined,
    )
    if (!subscription) return reply('me', text, CREATE, HISTORY)
    return reply(
      'me',
      text,
      CHANGE_QUANTITY,
      runButton('Change card', 'billing.card'),
      HISTORY,
      formButton('Cancel subscription', 'billing.cancel'),
    )
  },
})

const billingHistory = operation({
  id: 'billing.history',
  command: {
    words: [
      'billing history',
      'billing invoices',
      'invoices',
      'show invoices',
      'list invoices',
      'show billing history',
    ],
  },
  summary: 'lists what the service has billed',
  private: true,
  fields: { page },
  async execute({ page }, { call, organization }) {
    const { history } = await call('billingHistory', { org_id: organization.id })
    return pageOf(history, page)
  },
  present(page, { organization: { name } }) {
    if (page.total === 0) return reply('me', mrkdwn`The service lists no billing records of *${name}*.`, SHOW)
    const title = mrkdwn`*${name}* has ${formatCount(page.total, 'billing record')}${formatPage(page)}.`
    const rows = page.items.map(record => ({ text: formatInvoice(record) }))
    return listReply(title, rows, ...pageButtons('billing.history', page))
  },
})

const HISTORY = runButton('Billing history', 'billing.history')

/** In characters, so that ten records fit into a message. */
const MAX_RECORD_LENGTH = 1000

/** `Date: Sun 1 Nov 2026  ·  Amount: 225.00 EUR`; the interface document does not specify the fields. */
function formatInvoice(record: Readonly<Record<string, string>>): Mrkdwn {
  const entries = Object.entries(record).filter(([, value]) => value.trim() !== '')
  if (entries.length === 0) return mrkdwn`An empty record.`
  const parts = entries.map(([key, value]) => mrkdwn`${formatKey(key)}: ${formatStamp(value)}`)
  return { mrkdwn: cutMrkdwn(join(parts, SEPARATOR), MAX_RECORD_LENGTH) }
}

/** Formats `payment_exp` and `paymentExp` as `Payment exp`. */
function formatKey(key: string): string {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return capitalize(words)
}

export const billingOperations = [billingShow, billingHistory]
