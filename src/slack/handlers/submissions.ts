import type { types } from '@slack/bolt'
import { z } from 'zod'
import type { Issues } from '../../core/field.ts'
import { type FormState, plainForm } from '../../core/form-state.ts'
import { hasForm, keptValues, type WithForm } from '../../core/operation.ts'
import type { Failed, FormNeeded, OperationRequest } from '../../core/outcome.ts'
import { join, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import { keyOf } from '../origin.ts'
import { buildNotice, readForm, type SubmittedForm } from '../views/form-view.ts'
import { buildInvitation, retypeNote } from '../views/open-forms.ts'
import { updateView } from '../views/open-view.ts'
import { closedReply, questionOf } from '../views/questions.ts'
import {
  createExchange,
  type Exchange,
  findOrigin,
  type HandlerParts,
  OUTDATED,
  type SlackRequest,
} from './exchange.ts'
import { tell } from './respond.ts'

const submissionSchema = z.object({
  trigger_id: z.string().optional(),
  view: z.object({ id: z.string(), title: z.object({ text: z.string() }) }),
})

/** A submitted form, and what may become of its view. */
type Submission = {
  exchange: Exchange
  operation: WithForm
  form: SubmittedForm
  /** Whether a waiting view took the place of the form, and of what was typed into it. */
  hasWaited(): boolean
  close(reply: Reply): Promise<void>
  /** Shows another view; false where the form was closed. */
  show(view: types.ModalView): Promise<boolean>
  /** Shows issues at their inputs; false where there is no such input, or it is too late. */
  showIssues(issues: Issues): Promise<boolean>
}

/** Answers submitted forms: they close when the request is done, and stay with their values otherwise. */
export function createSubmissions(parts: HandlerParts) {
  const { operations, pipeline, forms, log } = parts

  return async (request: SlackRequest): Promise<void> => {
    const { body, client, ack } = request
    const { view, trigger_id } = submissionSchema.parse(body)
    const title = view.title.text
    const form = readForm(body.view)
    const operation = operations.get(form?.operation ?? '')
    if (!form || !operation || !hasForm(operation))
      return void (await ack.send({ response_action: 'update', view: buildNotice(title, OUTDATED.text) }))
    let hasWaited = false
    ack.late = () => {
      hasWaited = true
      return { response_action: 'update', view: buildNotice(title, LATE) }
    }
    const origin = await findOrigin(parts, request, form)
    const incoming = { id: trigger_id, source: `view ${keyOf(origin)} ${view.id} ${operation.id}` }
    const exchange = createExchange(parts, client, origin, { request, incoming })
    const update = (next: types.ModalView) => updateView(client, view.id, next, log)
    await submit({
      exchange,
      operation,
      form,
      hasWaited: () => hasWaited,
      async close({ text }) {
        if (!(await ack.send())) await update(buildNotice(title, text))
      },
      show: async next => (await ack.send({ response_action: 'update', view: next })) || (await update(next)),
      async showIssues(issues) {
        const errors = errorsOf(form, issues)
        return errors !== undefined && ack.send({ response_action: 'errors', errors })
      },
    })
  }

  async function submit(submission: Submission): Promise<void> {
    const { exchange, operation, form } = submission
    const { args, ...data } = form.data
    const request = { operation, args, values: form.values, data }
    const outcome = forms.wantsPage(form.values)
      ? await pipeline.form(request, exchange.caller, true)
      : await pipeline.handle(request, exchange.caller, exchange.report)
    switch (outcome.kind) {
      case 'done':
        await submission.close(outcome.reply)
        return tell(parts, exchange, outcome)
      case 'recorded':
        await submission.close(outcome.reply)
        await exchange.say(outcome.reply)
        return
      case 'failed':
        return keepFailed(submission, outcome)
      case 'form':
        return keepUnclear(submission, request, outcome)
      case 'choice': {
        const { choice, markDelivered } = outcome
        const form = { kind: 'form', operation, choice, markDelivered } as const
        return keepUnclear(submission, request, { ...stateOf(submission), ...form })
      }
      default:
        outcome satisfies never
    }
  }

  /** Shows an error above the form. */
  async function keepFailed(submission: Submission, outcome: Failed): Promise<void> {
    const { exchange, operation, form } = submission
    const { reply, waitsBehind, notes = {}, args } = outcome
    // A view has no buttons for what has to come first.
    const isAsked = waitsBehind !== undefined && (await isTold(exchange, reply))
    const waits = isAsked
      ? mrkdwn`I have sent you a message with *${waitsBehind}*: it keeps what you typed here, so you can close this.`
      : undefined
    const lost = submission.hasWaited() || isAsked ? retypeNote(operation, form) : undefined
    const state = { ...stateOf(submission), notes, drawn: operation.draw(args, form.data.facts) }
    const notice = join([reply.text, waits, lost], ' ')
    const view = forms.build(operation, state, form.origin, { notice, replaced: form })
    const isKnown = (await submission.show(view)) || isAsked
    const isDelivered = isKnown || (await isTold(exchange, closedReply(reply, operation, args)))
    await outcome.markDelivered?.(isDelivered)
  }

  /** Shows issues or a choice in the form, or leads to a private page. */
  async function keepUnclear(
    { exchange, operation, form, show, showIssues }: Submission,
    request: OperationRequest,
    needed: FormNeeded,
  ): Promise<void> {
    const isRight = Object.keys(needed.issues).length === 0 && !needed.choice
    const wantsPage = isRight && forms.wantsPage(form.values)
    const invitation = await forms.invitation(needed, exchange, wantsPage)
    const visible = forms.withoutSecrets(needed)
    const view = invitation
      ? buildInvitation(operation.form.title, invitation)
      : forms.build(operation, visible, form.origin, { replaced: form })
    const isShown =
      (!invitation && !visible.choice && (await showIssues(visible.issues))) ||
      (await show(view)) ||
      (await isTold(exchange, invitation ?? questionOf(visible, request)))
    await needed.markDelivered?.(isShown)
  }
}

const isTold = async ({ say }: Exchange, reply: Reply): Promise<boolean> =>
  (await say(reply)).delivery === 'delivered'

const LATE = mrkdwn`This is taking longer than usual. You can close this: the answer is on its way.`

const stateOf = ({ operation, form }: Submission): FormState =>
  plainForm(keptValues(operation, form.values), form.data)

/**
 * Issues by the blocks of their inputs; undefined where one of them has none, or there are none. A form that shows issues
 * already is shown anew, so that each stands once.
 */
function errorsOf({ blocks, hasIssues }: SubmittedForm, issues: Issues): Record<string, string> | undefined {
  const errors = Object.entries(issues).map(([key, text]) => [blocks[key], text] as const)
  const hasPlaces = !hasIssues && errors.length > 0 && errors.every(([block]) => block !== undefined)
  return hasPlaces ? Object.fromEntries(errors) : undefined
}
