import { z } from 'zod'
import type { Args, OperationId } from '../../core/args.ts'
import { createBounded } from '../../core/bounded.ts'
import { isLate } from '../../core/context.ts'
import { type FormValues, formatChoice, withChoice, withoutEmpty } from '../../core/field.ts'
import type { OperationRequest, Outcome } from '../../core/outcome.ts'
import { calendarDay } from '../../language/dates/zone.ts'
import { type Button, hasRoom, operationOf, parseButtonValue } from '../../message/blocks.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import type { AllowedSteps } from '../../storage/allowed-steps.ts'
import { messageOf } from '../delivery/deliver.ts'
import { outputsOf } from '../delivery/step-end.ts'
import { keyOf, type Origin, originLater, originOf, originOfStep } from '../origin.ts'
import { at } from '../transport/request-kinds.ts'
import { createExchange, findOrigin, type HandlerParts, type SlackRequest } from './exchange.ts'
import { respond } from './respond.ts'

/** A step of workflows: the operation that it runs, and what its inputs are to that. */
type Step = { title: string; operation: OperationId; args?: Args; values(inputs: Inputs): FormValues }

const words = z
  .string()
  .nullish()
  .transform(text => text?.trim() ?? '')

/** Slack's user_context also has a secret, which goes nowhere. */
const context = z.object({ id: z.string() }).transform(({ id }) => id)

/** What a step is to do. */
const orderSchema = z.object({
  ...{ plans: words, days: words, from: words, until: words, reason: words, channel: words },
})

/**
 * The inputs of all steps, as manifest.yml has them. `starter` is who started the workflow: Slack's context alone tells it, as
 * whoever builds the workflow can write an id.
 */
export const inputsSchema = orderSchema.extend({
  person: words,
  starter: context.optional().catch(undefined),
})

type Inputs = z.output<typeof orderSchema>

const daysOf = ({ days, from, until }: Inputs): FormValues =>
  withoutEmpty(days === '' ? { from, until } : { from: days })

/** The steps by callback_id, which must not change: workflows have it. */
export const steps: Readonly<Record<string, Step>> = {
  pause_plans: {
    title: 'Pause plans',
    operation: 'pause.add',
    // Nobody is there to answer: who built the workflow chose the plans, and who allows it has read them.
    args: { isSure: true, keepsBoth: true, isPlanDay: true },
    values: inputs => ({
      ...withoutEmpty({ plans: inputs.plans, reason: inputs.reason }),
      ...daysOf(inputs),
    }),
  },
  resume_plan: {
    title: 'Resume a plan',
    operation: 'pause.remove',
    args: { isSure: true },
    values: ({ plans }) => withoutEmpty({ plans }),
  },
  list_pauses: {
    title: 'What is paused?',
    operation: 'pause.list',
    values: inputs => ({ ...withoutEmpty({ plans: inputs.plans }), ...daysOf(inputs) }),
  },
}

/** A step that is to be executed: what its button carries while its person is asked. */
const executionSchema = z.object({
  execution: z.string(),
  step: z.string(),
  /** As whom it acts. */
  user: z.string(),
  inputs: orderSchema,
  /** When the workflow came to it, in seconds since 1970: days are read at that time, and on another day not at all. */
  at: z.number(),
})
type Execution = z.output<typeof executionSchema>

const eventSchema = z.object({
  event_time: z.number(),
  event: z.object({
    type: z.literal('function_executed'),
    function: z.object({ callback_id: z.string() }),
    function_execution_id: z.string(),
    inputs: inputsSchema,
  }),
})

const ALLOW = 'step.allow'
const DECLINE = 'step.decline'

const pressSchema = z.object({
  actions: z.tuple([z.object({ action_id: z.string(), value: z.string().optional() })]).rest(z.unknown()),
})

/** The step that a request is about, and which button was pressed; none of a version that is not this one. */
function stepIn(body: unknown): { execution?: Execution | undefined; pressed?: string } {
  const { data: event } = eventSchema.safeParse(body)
  if (event) {
    const { function_execution_id: execution, function: called, inputs: given } = event.event
    const { person, starter = '', ...inputs } = given
    const user = person || starter
    return { execution: { execution, step: called.callback_id, user, inputs, at: event.event_time } }
  }
  const [action] = pressSchema.safeParse(body).data?.actions ?? []
  const { data: execution } = executionSchema.safeParse(parseButtonValue(action?.value)?.args)
  return { execution, pressed: operationOf(action?.action_id ?? '') }
}

/** Whether a request is to execute a step, or answers whether that is allowed. */
export const isOfStep = (body: unknown): boolean =>
  at(body, 'event', 'type') === 'function_executed' ||
  [ALLOW, DECLINE].includes(operationOf(String(at(body, 'actions', '0', 'action_id'))))

/**
 * Executes steps of workflows as the person whom the workflow names, or else as the one who started it, once that person has
 * allowed it: who starts a workflow need not know what is in it. A step is one change, however often Slack tells of it or its button is pressed.
 */
export function createSteps(parts: HandlerParts & { allowedSteps: AllowedSteps }) {
  const { operations, pipeline, deliver, stepEnds, allowedSteps, people, clock } = parts
  /** Executions of which a person is asked already. */
  const asked = createBounded<true>()

  /** Executes a step, and ends it with its outcome; recovery ends it where that is not certain yet. */
  async function execute(
    request: SlackRequest,
    origin: Origin,
    { execution, step, inputs, at: seconds }: Execution,
  ): Promise<void> {
    const known = steps[step]
    const operation = known && operations.get(known.operation)
    if (!known || !operation) return fail(request, origin, execution, UNKNOWN)
    const [sentAt, now] = [new Date(seconds * 1000), clock()]
    const { zone = 'UTC' } = await people.localeOf(request.client, origin)
    const isOtherDay =
      isLate({ now: sentAt, receivedAt: now }) && calendarDay(sentAt, zone) !== calendarDay(now, zone)
    if (isOtherDay && inputs.days !== '') return fail(request, origin, execution, onOtherDay(inputs.days))
    const exchange = createExchange(parts, request.client, origin, {
      request,
      incoming: {
        id: `step ${execution}`,
        sentAt: isOtherDay ? now : sentAt,
        onRecorded: () => request.ack.send(),
      },
    })
    const values = known.values(inputs)
    const asks: OperationRequest = { operation, args: known.args ?? {}, values }
    const outcome = await pipeline.handle(asks, exchange.caller, exchange.report)
    // The step ends, since nobody knows when the other person decides.
    if (outcome.kind === 'recorded')
      return void (outcome.isAskedElsewhere && (await exchange.say(outcome.reply)))
    if (outcome.kind === 'done' && operation.effect === 'read')
      await stepEnds.succeed(
        request.client,
        origin,
        execution,
        await outputsOf(request.client, outcome.reply),
      )
    else if (outcome.kind === 'form' || outcome.kind === 'choice') {
      const { delivery } = await exchange.say({ text: mrkdwn`${unclear(outcome)}`, to: 'me' })
      await outcome.markDelivered?.(delivery === 'delivered')
    } else await respond(parts, exchange, asks, outcome)
  }

  async function fail(
    { client }: SlackRequest,
    origin: Origin,
    execution: string,
    text: Reply['text'],
  ): Promise<void> {
    await stepEnds.fail(client, origin, execution, text)
  }

  /** Asks the person in a DM; false where there is more to allow than a button holds, or nobody can be asked. */
  async function ask(
    { client }: SlackRequest,
    { channel: _, step: __, ...origin }: Origin,
    about: Execution,
  ) {
    const allow: Button = { text: 'Allow', operation: ALLOW, args: about, style: 'primary' }
    const decline: Button = { text: 'Do not allow', operation: DECLINE, args: about }
    if (!hasRoom(allow)) return false
    const question = reply('me', questionOf(about), allow, decline)
    return (await deliver.reply(client, origin, question)).delivery === 'delivered'
  }

  /** Where a request came from, as far as it says itself. */
  const placeOf = (body: unknown, { user, execution }: Execution): Origin =>
    at(body, 'event', 'type') === undefined
      ? originOf('press', body, clock())
      : originOfStep(body, { user, step: execution }, clock())

  async function begin(request: SlackRequest, about: Execution): Promise<void> {
    const { user } = about
    const { channel, plans } = about.inputs
    const place = { user, step: about.execution, ...(channel && { channel }) }
    const named = originOfStep(request.body, place, clock())
    if (user === '') return fail(request, named, about.execution, NOBODY)
    const origin = await people.byId(request.client, named)
    const what = whatIsAllowed(about.step, plans, channel)
    if (await allowedSteps.isAllowed(keyOf(origin), what)) return execute(request, origin, about)
    if (asked.has(about.execution)) return
    asked.set(about.execution, true)
    if (!(await ask(request, origin, about)))
      await fail(request, origin, about.execution, mrkdwn`${mention(user)} could not be asked to allow this.`)
  }

  async function answer(request: SlackRequest, about: Execution, isAllowed: boolean): Promise<void> {
    const { client } = request
    const pressed = await findOrigin(parts, request)
    const { channel, plans } = about.inputs
    if (pressed.user !== about.user) return void (await deliver.reply(client, pressed, NOT_ASKED))
    const outcome = isAllowed ? mrkdwn`You allowed it.` : mrkdwn`You did not allow it.`
    const shown: Reply = { text: lines(questionOf(about), outcome), to: 'me' }
    if (isAllowed)
      await allowedSteps.allow(keyOf(pressed), whatIsAllowed(about.step, plans, channel), pressed)
    const origin = { ...originLater(pressed, channel || undefined), step: about.execution }
    if (isAllowed) await execute(request, origin, about)
    else await fail(request, origin, about.execution, mrkdwn`${mention(about.user)} did not allow this.`)
    await deliver.replace(client, pressed, messageOf(shown))
  }

  return async (request: SlackRequest): Promise<void> => {
    const { execution, pressed } = stepIn(request.body)
    try {
      if (execution && pressed === undefined) await begin(request, execution)
      else if (execution) await answer(request, execution, pressed === ALLOW)
    } catch (error) {
      if (execution && !request.isRecorded)
        await fail(request, placeOf(request.body, execution), execution.execution, BROKEN)
      throw error
    }
  }
}

/** What a person allows for good. Slack does not tell which workflow a step belongs to, so its channel stands for it. */
const whatIsAllowed = (step: string, plans: string, channel: string): string =>
  JSON.stringify([step, channel, plans.toLowerCase().split(/\s*,\s*/)])

function questionOf({ step, inputs }: Execution): Reply['text'] {
  const { plans, days, from, until, reason, channel } = inputs
  const about = [plans, days || from, days ? '' : until, reason].filter(said => said !== '').join(' · ')
  return lines(
    mrkdwn`A workflow wants to act in your name: *${steps[step]?.title ?? step}*${about ? mrkdwn` – ${about}` : ''}`,
    channel ? mrkdwn`It will be announced in ${{ mrkdwn: `<#${channel}>` }}.` : undefined,
    mrkdwn`The workflow gets the result. If you allow it, this step may do so again with these plans there, until you \`/dayshift unlink\`.`,
  )
}

const unclear = (outcome: Extract<Outcome, { kind: 'form' | 'choice' }>): string =>
  outcome.kind === 'choice'
    ? formatChoice(outcome.choice)
    : Object.values(withChoice(outcome.issues, outcome.choice)).join(' ') || 'Something is missing.'

const NOT_ASKED: Reply = { text: mrkdwn`Only the person who was asked can answer this.`, to: 'me' }

const onOtherDay = (days: string) =>
  mrkdwn`The workflow came to this step on another day, on which “${days}” may have meant other days. Nothing was done.`

const UNKNOWN = mrkdwn`This version of Dayshift does not know this step.`
const NOBODY = mrkdwn`The step says neither whom it acts for nor who started the workflow: set one of the two.`
const BROKEN = mrkdwn`Something went wrong inside Dayshift. Nothing was changed.`
