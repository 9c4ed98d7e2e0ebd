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
import { mrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { pressedMessageSchema, type SourceMessage } from '../delivery/source-message.ts'
import { isDirect, keyOf, type Origin } from '../origin.ts'
import { readForm } from '../views/form-view.ts'
import { chosenDay } from '../views/input-elements.ts'
import { updateView } from '../views/open-forms.ts'
import { createExchange, type Exchange, findOrigin, OUTDATED, type SlackRequest } from './exchange.ts'
import type { HandlerParts } from './handler-parts.ts'
import { HOME } from './home-tab.ts'
import { callerOf } from './people.ts'
import { openThenFill, respond, share } from './respond.ts'
import { answerSentence } from './sentences.ts'
import { parseStepPress, type Steps } from './steps.ts'

const actionSchema = z.object({
  type: z.string(),
  action_id: z.string(),
  block_id: z.string().optional(),
  /** Null for a cleared text input. */
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

/** A pressed button, or a change of another element. */
type Press = z.output<typeof pressSchema>

/** Handles presses with the presser's token. A change is recorded before Slack is acknowledged. */
export function createPressHandler(parts: HandlerParts, steps: Steps) {
  const { operations, pipeline, homes } = parts
  const updateForm = createFormUpdater(parts)
  /** Presses in flight, to ignore double clicks. */
  const inFlight = new Set<string>()

  /** Whether a press changes something at once; other presses are acknowledged first. */
  function isChange(id: string, button: ButtonValue | undefined): button is ButtonValue {
    if (button?.how !== 'run' && button?.how !== 'replace') return false
    const operation = operations.get(id)
    return id === SENTENCE || (operation?.effect === 'write' && !operation.opensForm(button.args))
  }

  async function perform(exchange: Exchange, id: string, button: ButtonValue | undefined): Promise<void> {
    if (id === LINK_ACTION) return
    if (exchange.origin.home && id === HOME) return homes.open(exchange.client, exchange.caller, button?.args)
    if (button && id === SENTENCE) {
      const { sentence, ...args } = button.args
      if (typeof sentence !== 'string') return void (await exchange.send(TOO_LONG))
      return answerSentence(parts, exchange, sentence, args)
    }
    const operation = operations.get(id)
    if (!button || !operation) return void (await exchange.send(OUTDATED))
    const { how, args } = button
    if (how === 'share') return share(parts, exchange, operation, args)
    if (how === 'form' || operation.opensForm(args))
      return openThenFill(parts, exchange, { operation, args, values: button.values })
    const outcome = await pipeline.handle({ operation, args }, exchange.caller, exchange.report)
    await respond(parts, exchange, outcome)
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
      await perform(exchange, id, button)
    } finally {
      inFlight.delete(key)
    }
  }
}

/** The reply to a button that could not carry its sentence. */
const TOO_LONG = reply('me', mrkdwn`That is too long for a button, so nothing was done: please type it.`)

/** Whether the reply replaces the message: only if no one else can read that message. */
const isReplacing = ({ container }: Press, button: ButtonValue | undefined, origin: Origin): boolean =>
  button?.how === 'replace' && !origin.home && (container?.is_ephemeral === true || isDirect(origin))

/** The message of a press; undefined if it is ephemeral. */
function sourceMessageOf({ message, container, action }: Press): SourceMessage | undefined {
  const channel = container?.channel_id
  if (!message || channel === undefined || container?.is_ephemeral) return undefined
  return { channel, ts: message.ts, message, pressed: { action_id: action.action_id, value: action.value } }
}

/** Whether a message keeps its buttons after a press, because other people may press them too. */
const keepsButtons = ({ how }: ButtonValue, operation: Operation | undefined): boolean =>
  how === 'replace' || operation?.private === true

/** Identifies a button across people, until its message changes. */
function pressKeyOf({ container, view, action }: Press, { team }: Origin): string {
  const place = view ? [view.id, view.hash] : [container?.channel_id, container?.message_ts, action.block_id]
  return JSON.stringify(['press', team, ...place, action.action_id, action.value ?? ''])
}

/** Rebuilds a form after a change that affects its other inputs. */
function createFormUpdater(parts: HandlerParts) {
  const { operations, pipeline, forms, people, log } = parts
  /** The latest change by view id; the update for an earlier one is dropped. */
  const latest = createCache<Press>()

  /** Resolves to false if a press is not a change in a form. A `reshape` button's values fill the form. */
  return async (request: SlackRequest, press: Press, button: ButtonValue | undefined): Promise<boolean> => {
    const { body, client } = request
    const { action, view } = press
    const form = view && readForm(body.view)
    const operation = operations.get(form?.operation ?? '')
    if (!view || !form || !operation || !hasForm(operation)) return false
    if (action.type === 'button' && button?.how !== 'reshape') return false
    latest.set(view.id, press)
    const origin = await findOrigin(parts, request, form)
    const caller = callerOf(people, { client, origin })
    const preset = operation.formatArgs(button?.args ?? {})
    const values = withoutEmpty({ ...form.values, ...chosenDay(action), ...preset.values, ...button?.values })
    const args = { ...form.data.args, ...preset.data.args }
    const isTyping = action.type === 'plain_text_input'
    const outcome = await pipeline.form({ operation, values, ...form.data, args }, caller, isTyping)
    const state =
      outcome.kind === 'form'
        ? outcome
        : { ...plainForm(keptValues(operation, values), form.data), notice: outcome.reply.text }
    // Half-typed text shows no issues; submitting does.
    const visibleState = isTyping ? { ...state, issues: {} } : state
    const next = forms.build(operation, visibleState, form.origin, form)
    if (latest.get(view.id) === press) await updateView(client, view.id, next, log)
    return true
  }
}
