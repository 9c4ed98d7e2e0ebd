import { z } from 'zod'
import type { Args, OperationId } from '../../core/args.ts'
import { isLate } from '../../core/context.ts'
import { type FormValues, formatChoice, withChoice, withoutEmpty } from '../../core/field.ts'
import type { Outcome } from '../../core/outcome.ts'
import { todayIn } from '../../language/dates/zone.ts'
import { type Button, type ButtonValue, fitsValue } from '../../message/blocks.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'
import { messageOf } from '../delivery/deliver.ts'
import { followUpOrigin, keyOf, type Origin } from '../origin.ts'
import { createExchange, findOrigin, type SlackRequest } from './exchange.ts'
import type { HandlerParts } from './handler-parts.ts'
import { respond } from './respond.ts'

/** A workflow step: the operation that it runs, and how its inputs become form values. */
type Step = { title: string; operation: OperationId; args?: Args; values(inputs: Inputs): FormValues }

const words = z
  .string()
  .nullish()
  .transform(text => text?.trim() ?? '')

/** Drops the secret that Slack's user_context also contains. */
const context = z.object({ id: z.string() }).transform(({ id }) => id)

const stepInputsSchema = z.object({
  plans: words,
  days: words,
  from: words,
  until: words,
  reason: words,
  channel: words,
})

/**
 * The inputs of all steps, as in manifest.yml. `starter` is the person who started the workflow, read only
 * from Slack's user_context: the author of a workflow could write any id as text.
 */
export const inputsSchema = stepInputsSchema.extend({
  person: words,
  starter: context.optional().catch(undefined),
})

type Inputs = z.output<typeof stepInputsSchema>

const daysOf = ({ days, from, until }: Inputs): FormValues =>
  withoutEmpty(days === '' ? { from, until } : { from: days })

/** The steps by callback_id, which must not change: existing workflows use it. */
export const steps: Readonly<Record<string, Step>> = {
  pause_plans: {
    title: 'Pause plans',
    operation: 'pause.add',
    // No one can answer a question: the author chose the plans, and whoever allowed the step has read them.
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

/** One run of a step, carried by the buttons that ask its person. */
const stepRunSchema = z.object({
  execution: z.string(),
  step: z.string(),
  /** The person in whose name the step acts. */
  user: z.string(),
  inputs: stepInputsSchema,
  /** When the workflow reached the step, in Unix seconds: relative days count from it, on that day only. */
  at: z.number(),
})
type StepRun = z.output<typeof stepRunSchema>

const eventSchema = z.object({
  event_time: z.number(),
  event: z.object({
    function: z.object({ callback_id: z.string() }),
    function_execution_id: z.string(),
    inputs: inputsSchema,
  }),
})

const ALLOW = 'step.allow'
const DECLINE = 'step.decline'

/** The step that a press allows or declines; undefined for other buttons. */
export function parseStepPress(id: string, button: ButtonValue | undefined): StepPress | undefined {
  if (id !== ALLOW && id !== DECLINE) return undefined
  const { data: run } = stepRunSchema.safeParse(button?.args)
  return run && { run, isAllowed: id === ALLOW }
}

type StepPress = { run: StepRun; isAllowed: boolean }

export type Steps = ReturnType<typeof createSteps>

/**
 * Executes workflow steps in the name of the person that the workflow specifies, or else of its starter, once
 * that person has allowed it: a starter may not know what a workflow does. A step is one change, however
 * often Slack delivers it or its button is pressed.
 */
export function createSteps(parts: HandlerParts) {
  const { operations, pipeline, deliver, stepCompletion, allowedSteps, people, clock } = parts

  /** Executes a step and completes it with its outcome; recovery completes it if the outcome is uncertain. */
  async function execute(request: SlackRequest, origin: Origin, run: StepRun): Promise<void> {
    const { client } = request
    const { execution, step, inputs } = run
    const fail = (text: Reply['text']) => stepCompletion.fail(client, origin, text)
    const definition = steps[step]
    const operation = definition && operations.get(definition.operation)
    if (!definition || !operation) return void (await fail(UNKNOWN))
    const [sentAt, now] = [new Date(run.at * 1000), clock()]
    const { zone = 'UTC' } = (await people.profile(client, origin)).locale
    const isOtherDay = isLate(sentAt, now) && todayIn(zone, sentAt) !== todayIn(zone, now)
    if (isOtherDay && inputs.days !== '') return void (await fail(onOtherDay(inputs.days)))
    const exchange = createExchange(parts, client, origin, {
      request,
      incoming: {
        id: `step ${execution}`,
        sentAt: isOtherDay ? now : sentAt,
      },
    })
    const order = { operation, args: definition.args ?? {}, values: definition.values(inputs) }
    const outcome = await pipeline.handle(order, exchange.caller, exchange.report)
    if (outcome.kind === 'recorded') return
    if (outcome.kind === 'done' && operation.effect === 'read') {
      await stepCompletion.succeed(client, origin, outcome.reply)
    } else if (outcome.kind === 'form' || outcome.kind === 'choice') {
      const { markDelivered } = outcome
      await exchange.send({ text: mrkdwn`${describeIssues(outcome)}`, to: 'me' }, { markDelivered })
    } else await respond(parts, exchange, outcome)
  }

  /** Executes an allowed step, or asks the person in a DM. */
  async function executeIfAllowed(request: SlackRequest, origin: Origin, run: StepRun): Promise<void> {
    const { client } = request
    if (await allowedSteps.isAllowed(keyOf(origin), permissionOf(run))) return execute(request, origin, run)
    const allow: Button = { text: 'Allow', operation: ALLOW, args: run, style: 'primary' }
    const decline: Button = { text: 'Do not allow', operation: DECLINE, args: run }
    const directOrigin = { ...origin, channel: undefined, step: undefined }
    const question = reply('me', questionFor(run), allow, decline)
    const result = fitsValue(allow) ? await deliver.reply(client, directOrigin, question) : undefined
    if (result?.delivery !== 'delivered')
      await stepCompletion.fail(
        client,
        origin,
        mrkdwn`${mention(run.user)} could not be asked to allow this.`,
      )
  }

  async function decide(request: SlackRequest, pressed: Origin, run: StepRun, isAllowed: boolean) {
    const { client } = request
    const { user, execution, inputs } = run
    if (pressed.user !== user) return void (await deliver.reply(client, pressed, NOT_ASKED))
    const origin = { ...followUpOrigin(pressed, inputs.channel || undefined), step: execution }
    if (isAllowed) {
      await allowedSteps.allow(keyOf(pressed), permissionOf(run), pressed)
      await execute(request, origin, run)
    } else await stepCompletion.fail(client, origin, mrkdwn`${mention(user)} did not allow this.`)
    const outcome = isAllowed ? mrkdwn`You allowed it.` : mrkdwn`You did not allow it.`
    await deliver.replace(client, pressed, messageOf({ text: lines(questionFor(run), outcome), to: 'me' }))
  }

  /** Runs work on a step, and fails the step if that throws before anything is recorded. */
  async function endOnError(request: SlackRequest, run: StepRun, work: (origin: Origin) => Promise<void>) {
    const { user, execution: step, inputs } = run
    const origin = { ...request.sender, user, step, ...(inputs.channel && { channel: inputs.channel }) }
    try {
      await work(origin)
    } catch (error) {
      if (!request.isRecorded) await stepCompletion.fail(request.client, origin, BROKEN)
      throw error
    }
  }

  return {
    begin(request: SlackRequest): Promise<void> {
      const { event, event_time } = eventSchema.parse(request.body)
      const { person, starter = '', ...inputs } = event.inputs
      const run = {
        execution: event.function_execution_id,
        step: event.function.callback_id,
        user: person || starter,
        inputs,
        at: event_time,
      }
      return endOnError(request, run, async origin => {
        if (origin.user === '') await stepCompletion.fail(request.client, origin, NO_PERSON)
        else await executeIfAllowed(request, await people.resolveOriginById(request.client, origin), run)
      })
    },

    answer: (request: SlackRequest, { run, isAllowed }: StepPress) =>
      endOnError(request, run, async () => decide(request, await findOrigin(parts, request), run, isAllowed)),
  }
}

/** The permission that a person grants. Slack does not identify a step's workflow, so its channel does. */
const permissionOf = ({ step, inputs: { plans, channel } }: StepRun): string =>
  JSON.stringify([step, channel, plans.toLowerCase().split(/\s*,\s*/)])

function questionFor({ step, inputs }: StepRun): Reply['text'] {
  const { plans, days, from, until, reason, channel } = inputs
  const details = [plans, days || from, days ? '' : until, reason].filter(part => part !== '').join(' · ')
  return lines(
    mrkdwn`A workflow wants to act in your name: *${steps[step]?.title ?? step}*${details ? mrkdwn` – ${details}` : ''}`,
    channel ? mrkdwn`It will be announced in ${{ mrkdwn: `<#${channel}>` }}.` : undefined,
    mrkdwn`The workflow gets the result. If you allow it, this step may do so again with these plans there, until you \`/dayshift unlink\`.`,
  )
}

const describeIssues = (outcome: Extract<Outcome, { kind: 'form' | 'choice' }>): string =>
  outcome.kind === 'choice'
    ? formatChoice(outcome.choice)
    : Object.values(withChoice(outcome.issues, outcome.choice)).join(' ') || 'Something is missing.'

const NOT_ASKED: Reply = { text: mrkdwn`Only the person who was asked can answer this.`, to: 'me' }

const onOtherDay = (days: string) =>
  mrkdwn`The workflow came to this step on another day, on which “${days}” may have meant other days. Nothing was done.`

const UNKNOWN = mrkdwn`This version of Dayshift does not know this step.`
const NO_PERSON = mrkdwn`The step says neither whom it acts for nor who started the workflow: set one of the two.`
const BROKEN = mrkdwn`Something went wrong inside Dayshift. Nothing was changed.`
