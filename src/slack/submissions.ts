import type { App, types, ViewSubmitAction } from '@slack/bolt'
import { changeView, type Doors, doorOf, OUTDATED } from './doors.ts'
import { buildNotice, readForm } from './form.ts'
import { mrkdwn } from './mrkdwn.ts'
import { type Origin, originOfInteraction } from './origin.ts'
import { patiently } from './patience.ts'

/** Answers forms: they close when it is done, and stay with their words when it is not. */
export function answerSubmissions(app: App, doors: Doors): void {
  const { operations, conversation, clock, patienceMs } = doors

  app.view<ViewSubmitAction>(
    { type: 'view_submission', callback_id: /.*/ },
    async ({ body, view, ack, client }) => {
      const title = view.title.text
      const submitted = readForm(view)
      const operation = operations.get(submitted?.operation ?? '')
      if (!submitted || !operation)
        return ack({ response_action: 'update', view: buildNotice(title, OUTDATED.text) })
      const { raw } = submitted
      const origin = { ...originOfInteraction(body, clock()), ...placeOf(submitted.origin) }
      const later = buildNotice(
        title,
        mrkdwn`This takes longer than usual. You can close this: the answer will come.`,
      )
      const answer = patiently(patienceMs, () => ack({ response_action: 'update', view: later }))
      const { say, caller } = doorOf(doors, origin, client, body.trigger_id)
      const change = async (next: types.ModalView) =>
        (await answer.send(() => ack({ response_action: 'update', view: next }))) ||
        (await changeView(doors, client, view.id, next))
      return conversation.submit(
        {
          caller,
          origin,
          say,
          close: async ({ text }) => {
            if (!(await answer.send(() => ack())))
              await changeView(doors, client, view.id, buildNotice(title, text))
          },
          correct: async (issues, corrected) => {
            const inputs = new Set(view.blocks.map(block => block.block_id))
            const atInputs = Object.keys(issues).every(key => inputs.has(key))
            const told =
              atInputs && (await answer.send(() => ack({ response_action: 'errors', errors: { ...issues } })))
            return told || change(corrected)
          },
          stay: change,
        },
        operation,
        raw,
      )
    },
  )
}

/** Where the answer to a form belongs; who sent it, only Slack's signed payload tells. */
const placeOf = ({ channel, thread, responseUrl, since }: Origin) => ({ channel, thread, responseUrl, since })
