import { z } from 'zod'
import type { Caller } from '../../core/authenticate.ts'
import { createBounded } from '../../core/bounded.ts'
import type { Pipeline } from '../../core/pipeline.ts'
import { limits } from '../../message/blocks.ts'
import { unformatted } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import { parseMetadata } from '../views/form-view.ts'
import { buildExplanation, buildOption } from '../views/input-elements.ts'
import { findOrigin, type HandlerParts, type SlackRequest } from './exchange.ts'
import { callerOf } from './people.ts'

const suggestionSchema = z.object({
  action_id: z.string(),
  value: z.string().nullish(),
  view: z.object({ id: z.string(), callback_id: z.string(), private_metadata: z.string() }),
})

/** Answers what is typed into a select, within Slack's time, however slow the service is. */
export function createSuggestions(parts: HandlerParts) {
  const { operations, pipeline, people, clock } = parts
  const offers = createBounded<Offer>({ ttl: FRESH_MS, now: () => clock().getTime() })

  /** Options for a form: typing on does not wait for the service, and finds what came too late for the letter before. */
  function offerFor(caller: Caller, form: string): Offer {
    const key = `${caller.person.key} ${form}`
    const offer = offers.get(key) ?? pipeline.options(caller)
    if (!offers.has(key)) offers.set(key, offer)
    return offer
  }

  return async (request: SlackRequest): Promise<void> => {
    const { body, client, ack } = request
    ack.late = () => explain('The service is slow. Type again in a moment.')
    const { data: suggestion } = suggestionSchema.safeParse(body)
    const operation = operations.get(suggestion?.view.callback_id ?? '')
    const metadata = suggestion && parseMetadata(suggestion.view.private_metadata)
    if (!operation || !metadata)
      return void (await ack.send(explain('This form is from an older version of Dayshift.')))
    const { action_id: input, value, view } = suggestion
    const origin = await findOrigin(parts, request)
    const offer = offerFor(callerOf(people, { client, origin }), view.id)
    const typed = value ?? ''
    await ack.send(optionsOf(await offer(operation, input, typed, metadata.data), typed))
  }
}

type Offer = ReturnType<Pipeline['options']>

function optionsOf(found: Awaited<ReturnType<Offer>>, typed: string) {
  if ('kind' in found) return explain(firstSentence(found.reply))
  if ('lacks' in found) return explain(found.lacks)
  if (found.length === 0) return explain(typed ? `Nothing is called “${typed}”.` : 'There is nothing yet.')
  return { options: found.slice(0, limits.selectOptions).map(({ text, value }) => buildOption(text, value)) }
}

/** How long answers of the service are used without asking again. */
const FRESH_MS = 10_000

/** An option has room for one line. */
const firstSentence = ({ text }: Reply): string =>
  unformatted(text)
    .split(/(?<=\.) /, 1)
    .join('')

/** A select shows nothing but options: one of them explains. */
const explain = (text: string) => ({ options: [buildExplanation(text)] })
