import { z } from 'zod'
import { type Reference, referenceSchema } from '../../core/args.ts'
import { reshaping, selectInput } from '../../core/common-fields.ts'
import type { Member } from '../../core/context.ts'
import {
  type Field,
  formatReference,
  type ParseResult,
  parseReference,
  value,
  withoutEmpty,
} from '../../core/field.ts'
import { offer } from '../../core/reference-field.ts'
import { beginningOfDays, findPlan, offeringOnly, plansBefore } from '../plans/plan-field.ts'
import { activePauses, formatPause, PAUSED_FIRST, pausedFirst, todayOf } from './active-pauses.ts'

/** Which of several pauses of a plan are meant: `resume web-prod now`, `resume web-prod all`. */
export type Scope = 'live' | 'all'

const SCOPES: Readonly<Record<Scope, RegExp>> = {
  live: /^(?:right\s+)?(?:now|today|immediately|asap)(?![^\s.,;:!?…])\s*/i,
  all: /^all(?: of (?:them|its pauses))?(?![^\s.,;:!?…])\s*/i,
}

export const scope: Field<Scope | undefined, Member> = {
  schema: z.enum(['live', 'all']).optional(),
  inputs: [],
  read: ({ scope }) => value(scope === 'live' || scope === 'all' ? scope : undefined),
  format: () => ({}),
  parseFrom(rest): ParseResult {
    const match = (['live', 'all'] as const).find(each => SCOPES[each].test(rest))
    if (!match) return { values: {}, rest }
    return { values: { scope: match }, rest: rest.replace(SCOPES[match], '') }
  },
}

/** One of several pauses of a plan, picked in a form: its name is how people read it. */
export const onlyPause: Field<Reference | undefined, Member> = {
  schema: referenceSchema.optional(),
  inputs: [
    selectInput('pause', 'Pause', {
      optional: true,
      placeholder: 'Which of its pauses …',
      when: ({ facts }) => factsSchema.safeParse(facts).success,
    }),
  ],
  read: ({ pause }) => value(parseReference(pause)),
  format: reference => withoutEmpty({ pause: reference && formatReference(reference) }),
  async options(typed, context, { facts }) {
    const { data } = factsSchema.safeParse(facts)
    if (!data) return []
    const plan = await findPlan(data.plan, context)
    const pauses = activePauses(plan, todayOf(plan, context.at))
    return offer(
      typed,
      pauses.map(pause => ({ id: pause.id, name: formatPause(pause) })),
    )
  },
}

/** What a form knows of its plan: Slack tells a select nothing of the other inputs. */
const factsSchema = z.object({ plan: referenceSchema })

/** Plans to resume, and where a scope begins behind them. */
export const plansToResume = offeringOnly(
  reshaping(
    plansBefore((sentence, context) => beginningOfAll(sentence) ?? beginningOfDays(sentence, context)),
  ),
  PAUSED_FIRST,
  pausedFirst,
)

function beginningOfAll(sentence: string): number | undefined {
  const last = sentence.search(/\S+\s*$/)
  return last >= 0 && SCOPES.all.test(sentence.slice(last)) ? last : undefined
}
