import { type Operation, operation } from '../../core/operation.ts'
import { filled } from '../../core/raw.ts'
import { within } from '../../language/within.ts'
import { section } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { differences, undoButton } from '../edits.ts'
import { quantity } from '../fields/billing.ts'
import { confirmName, typedName } from '../fields/organizations.ts'
import { changed, hidden } from '../fields/plain.ts'
import { calledNow, describe, SHOW, sayInstances, saySubscription, subscribeButton } from './subscription.ts'

const billingSubscribe = operation({
  id: 'billing.subscribe',
  sentences: ['billing subscribe', 'subscribe'],
  usage: '<quantity>',
  summary: 'gives a link to pay for a subscription for that many instances',
  examples: ['billing subscribe 25'],
  access: 'actor',
  effect: 'change',
  doing: 'asking for a link to pay',
  private: true,
  form: { title: 'Create subscription', submit: 'Create subscription' },
  fields: { quantity },
  async perform({ quantity }, me) {
    const { organization } = me
    const { link } = await me.call('createSubscription', { org_id: organization.id, quantity })
    return { organization, quantity, link }
  },
  reply: ({ organization, quantity, link }) =>
    linkReply(
      mrkdwn`Pay for the subscription of *${organization.name}*, ${sayInstances(quantity)}, on a page of the service. Nothing has been paid yet.`,
      link,
      'Pay',
    ),
})

const billingCard = operation({
  id: 'billing.card',
  sentences: ['billing card', 'change card', 'change credit card', 'update card'],
  summary: 'gives a link to change the card that pays',
  examples: ['billing card'],
  access: 'actor',
  effect: 'change',
  doing: 'asking for a link to change the card',
  private: true,
  fields: {},
  async perform(_, me) {
    const { organization } = me
    const { link } = await me.call('changePaymentMethod', { org_id: organization.id })
    return { organization, link }
  },
  reply: ({ organization, link }) =>
    linkReply(
      mrkdwn`Change the card that pays for *${organization.name}* on a page of the service. Nothing has been changed yet.`,
      link,
      'Change card',
    ),
})

const billingQuantity: Operation = operation({
  id: 'billing.quantity',
  sentences: ['billing quantity'],
  usage: '<quantity>',
  summary: 'changes the number of instances that the subscription is for',
  examples: ['billing quantity 30'],
  access: 'actor',
  effect: 'change',
  doing: 'changing the quantity',
  private: true,
  form: { title: 'Change quantity', submit: 'Change quantity' },
  fields: { quantity, changed },
  async perform({ quantity, changed }, me) {
    const { organization } = me
    const former = (await describe(me)).subscription?.quantity
    // A sentence has seen no quantity: its own takes the place of whatever there is.
    const seen = new Map([['quantity', changed.get('quantity') ?? former]])
    differences(
      { wanted: { quantity: String(quantity) }, held: { quantity: former }, changed: seen },
      {
        what: mrkdwn`The subscription of *${organization.name}*`,
        inputs: billingQuantity.inputs,
        buttons: [SHOW],
      },
    )
    await me.call('updateSubscription', { org_id: organization.id, quantity })
    return { organization, quantity, former }
  },
  reply({ organization, quantity, former }) {
    const before = former === undefined ? '' : `; it was for ${former}`
    const text = mrkdwn`The subscription of *${organization.name}* is for ${sayInstances(quantity)} now${before}.`
    const [then, now] = [{ quantity: former ?? '' }, { quantity: String(quantity) }]
    const undo = undoButton('billing.quantity', within(organization), then, now)
    const turning = undo.map(button => ({ ...button, how: 'turn' as const }))
    const detail = former === undefined ? undefined : `was ${former}`
    return { ...reply('me', text, ...(WHOLE.test(then.quantity) ? turning : []), SHOW), detail }
  },
})

const billingCancel = operation({
  id: 'billing.cancel',
  sentences: ['billing cancel', 'billing unsubscribe', 'unsubscribe', 'cancel subscription'],
  summary: 'cancels the subscription, once you have typed the name of the organization',
  examples: ['billing cancel'],
  access: 'actor',
  effect: 'change',
  doing: 'cancelling the subscription',
  private: true,
  form: {
    title: 'Cancel subscription',
    submit: 'Cancel subscription',
    close: 'Keep subscription',
    warning: 'This cannot be undone: the subscription would have to be created and paid for again.',
  },
  fields: { typed: typedName, called: hidden('called'), standing: hidden('subscription') },
  async fill(_, me) {
    const { organization, subscription } = await describe(me)
    return filled({
      called: calledNow(me.organization, organization).name,
      subscription: subscription ? saySubscription(subscription) : 'The service shows no subscription.',
    })
  },
  draw({ called, subscription }) {
    if (called === undefined || subscription === undefined) return []
    return [section(lines(mrkdwn`To confirm, type the name below: *${called}*`, mrkdwn`${subscription}`))]
  },
  async perform({ typed }, me) {
    const organization = calledNow(me.organization, (await describe(me)).organization)
    confirmName(typed, organization.name)
    await me.call('cancelSubscription', { org_id: organization.id })
    return organization
  },
  reply: organization =>
    reply(
      'me',
      mrkdwn`The subscription of *${organization.name}* was cancelled.`,
      SHOW,
      subscribeButton(within(organization)),
    ),
})

const WHOLE = /^\d+$/

/** Beyond it Slack takes no address for a button. */
const LONGEST_LINK = 3000

/** What is to be done on a page of the service: the way there, or, as its answers are not shown, that there is none. */
function linkReply(what: Mrkdwn, link: string | undefined, button: string): Reply {
  if (link === undefined || link.length > LONGEST_LINK)
    return reply(
      'me',
      mrkdwn`${what} But the service gave no link to that page: look for it in the service itself. *Show billing* shows the subscription as it is.`,
      SHOW,
    )
  const told = lines(what, mrkdwn`The link is for you alone.`)
  const way = { text: button, url: link, style: 'primary' } as const
  return { ...reply('me', told, way, SHOW), text: lines(told, mrkdwn`${link}`) }
}

export const subscribing: readonly Operation[] = [
  billingSubscribe,
  billingCard,
  billingQuantity,
  billingCancel,
]
