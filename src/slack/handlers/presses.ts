import { z } from 'zod'
import type { Operation } from '../../core/operation.ts'
import {
  type ButtonValue,
  LINK_ACTION,
  operationOf,
  parseButtonValue,
  SENTENCE,
} from '../../message/blocks.ts'
import { mention, mrkdwn } from '../../message/mrkdwn.ts'
import { messageOf } from '../delivery/deliver.ts'
import { keyOf, type Origin, originOfInteraction, sourceMessageOf } from '../origin.ts'
import { withoutAddresses } from '../without-addresses.ts'
import { createFormChanges } from './form-changes.ts'
import { HOME } from './home-tab.ts'
import {
  ackWithin,
  createExchange,
  type Exchange,
  formatDoing,
  type HandlerParts,
  OUTDATED,
  requestId,
  type SlackRequest,
} from './request-exchange.ts'
import { openFirst, run, share } from './respond.ts'
import { answerSentence } from './sentences.ts'

const actionSchema = z.object({
  type: z.string(),
  action_id: z.string(),
  block_id: z.string().optional(),
  /** Null for a text that was cleared. */
  value: z
    .string()
    .nullish()
    .transform(value => value ?? undefined),
  selected_date: z.string().nullish(),
})

const pressSchema = z
  .object({
    trigger_id: z.string().optional(),
    actions: z.tuple([actionSchema]).rest(z.unknown()),
    container: z.object({ channel_id: z.string().optional(), message_ts: z.string().optional() }).optional(),
    view: z.object({ id: z.string(), hash: z.string().optional() }).optional(),
  })
  .transform(({ actions: [action], ...press }) => ({ ...press, action }))

/** A pressed button, or another element that was used. */
export type Press = z.output<typeof pressSchema>
export type Action = Press['action']

/** Answers a press, with the token of the person who pressed. A change is recorded before Slack is acknowledged. */
export function createPresses(parts: HandlerParts) {
  const { operations, sourceMessages, deliver, homes, people, clock, log } = parts
  const changeForm = createFormChanges(parts)
  /** Presses that are being answered: a second one of the same button is ignored meanwhile. */
  const inFlight = new Set<string>()

  /** Whether a press changes something at once; anything else is harmless, and acknowledged first. */
  function isChange(id: string, button: ButtonValue | undefined): button is ButtonValue {
    if (button?.how !== 'run' && button?.how !== 'replace') return false
    const operation = operations.get(id)
    return id === SENTENCE || (operation?.effect === 'write' && !operation.opensForm(button.args))
  }

  /** Runs a press that changes nothing, or opens a form. */
  async function answerLook(
    request: SlackRequest,
    press: Press,
    button: ButtonValue | undefined,
    origin: Origin,
  ) {
    const key = `${keyOf(origin)} ${sourceOf(press, origin)}`
    if (inFlight.has(key)) return
    inFlight.add(key)
    try {
      const exchange = createExchange(parts, request, { origin, trigger: press.trigger_id })
      const id = operationOf(press.action.action_id)
      if (origin.home && id === HOME) await homes.open(request.client, exchange.caller, button?.args)
      else await look(exchange, id, button)
    } finally {
      inFlight.delete(key)
    }
  }

  async function look(exchange: Exchange, id: string, button: ButtonValue | undefined): Promise<void> {
    if (id === LINK_ACTION) return
    if (button?.how === 'form' && id === SENTENCE)
      return answerSentence(parts, exchange, sentenceOf(button), true)
    const operation = operations.get(id)
    if (!button || !operation) return void (await exchange.say(OUTDATED))
    const { how, args } = button
    if (how === 'share') return share(parts, exchange, operation, args)
    if (how === 'form' || operation.opensForm(args))
      return openFirst(parts, exchange, { operation, args, values: button.values })
    await run(parts, how === 'replace' ? replacing(exchange) : exchange, { operation, args })
  }

  /** Runs a press that may change something; its message shows that meanwhile, and what came of it afterwards. */
  async function answerChange(
    request: SlackRequest,
    press: Press,
    button: ButtonValue,
    origin: Origin,
    acknowledge: () => Promise<unknown>,
  ): Promise<void> {
    const { body, client } = request
    const operation = operations.get(operationOf(press.action.action_id))
    const from = keepsMessage(button, operation)
      ? origin
      : { ...origin, source: sourceMessageOf(body, press.action) }
    let progress: Promise<boolean> | undefined
    const exchange = createExchange(parts, request, {
      origin: from,
      trigger: press.trigger_id,
      incoming: {
        key: `press ${keyOf(origin)} ${requestId(press.trigger_id)}`,
        source: sourceOf(press, origin),
        async onRecorded(doing) {
          await acknowledge()
          if (!doing || !from.source) return
          const text = mrkdwn`${formatDoing(doing)} asked by ${mention(origin.user)}`
          progress = sourceMessages.showProgress(client, from, text)
        },
      },
    })
    exchange.showOutcome = async reply => {
      if (await progress) await sourceMessages.showOutcome(client, from, reply)
      progress = undefined
    }
    const answering = button.how === 'replace' ? replacing(exchange) : exchange
    if (!operation) return answerSentence(parts, answering, sentenceOf(button))
    const outcome = await run(parts, answering, { operation, args: button.args })
    if (outcome.kind !== 'recorded') await exchange.showOutcome(undefined)
  }

  /** An exchange whose replies take the place of the message of the button. */
  function replacing(exchange: Exchange): Exchange {
    const { client, origin, say } = exchange
    if (origin.home) return exchange
    return {
      ...exchange,
      say: async (reply, options) => {
        if (reply.to === 'me')
          return (await sourceMessages.replace(client, origin, messageOf(reply))) || say(reply, options)
        const isDelivered = await say(reply, options)
        await deliver.remove(origin).catch(error => {
          log.warn({ reason: withoutAddresses(error) }, 'a message could not be changed')
        })
        return isDelivered
      },
    }
  }

  return async (request: SlackRequest): Promise<void> => {
    const { body, client, ack } = request
    const press = pressSchema.parse(body)
    const { action } = press
    const button = action.type === 'button' ? parseButtonValue(action.value) : undefined
    using answer = ackWithin(parts, () => ack())
    const acknowledge = () => answer.send(() => ack())
    try {
      const mayChange = isChange(operationOf(action.action_id), button)
      if (!mayChange) await acknowledge()
      if (await changeForm(request, press, button)) return
      const origin = await people.atHome(client, originOfInteraction(body, clock()))
      if (mayChange && button) await answerChange(request, press, button, origin, acknowledge)
      else await answerLook(request, press, button, origin)
    } finally {
      await acknowledge()
    }
  }
}

/** A message of which others may press the same button, or one beside it, keeps its buttons. */
const keepsMessage = ({ how }: ButtonValue, operation: Operation | undefined): boolean =>
  how === 'replace' || operation?.private === true

const sentenceOf = ({ args: { sentence } }: ButtonValue): string =>
  typeof sentence === 'string' ? sentence : ''

/** Identifies a button for every person, as long as its message says the same. */
function sourceOf({ container, view, action }: Press, { team }: Origin): string {
  const place = view ? [view.id, view.hash] : [container?.channel_id, container?.message_ts, action.block_id]
  return JSON.stringify(['press', team, ...place, action.action_id, action.value ?? ''])
}
