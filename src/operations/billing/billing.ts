import { takingBack } from '../../core/form-filling.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { filled } from '../../core/raw.ts'
import { sayCount } from '../../language/counts.ts'
import { within } from '../../language/within.ts'
import { type Button, opens, runs } from '../../message/blocks.ts'
import { lines, mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { page } from '../fields/plain.ts'
import { listReply, pageOf, sayPage, turnButtons } from '../pages.ts'
import { invoiceOf } from './invoices.ts'
import { calledNow, describe, SHOW, sayInstances, saySubscription, subscribeButton } from './subscription.ts'

const billingShow = operation({
  id: 'billing.show',
  sentences: ['billing', 'billing show'],
  summary: 'shows the subscription of your organization, and how much of it is in use',
  examples: ['billing'],
  access: 'actor',
  effect: 'read',
  private: true,
  fields: {},
  perform: (_, me) => describe(me),
  reply({ organization, subscription }, me) {
    const { owner, resources } = organization
    const now = calledNow(me.organization, organization)
    const text = lines(
      mrkdwn`*Billing of ${now.name}*`,
      mrkdwn`${subscription ? saySubscription(subscription) : 'There is no subscription.'}`,
      resources === undefined ? undefined : mrkdwn`${sayInstances(resources)} in use.`,
      owner ? mrkdwn`Owner: ${owner}` : undefined,
    )
    const about = within(now)
    const counted = filled({ quantity: subscription?.quantity })
    const ways: Button[] = subscription
      ? [
          opens('Change quantity', 'billing.quantity', takingBack({ ...about, ...counted }, counted)),
          runs('Change card', 'billing.card', about),
          HISTORY,
          opens('Cancel subscription', 'billing.cancel', about),
        ]
      : [subscribeButton(about), HISTORY]
    return reply('me', text, ...ways)
  },
})

const billingHistory = operation({
  id: 'billing.history',
  sentences: [
    'billing history',
    'billing invoices',
    'invoices',
    'show invoices',
    'list invoices',
    'show billing history',
  ],
  summary: 'lists what the service has billed',
  examples: ['billing history'],
  access: 'actor',
  effect: 'read',
  private: true,
  fields: { page },
  async perform({ page }, me) {
    const { history } = await me.call('billingHistory', { org_id: me.organization.id })
    return pageOf(history, page)
  },
  reply(page, me) {
    const { shown, total } = page
    if (total === 0)
      return reply('me', mrkdwn`The service lists no billing records of *${me.organization.name}*.`, SHOW)
    const title = mrkdwn`*${me.organization.name}* has ${sayCount(total, 'billing record')}${sayPage(page)}.`
    const rows = shown.map(record => ({ text: invoiceOf(record) }))
    return listReply(title, rows, ...turnButtons('billing.history', page))
  },
})

const HISTORY = runs('Billing history', 'billing.history')

export const billing: readonly Operation[] = [billingShow, billingHistory]
