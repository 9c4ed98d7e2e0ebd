import type { types } from '@slack/bolt'
import { z } from 'zod'
import { createCache } from '../../core/cache.ts'
import type { Caller } from '../../core/context.ts'
import { type Issues, isKept, plainForm } from '../../core/field.ts'
import { hasForm, keptValues } from '../../core/operation.ts'
import type { Failed, FormNeeded, OperationRequest } from '../../core/outcome.ts'
import type { Pipeline } from '../../core/pipeline.ts'
import { limits } from '../../message/blocks.ts'
import { renderBlocks } from '../../message/fit.ts'
import { join, type Mrkdwn, mrkdwn, toPlainText } from '../../message/mrkdwn.ts'
import { blocksOf, type Reply, shown } from '../../message/reply.ts'
import { keyOf } from '../origin.ts'
import { buildNotice, parseMetadata, readForm, type SubmittedForm } from '../views/form-view.ts'
import { buildExplanation, buildOption } from '../views/input-elements.ts'
import { updateView } from '../views/open-forms.ts'
import { closedReply, questionOf } from '../views/questions.ts'
import { createExchange, findOrigin, OUTDATED, type SlackRequest } from './exchange.ts'
import type { HandlerParts } from './handler-parts.ts'
import { callerOf } from './people.ts'
import { respond } from './respond.ts'

const suggestionSchema = z.object({
  action_id: z.string(),
  value: z.string().nullish(),
  view: z.object({ id: z.string(), callback_id: z.string(), private_metadata: z.string() }),
})

/** Loads the options for text typed into a select; explains a slow service before Slack's deadline. */
export function createSuggestionHandler(parts: HandlerParts) {
  const { operations, pipeline, people, clock } = parts
  const loaders = createCache<LoadOptions>(OPTIONS_TTL_MS, clock)

  /** The option loader of a form: further typing reuses its data, even data too late for earlier letters. */
  function loaderFor(caller: Caller, form: string): LoadOptions {
    const key = `${caller.person.key} ${form}`
    const loader = loaders.get(key) ?? pipeline.options(caller)
    if (!loaders.has(key)) loaders.set(key, loader)
    return loader
  }

  return async (request: SlackRequest): Promise<void> => {
    const { body, client, ack } = request
    ack.onTimeout = () => explain('The service is slow. Type again in a moment.')
    const { data: suggestion } = suggestionSchema.safeParse(body)
    const operation = operations.get(suggestion?.view.callback_id ?? '')
    const metadata = suggestion && parseMetadata(suggestion.view.private_metadata)
    if (!operation || !metadata)
      return void (await ack.send(explain('This form is from an older version of Dayshift.')))
    const { action_id: input, value, view } = suggestion
    const origin = await findOrigin(parts, request)
    const loadOptions = loaderFor(callerOf(people, { client, origin }), view.id)
    const typed = value ?? ''
    await ack.send(optionsOf(await loadOptions(operation, input, typed, metadata.data), typed))
  }
}

type LoadOptions = ReturnType<Pipeline['options']>

function optionsOf(result: Awaited<ReturnType<LoadOptions>>, typed: string) {
  if ('kind' in result) return explain(firstSentence(result.reply))
  if ('none' in result) return explain(result.none)
  if (result.length === 0) return explain(typed ? `Nothing is called “${typed}”.` : 'There is nothing yet.')
  return { options: result.slice(0, limits.selectOptions).map(({ text, value }) => buildOption(text, value)) }
}

/** How long a form reuses loaded data. */
const OPTIONS_TTL_MS = 10_000

/** The first sentence of a reply: an option shows one line. */
const firstSentence = ({ text }: Reply): string =>
  toPlainText(text)
    .split(/(?<=\.) /, 1)
    .join('')

/** An explanation as the only option, since a select cannot show anything else. */
const explain = (text: string) => ({ options: [buildExplanation(text)] })

const submissionSchema = z.object({
  view: z.object({ id: z.string(), title: z.object({ text: z.string() }) }),
})

/** Handles submitted forms: a form closes when its request is done, and stays open with its values if not. */
export function createSubmissionHandler(parts: HandlerParts) {
  const { operations, pipeline, forms, log } = parts

  return async (request: SlackRequest): Promise<void> => {
    const { body, client, ack } = request
    const { view } = submissionSchema.parse(body)
    const notice = (text: Mrkdwn) => buildNotice(view.title.text, text)
    const update = (next: types.ModalView) => updateView(client, view.id, next, log)
    /** Shows another view; resolves to false if the person has closed the form. */
    const show = async (next: types.ModalView): Promise<boolean> =>
      (await ack.send({ response_action: 'update', view: next })) || (await update(next))
    const form = readForm(body.view)
    const operation = operations.get(form?.operation ?? '')
    if (!form || !operation || !hasForm(operation)) return void (await show(notice(OUTDATED.text)))

    let isAckLate = false
    ack.onTimeout = () => {
      isAckLate = true
      return { response_action: 'update', view: notice(LATE) }
    }
    const origin = await findOrigin(parts, request, form)
    const incoming = { source: `view ${keyOf(origin)} ${view.id} ${operation.id}` }
    const exchange = createExchange(parts, client, origin, { request, incoming })
    const sendReply = async (reply: Reply) => (await exchange.send(reply)).delivery === 'delivered'
    const operationRequest: OperationRequest = { operation, values: form.values, ...form.data }
    const wantsPage = forms.wantsPage(form.values)
    const typed = plainForm(keptValues(operation, form.values), form.data)

    /** Shows the error above the form. */
    const showFailure = async (failed: Failed) => {
      const { reply, waitsBehind, notes = {}, args, markDelivered } = failed
      // A view cannot hold the reply's buttons, so a message carries them.
      const isPrerequisiteSent = waitsBehind !== undefined && (await sendReply(reply))
      const prerequisite = isPrerequisiteSent
        ? mrkdwn`I have sent you a message with *${waitsBehind}*: it keeps what you typed here, so you can close this.`
        : undefined
      const retype = isAckLate && operation.inputs.some(input => !isKept(input)) ? RETYPE : undefined
      const notice = join([reply.text, prerequisite, retype], ' ')
      const state = { ...typed, notice, notes, drawing: operation.draw(args, form.data.facts) }
      const next = forms.build(operation, state, form.origin, form)
      const isShown = (await show(next)) || isPrerequisiteSent || (await sendReply(closedReply(failed)))
      await markDelivered?.(shown(isShown))
    }

    /** Shows issues or a choice in the form, or invites to a private page. */
    const showIssues = async (needed: FormNeeded): Promise<void> => {
      const isComplete = Object.keys(needed.issues).length === 0 && !needed.choice
      const invitation = await forms.invitation(needed, origin, isComplete && wantsPage)
      const visible = forms.withoutSecrets(needed)
      const errors = invitation || visible.choice ? undefined : errorsOf(form, visible.issues)
      const next = invitation
        ? { ...notice(invitation.text), blocks: renderBlocks(blocksOf(invitation)) }
        : forms.build(operation, visible, form.origin, form)
      const isShown =
        (errors && (await ack.send({ response_action: 'errors', errors }))) ||
        (await show(next)) ||
        (await sendReply(invitation ?? questionOf(visible)))
      await needed.markDelivered?.(shown(isShown))
    }

    const outcome = wantsPage
      ? await pipeline.form(operationRequest, exchange.caller, true)
      : await pipeline.handle(operationRequest, exchange.caller, exchange.report)
    switch (outcome.kind) {
      case 'done':
      case 'recorded':
        if (!(await ack.send())) await update(notice(outcome.reply.text))
        return respond(parts, exchange, outcome)
      case 'failed':
        return showFailure(outcome)
      case 'form':
        return showIssues(outcome)
      case 'choice': {
        const { notice, choice, markDelivered } = outcome
        return showIssues({ ...typed, kind: 'form', notice, operation, choice, markDelivered })
      }
      default:
        outcome satisfies never
    }
  }
}

/** A rebuilt form never contains secrets or confirmations; Slack keeps them only while the form is open. */
const RETYPE = mrkdwn`Please type secrets and confirmations again.`

const LATE = mrkdwn`This is taking longer than usual. You can close this: the answer is on its way.`

/**
 * Issues by the block ids of their inputs, as Slack takes them; undefined if there are none, if one has no
 * block, or if the form already shows issues: it is then rebuilt, so that no issue appears twice.
 */
function errorsOf({ blocks, hasIssues }: SubmittedForm, issues: Issues): Record<string, string> | undefined {
  const errors = Object.entries(issues).map(([key, text]) => [blocks[key], text] as const)
  const canShowAll = !hasIssues && errors.length > 0 && errors.every(([block]) => block !== undefined)
  return canShowAll ? Object.fromEntries(errors) : undefined
}
