import { z } from 'zod'
import type { Caller } from '../../core/authenticate.ts'
import { createBounded } from '../../core/bounded.ts'
import type { FormData } from '../../core/form-state.ts'
import type { Operation } from '../../core/operation.ts'
import type { Pipeline } from '../../core/pipeline.ts'
import { limits } from '../../message/limits.ts'
import { originOfInteraction } from '../origin.ts'
import { parseMetadata } from '../views/form-view.ts'
import { buildExplanation, buildOption } from '../views/input-elements.ts'
import { ackWithin } from './ack-within.ts'
import { callerOf, type HandlerParts, type SlackRequest } from './request-exchange.ts'

const suggestionSchema = z.object({
  action_id: z.string(),
  value: z.string().nullish(),
  view: z.object({ id: z.string(), callback_id: z.string(), private_metadata: z.string() }),
})

type Asked = { operation: Operation; input: string; typed: string; data: FormData }

/** Answers what is typed into a select, within Slack's time, however slow the service is. */
export function createSuggestions(parts: HandlerParts) {
  const { operations, pipeline, people, clock } = parts
  const cache = createBounded<{ offer: Offer; freshUntil: number; until: number }>({ ttl: USABLE_MS })

  /**
   * Options for a form. After `FRESH_MS` the last answers of the service are still used while new ones are loaded, so that
   * typing on does not wait for the service, and finds what came too late for the letter before.
   */
  function offerFor(caller: Caller, form: string, asked: Asked): Offer {
    const key = `${caller.person.key} ${form}`
    const now = clock().getTime()
    const last = cache.get(key)
    if (last && now < last.freshUntil) return last.offer
    const offer = pipeline.options(caller)
    const keep = () => cache.set(key, { offer, freshUntil: now + FRESH_MS, until: now + USABLE_MS })
    if (!last || now >= last.until) {
      keep()
      return offer
    }
    cache.set(key, { ...last, freshUntil: Math.min(now + FRESH_MS, last.until) })
    void ask(offer, asked).then(found => {
      // A person without a link sees nothing any more; a failing service takes nothing away.
      if (!('kind' in found) || found.waitsBehind !== undefined) keep()
    })
    return last.offer
  }

  return async ({ body, client, ack }: SlackRequest): Promise<void> => {
    using answer = ackWithin(parts, () => ack(explain('The service is slow. Type again in a moment.')))
    const { data: suggestion } = suggestionSchema.safeParse(body)
    const operation = operations.get(suggestion?.view.callback_id ?? '')
    const metadata = suggestion && parseMetadata(suggestion.view.private_metadata)
    if (!operation || !metadata)
      return void (await answer.send(() => ack(explain('This form is from an older version of Dayshift.'))))
    const { action_id: input, value, view } = suggestion
    const origin = await people.atHome(client, originOfInteraction(body, clock()))
    const asked = { operation, input, typed: value ?? '', data: metadata.data }
    const caller = callerOf(people, { client, origin })
    const options = await optionsOf(offerFor(caller, view.id, asked), asked)
    await answer.send(() => ack(options))
  }
}

type Offer = ReturnType<Pipeline['options']>

const ask = (offer: Offer, { operation, input, typed, data }: Asked) => offer(operation, input, typed, data)

async function optionsOf(offer: Offer, asked: Asked) {
  const found = await ask(offer, asked)
  if ('kind' in found) return explain(found.brief)
  if ('lacks' in found) return explain(found.lacks)
  const { typed } = asked
  if (found.length === 0) return explain(typed ? `Nothing is called “${typed}”.` : 'There is nothing yet.')
  return { options: found.slice(0, limits.selectOptions).map(({ text, value }) => buildOption(text, value)) }
}

/** How long answers of the service are used without asking again, and how long at all. */
const FRESH_MS = 10_000
const USABLE_MS = 60_000

/** A select shows nothing but options: one of them explains. */
const explain = (text: string) => ({ options: [buildExplanation(text)] })
