import type { SlackOptionsMiddlewareArgs } from '@slack/bolt'
import type { Caller } from '../../core/authenticate.ts'
import { createBounded } from '../../core/bounded.ts'
import type { Offering, Run } from '../../core/run.ts'
import { limits } from '../../message/limits.ts'
import { originOfInteraction } from '../origin.ts'
import { buildExplanation, buildOption } from '../views/controls.ts'
import { readMetadata } from '../views/form.ts'
import { patiently } from './ack-within.ts'
import { callerOf } from './answering.ts'
import type { Listener, ListenerParts } from './listener.ts'

/** Answers what is typed into a select, within the time that Slack gives it, however slow the service. */
export function answerSuggestions(
  parts: ListenerParts,
): Listener<SlackOptionsMiddlewareArgs<'block_suggestion'>> {
  const { operations, run, people, clock } = parts
  const offerings = createBounded<{ offer: Offer; freshUntil: number; until: number }>({ ttl: KNOWN_MS })

  /**
   * Who types on in the same form does not wait for the service: what it told a while ago counts until it has told anew.
   * They also find what came too late for the letter before.
   */
  function offeringFor(caller: Caller, form: string, asked: Offering): Offer {
    const key = `${caller.person.key} ${form}`
    const now = clock().getTime()
    const last = offerings.get(key)
    if (last && now < last.freshUntil) return last.offer
    const offer = run.offering(caller)
    const keep = () => offerings.set(key, { offer, freshUntil: now + FRESH_MS, until: now + KNOWN_MS })
    if (!last || now >= last.until) {
      keep()
      return offer
    }
    offerings.set(key, { ...last, freshUntil: Math.min(now + FRESH_MS, last.until) })
    void offer(asked).then(found => {
      // Whoever is not linked any more sees it no longer; a service that fails takes nothing away.
      if (!('kind' in found) || found.later === undefined) keep()
    })
    return last.offer
  }

  return async ({ body, payload, ack, client }) => {
    using answer = patiently(parts, () => ack(explain('The service is slow. Type again in a moment.')))
    const operation = operations.get(body.view?.callback_id ?? '')
    const origin = await people.atHome(client, originOfInteraction(body, clock()))
    const unseen = readMetadata(body.view?.private_metadata ?? '')?.hidden ?? {}
    const asked = operation && { operation, key: payload.action_id, typed: payload.value ?? '', unseen }
    const caller = callerOf(people, { client, origin })
    const offered = await offers(asked, asked && offeringFor(caller, body.view?.id ?? '', asked))
    await answer.send(() => ack(offered))
  }

  async function offers(asked: Offering | undefined, offer: Offer | undefined) {
    if (!asked || !offer) return explain('This form is from an older version of Dayshift.')
    const found = await offer(asked)
    if ('kind' in found) return explain(found.brief)
    if ('lacks' in found) return explain(found.lacks)
    const { typed } = asked
    if (found.length === 0) return explain(typed ? `Nothing is called “${typed}”.` : 'There is nothing yet.')
    const shown = found.slice(0, limits.selectOptions)
    return { options: shown.map(({ text, value }) => buildOption(text, value)) }
  }
}

type Offer = ReturnType<Run['offering']>

/** As long as what somebody picks from is surely true, and as long as they pick it. */
const FRESH_MS = 10_000
const KNOWN_MS = 60_000

/** A select shows nothing but options: so one of them tells what is the matter. */
const explain = (text: string) => ({ options: [buildExplanation(text)] })
