import type { App } from '@slack/bolt'
import type { Caller } from '../admission.ts'
import type { Offering } from '../run.ts'
import { buildExplanation, buildOption } from './controls.ts'
import { callerOf, type Doors } from './doors.ts'
import { readMetadata } from './form.ts'
import { limits } from './limits.ts'
import { originOfInteraction } from './origin.ts'
import { patiently } from './patience.ts'

/** Answers what is typed into a select, within the time that Slack gives it, however slow the service. */
export function answerSuggestions(app: App, doors: Doors): void {
  const { operations, run, clock, patienceMs } = doors

  app.options<'block_suggestion'>({ type: 'block_suggestion' }, async ({ body, payload, ack, client }) => {
    const answer = patiently(patienceMs, () => ack(explain('The service is slow. Type again in a moment.')))
    const operation = operations.get(body.view?.callback_id ?? '')
    const origin = originOfInteraction(body, clock())
    const unseen = readMetadata(body.view?.private_metadata ?? '')?.hidden ?? {}
    const asked = operation && { operation, key: payload.action_id, typed: payload.value, unseen }
    const offered = await offers(asked, callerOf(doors, origin, client))
    await answer.send(() => ack(offered))
  })

  async function offers(asked: Offering | undefined, caller: Caller) {
    if (!asked) return explain('This form is from an older Dayshift.')
    const found = await run.options(asked, caller)
    if ('kind' in found) return explain(found.brief)
    const { typed } = asked
    if (found.length === 0) return explain(typed ? `Nothing is called “${typed}”.` : 'There is nothing yet.')
    const shown = found.slice(0, limits.selectOptions)
    return { options: shown.map(({ text, value }) => buildOption(text, value)) }
  }
}

/** A select shows nothing but options: so one of them tells what is the matter. */
const explain = (text: string) => ({ options: [buildExplanation(text)] })
