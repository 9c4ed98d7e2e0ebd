import { page } from '../../core/common-fields.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { formatCount } from '../../language/counts.ts'
import { formButton, runButton } from '../../message/blocks.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { formatPage, listReply, pageButtons, pageOf } from '../pages.ts'
import { formatInvoice } from './invoices.ts'
import {
  billingArgs,
  describeBilling,
  formatInstances,
  formatSubscription,
  SHOW,
  subscribeButton,
} from './subscription.ts'

const billingShow = operation({
  id: 'billing.show',
  command: { words: ['billing', 'billing show'] },
  help: {
    summary: 'shows the subscription of your organization, and how much of it is in use',
    examples: ['billing'],
  },
  access: 'member',
  effect: 'read',
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
    const args = billingArgs(organization)
    if (!subscription) return reply('me', text, subscribeButton(organization), HISTORY)
    return reply(
      'me',
      text,
      formButton('Change quantity', 'billing.quantity', args),
      runButton('Change card', 'billing.card', args),
      HISTORY,
      formButton('Cancel subscription', 'billing.cancel', args),
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
  help: { summary: 'lists what the service has billed', examples: ['billing history'] },
  access: 'member',
  effect: 'read',
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

export const billingOperations: readonly Operation[] = [billingShow, billingHistory]
