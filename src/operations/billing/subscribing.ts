import { z } from 'zod'
import { editable } from '../../core/common-fields.ts'
import type { Guest, Member } from '../../core/context.ts'
import { type Field, issue, value } from '../../core/field.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { limits, section } from '../../message/blocks.ts'
import { cut, lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { checkConflicts, undoButton } from '../edit-conflicts.ts'
import { confirmation, confirmName } from '../organizations/fields.ts'
import { CHANGE_QUANTITY, CREATE, describeBilling, formatInstances, SHOW } from './billing.ts'

const MAX_QUANTITY = 1_000_000

export const quantity: Field<number, Guest> = {
  schema: z.number().int().min(1).max(MAX_QUANTITY),
  inputs: [
    {
      key: 'quantity',
      label: 'Quantity',
      optional: false,
      hint: 'The number of instances that the subscription is for.',
      control: { kind: 'number', min: 1, max: MAX_QUANTITY },
    },
  ],
  read: ({ quantity: words = '' }) => {
    const number = /^\d+$/.test(words) ? Number(words) : 0
    if (number >= 1 && number <= MAX_QUANTITY) return value(number)
    const note = words ? ` “${cut(words, 80)}” is not one.` : ''
    return issue('quantity', `Say the number of instances: a whole number from 1 to ${MAX_QUANTITY}.${note}`)
  },
  format: number => ({ quantity: String(number) }),
  parseFrom: rest => ({
    values: { quantity: rest.replace(/^(?:to|for)\s+/i, '').replace(/\s+instances?$/i, '') },
    rest: '',
  }),
  mayBeIn: rest => rest !== '',
}

const billingSubscribe = operation({
  id: 'billing.subscribe',
  command: { words: ['billing subscribe', 'subscribe'], usage: '<quantity>' },
  summary: 'gives a link to pay for a subscription for that many instances',
  examples: ['billing subscribe 25'],
  effect: 'write',
  doing: 'asking for a link to pay',
  private: true,
  form: { title: 'Create a subscription', submit: 'Create subscription' },
  fields: { quantity },
  async execute({ quantity }, { call, organization }) {
    const { link } = await call('createSubscription', { org_id: organization.id, quantity })
    return { quantity, link }
  },
  present: ({ quantity, link }, { organization }) =>
    linkReply(
      mrkdwn`Pay for the subscription of *${organization.name}*, ${formatInstances(quantity)}, on a page of the service. Nothing has been paid yet.`,
      link,
      'Pay',
    ),
})

const billingCard = operation({
  id: 'billing.card',
  command: { words: ['billing card', 'change card', 'change credit card', 'update card'] },
  summary: 'gives a link to change the card that pays',
  effect: 'write',
  doing: 'asking for a link to change the card',
  private: true,
  fields: {},
  async execute(_, { call, organization }) {
    return (await call('changePaymentMethod', { org_id: organization.id })).link
  },
  present: (link, { organization }) =>
    linkReply(
      mrkdwn`Change the card that pays for *${organization.name}* on a page of the service. Nothing has been changed yet.`,
      link,
      'Change card',
    ),
})

const currentQuantity = async (context: Member): Promise<number | undefined> =>
  quantity.schema.safeParse(Number((await describeBilling(context)).subscription?.quantity)).data

const billingQuantity: Operation = operation({
  id: 'billing.quantity',
  command: { words: ['billing quantity'], usage: '<quantity>' },
  summary: 'changes the number of instances that the subscription is for',
  examples: ['billing quantity 30'],
  effect: 'write',
  doing: 'changing the quantity',
  private: true,
  form: { title: 'Change the subscription', submit: 'Change quantity' },
  fields: { quantity: editable(quantity) },
  load: async (_, context) => ({ args: { quantity: await currentQuantity(context) } }),
  prepare: async ({ quantity, expected }, context) =>
    checkConflicts({
      operation: billingQuantity,
      what: mrkdwn`The subscription of *${context.organization.name}*`,
      desired: { quantity },
      current: { quantity: await currentQuantity(context) },
      expected,
      buttons: [CHANGE_QUANTITY, SHOW],
    }),
  async execute({ quantity = 1 }, { call, organization }, { prepared: { changes } }) {
    await call('updateSubscription', { org_id: organization.id, quantity })
    return { quantity, changes }
  },
  present({ quantity, changes }, context) {
    const before = changes[0]?.before
    const change = before === undefined ? '' : `; it was for ${before}`
    const text = mrkdwn`The subscription of *${context.organization.name}* is for ${formatInstances(quantity)} now${change}.`
    const undo = undoButton(context, 'billing.quantity', {}, changes)
    return reply('me', text, ...undo.map(button => ({ ...button, how: 'replace' as const })), SHOW)
  },
  record: ({ changes }) => changes,
})

const billingCancel = operation({
  id: 'billing.cancel',
  command: { words: ['billing cancel', 'billing unsubscribe', 'unsubscribe', 'cancel subscription'] },
  summary: 'cancels the subscription, once you have typed the name of the organization',
  effect: 'write',
  doing: 'cancelling the subscription',
  private: true,
  form: {
    title: 'Cancel the subscription',
    submit: 'Cancel subscription',
    close: 'Keep subscription',
    warning: 'This cannot be undone: the subscription would have to be created and paid for again.',
  },
  fields: { typed: confirmation },
  async load(_, context) {
    const { name } = (await describeBilling(context)).organization
    return { args: {}, facts: { name } }
  },
  draw: (_, facts) =>
    facts ? [section(mrkdwn`To confirm, type the name below: *${String(facts.name)}*`)] : [],
  async prepare({ typed }, context) {
    const { id, name } = (await describeBilling(context)).organization
    confirmName(typed, name)
    return { id, name }
  },
  async execute(_, { call }, { prepared: organization }) {
    await call('cancelSubscription', { org_id: organization.id })
    return organization
  },
  present: organization =>
    reply('me', mrkdwn`The subscription of *${organization.name}* was cancelled.`, SHOW, CREATE),
})

/** Replies with a link to a page of the service, which the interface document does not guarantee. */
function linkReply(action: Mrkdwn, link: string | undefined, text: string): Reply {
  if (link === undefined || link.length > limits.url)
    return reply(
      'me',
      mrkdwn`${action} But the service gave no link to that page: look for it in the service itself. *Show billing* shows the subscription as it is.`,
      SHOW,
    )
  const message = lines(action, mrkdwn`The link is for you alone.`)
  const button = { text, url: link, style: 'primary' } as const
  return { ...reply('me', message, button, SHOW), text: lines(message, mrkdwn`${link}`) }
}

export const subscriptionOperations = [billingSubscribe, billingCard, billingQuantity, billingCancel]
