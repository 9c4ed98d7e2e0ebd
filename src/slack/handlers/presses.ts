import { z } from 'zod'
import { createCache } from '../../core/cache.ts'
import { plainForm, withoutEmpty } from '../../core/field.ts'
import { hasForm, keptValues, type Operation } from '../../core/operation.ts'
import {
  type ButtonValue,
  LINK_ACTION,
  operationOf,
  parseButtonValue,
  SENTENCE,
} from '../../message/blocks.ts'
import { pressedMessageSchema, type SourceMessage } from '../delivery/source-message.ts'
import { isDirect, keyOf, type Origin } from '../origin.ts'
import { readForm } from '../views/form-view.ts'
import { chosenDay } from '../views/input-elements.ts'
import { updateView } from '../views/open-forms.ts'
import {
  createExchange,
  type Exchange,
  findOrigin,
  type HandlerParts,
  OUTDATED,
  type SlackRequest,
} from './exchange.ts'
import { HOME } from './home-tab.ts'
import { callerOf } from './people.ts'
import { openThenFill, respond, share } from './respond.ts'
import { answerSentence } from './sentences.ts'
import { parseStepPress, type Steps } from './steps.ts'

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
    actions: z.tuple([actionSchema]).rest(z.unknown()),
    container: z
      .object({
        channel_id: z.string().optional(),
        message_ts: z.string().optional(),
        is_ephemeral: z.boolean().default(false),
      })
      .optional(),
    message: pressedMessageSchema.extend({ ts: z.string() }).optional().catch(undefined),
    view: z.object({ id: z.string(), hash: z.string().optional() }).optional(),
  })
  .transform(({ actions: [action], ...press }) => ({ ...press, action }))

/** A pressed button, or another element that was used. */
type Press = z.output<typeof pressSchema>
type Action = Press['action']

/** Answers a press, with the token of the person who pressed. A change is recorded before Slack is acknowledged. */
export function createPressHandler(parts: HandlerParts, steps: Steps) {
  const { operations, pipeline, homes } = parts
  const updateForm = createFormUpdater(parts)
  /** Presses that are being answered: a second one of the same button is ignored meanwhile. */
  const inFlight = new Set<string>()

  /** Whether a press changes something at once; anything else is harmless, and acknowledged first. */
  function isChange(id: string, button: ButtonValue | undefined): button is ButtonValue {
    if (button?.how !== 'run' && button?.how !== 'replace') return false
    const operation = operations.get(id)
    return id === SENTENCE || (operation?.effect === 'write' && !operation.opensForm(button.args))
  }

  /** Does what a button is for; its message shows that meanwhile, and what came of it afterwards. */
  async function perform(exchange: Exchange, press: Press, button: ButtonValue | undefined): Promise<void> {
    const id = operationOf(press.action.action_id)
    if (id === LINK_ACTION) return
    if (exchange.origin.home && id === HOME) return homes.open(exchange.client, exchange.caller, button?.args)
    if (button && id === SENTENCE) return answerSentence(parts, exchange, sentenceOf(button))
    const operation = operations.get(id)
    if (!button || !operation) return void (await exchange.send(OUTDATED))
    const { how, args } = button
    if (how === 'share') return share(parts, exchange, operation, args)
    if (how === 'form' || operation.opensForm(args))
      return openThenFill(parts, exchange, { operation, args, values: button.values })
    await respond(
      parts,
      exchange,
      await pipeline.handle({ operation, args }, exchange.caller, exchange.report),
    )
  }

  return async (request: SlackRequest): Promise<void> => {
    const { body, client, ack } = request
    const press = pressSchema.parse(body)
    const { action } = press
    const id = operationOf(action.action_id)
    const button = action.type === 'button' ? parseButtonValue(action.value) : undefined
    const step = parseStepPress(id, button)
    if (step) return steps.answer(request, step)
    const mayChange = isChange(id, button)
    if (!mayChange) await ack.send()
    if (await updateForm(request, press, button)) return
    const origin = await findOrigin(parts, request)
    const source = pressKeyOf(press, origin)
    const key = `${keyOf(origin)} ${source}`
    if (!mayChange && inFlight.has(key)) return
    inFlight.add(key)
    const showsOutcome = mayChange && !keepsButtons(button, operations.get(id))
    const replyOrigin = showsOutcome ? { ...origin, source: sourceMessageOf(press) } : origin
    const exchange = createExchange(parts, client, replyOrigin, {
      request,
      isReplacing: isReplacing(press, button, origin),
      ...(mayChange && { incoming: { source } }),
    })
    try {
      await perform(exchange, press, button)
    } finally {
      inFlight.delete(key)
    }
  }
}

/** Whether the answer takes the place of the message; where others read that, it stands beside it. */
const isReplacing = ({ container }: Press, button: ButtonValue | undefined, origin: Origin): boolean =>
  button?.how === 'replace' && !origin.home && (container?.is_ephemeral === true || isDirect(origin))

/** The message of a press; undefined where only one person sees it. */
function sourceMessageOf({ message, container, action }: Press): SourceMessage | undefined {
  const channel = container?.channel_id
  if (!message || channel === undefined || container?.is_ephemeral) return undefined
  const pressed = { action_id: action.action_id, value: action.value }
  return { channel, ts: message.ts, message, pressed }
}

/** A message of which others may press the same button, or one beside it, keeps its buttons. */
const keepsButtons = ({ how }: ButtonValue, operation: Operation | undefined): boolean =>
  how === 'replace' || operation?.private === true

const sentenceOf = ({ args: { sentence } }: ButtonValue): string =>
  typeof sentence === 'string' ? sentence : ''

/** Identifies a button for every person, as long as its message says the same. */
function pressKeyOf({ container, view, action }: Press, { team }: Origin): string {
  const place = view ? [view.id, view.hash] : [container?.channel_id, container?.message_ts, action.block_id]
  return JSON.stringify(['press', team, ...place, action.action_id, action.value ?? ''])
}

/** Rebuilds a form when a change in it changes what else it asks or says. */
function createFormUpdater(parts: HandlerParts) {
  const { operations, pipeline, forms, people, log } = parts
  /** By the id of a view, the latest change in it and the update that is being sent: an earlier one is not shown any more. */
  const latestUpdates = createCache<{ action: Action; update: Promise<unknown> | undefined }>()

  /** Resolves to false where a press is not a change within a form. What a `reshape` button carries fills the form. */
  return async (request: SlackRequest, press: Press, button: ButtonValue | undefined): Promise<boolean> => {
    const { body, client } = request
    const { action, view } = press
    const form = view && readForm(body.view)
    const operation = operations.get(form?.operation ?? '')
    if (!view || !form || !operation || !hasForm(operation)) return false
    if (action.type === 'button' && button?.how !== 'reshape') return false
    latestUpdates.set(view.id, { action, update: latestUpdates.get(view.id)?.update })
    const origin = await findOrigin(parts, request, form)
    const caller = callerOf(people, { client, origin })
    const preset = operation.formatArgs(button?.args ?? {})
    const values = withoutEmpty({ ...form.values, ...chosenDay(action), ...preset.values, ...button?.values })
    const { args: currentArgs, ...data } = form.data
    const args = { ...currentArgs, ...preset.data.args }
    const isTyping = action.type === 'plain_text_input'
    const outcome = await pipeline.form({ operation, args, values, data }, caller, isTyping)
    const state =
      outcome.kind === 'form'
        ? outcome
        : { ...plainForm(keptValues(operation, values), form.data), notice: outcome.reply.text }
    // What is typed half is not wrong yet: submitting tells.
    const visibleState = isTyping ? { ...state, issues: {} } : state
    const next = forms.build(operation, visibleState, form.origin, form)
    await latestUpdates.get(view.id)?.update
    if (latestUpdates.get(view.id)?.action !== action) return true
    const update = updateView(client, view.id, next, log)
    latestUpdates.set(view.id, { action, update })
    await update
    return true
  }
}
