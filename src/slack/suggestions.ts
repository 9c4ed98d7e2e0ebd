import type { App } from '@slack/bolt'
import type { Caller } from '../admission.ts'
import type { Operation } from '../operation.ts'
import { buildExplanation, buildOption } from './controls.ts'
import { callerOf, type Doors } from './doors.ts'
import { originOfInteraction } from './origin.ts'
import { patiently } from './patience.ts'

/** Answers what is typed into a select, within the time that Slack gives it, however slow the service. */
export function answerSuggestions(app: App, doors: Doors): void {
  const { operations, run, clock, patienceMs } = doors

  app.options<'block_suggestion'>({ type: 'block_suggestion' }, async ({ body, payload, ack, client }) => {
    const answer = patiently(patienceMs, () => ack(explain('The service is slow. Type again in a moment.')))
    const operation = operations.get(body.view?.callback_id ?? '')
    const origin = originOfInteraction(body, clock())
    const offered = await offers(operation, payload.action_id, payload.value, callerOf(doors, origin, client))
    await answer.send(() => ack(offered))
  })

  async function offers(operation: Operation | undefined, key: string, typed: string, caller: Caller) {
    if (!operation) return explain('This form is from an older Dayshift.')
    const found = await run.options(operation, key, typed, caller)
    if ('kind' in found) return explain(found.brief)
    if (found.length === 0) return explain(typed ? `Nothing is called “${typed}”.` : 'There is nothing yet.')
    return { options: found.map(({ text, value }) => buildOption(text, value)) }
  }
}

/** A select shows nothing but options: so one of them tells what is the matter. */
const explain = (text: string) => ({ options: [buildExplanation(text)] })
