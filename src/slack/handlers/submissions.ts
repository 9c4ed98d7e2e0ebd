import type { SlackViewMiddlewareArgs, types, ViewSubmitAction } from '@slack/bolt'
import type { Issues } from '../../core/field.ts'
import { hasForm } from '../../core/operation.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import { keyOf, originOfForm } from '../origin.ts'
import { buildNotice, readForm, type Submitted } from '../views/form.ts'
import { patiently } from './ack-within.ts'
import { changeView, doorOf, OUTDATED, requestId } from './answering.ts'
import type { Listener, ListenerParts } from './listener.ts'

/** Answers forms: they close when it is done, and stay with their words when it is not. */
export function answerSubmissions(parts: ListenerParts): Listener<SlackViewMiddlewareArgs<ViewSubmitAction>> {
  const { operations, forms, people, clock } = parts

  return async ({ body, view, ack, client, context }) => {
    const title = view.title.text
    const submitted = readForm(view)
    const operation = operations.get(submitted?.operation ?? '')
    if (!submitted || !operation || !hasForm(operation))
      return ack({ response_action: 'update', view: buildNotice(title, OUTDATED.text) })
    const { raw } = submitted
    const later = buildNotice(
      title,
      mrkdwn`This is taking longer than usual. You can close this: the answer is on its way.`,
    )
    let waited = false
    using answer = patiently(parts, () => {
      waited = true
      return ack({ response_action: 'update', view: later })
    })
    const origin = await people.atHome(client, originOfForm(body, submitted.origin, clock()))
    const matter = `view ${keyOf(origin)} ${view.id} ${operation.id}`
    const request = { context, key: `submission ${keyOf(origin)} ${requestId(body.trigger_id)}`, matter }
    const { say, report, caller } = doorOf(parts, { client, origin, request })
    const change = async (next: types.ModalView) =>
      (await answer.send(() => ack({ response_action: 'update', view: next }))) ||
      (await changeView(parts, client, view.id, next))
    await forms.submit(
      {
        caller,
        origin,
        say,
        report,
        over: submitted,
        waited: () => waited,
        close: async ({ text }) => {
          if (!(await answer.send(() => ack())))
            await changeView(parts, client, view.id, buildNotice(title, text))
        },
        correct: async (issues, corrected) => {
          const errors = errorsAt(submitted, issues)
          const told = errors && (await answer.send(() => ack({ response_action: 'errors', errors })))
          return told || change(corrected)
        },
        stay: change,
      },
      operation,
      raw,
    )
  }
}

/** Issues by the blocks that they are shown at; nothing where one of them has none. */
function errorsAt({ blocks }: Submitted, issues: Issues): Record<string, string> | undefined {
  const errors = Object.entries(issues).map(([key, text]) => [blocks[key], text] as const)
  return errors.every(([block]) => block !== undefined) ? Object.fromEntries(errors) : undefined
}
