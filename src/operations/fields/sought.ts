import type { Actor, Plan } from '../../core/context.ts'
import type { Field, Taken } from '../../core/field.ts'
import type { Raw } from '../../core/raw.ts'
import { isGrace, withoutLastGraces } from '../../language/graces.ts'
import { sayReference, takeName } from '../../language/names.ts'
import { ALL_PLANS, behindDays, takeBeside } from './beside.ts'
import { beginningOfDays } from './days-in-sentence.ts'
import { planBeforeDays } from './named.ts'
import { type PlanSelection, plans, referToAll, takeAll, takeSeveral } from './several.ts'
import { onlyWhere } from './variants.ts'

/**
 * The plans that a list is about, where some are named: before its days or behind them. No reason can be said, so all that
 * stands beside the days are names, with a comma between them or without.
 */
export const plansSought: Field<PlanSelection | undefined, Actor> = {
  ...onlyWhere(plans, ({ plan, plans }) => Boolean(plan || plans) && plans !== ALL_PLANS, { optional: true }),
  take: async (said, me) => {
    if (isGrace(said)) return { raw: {}, rest: said }
    const rest = withoutLastGraces(said)
    const known = await me.plans()
    const before = takeMany(rest, known) ?? (await planBeforeDays.take?.(rest, me))
    if (before?.raw.plan || before?.raw.plans) return before
    return (await takeBehind(rest, known, me)) ?? before ?? { raw: {}, rest }
  },
}

/** Several plans, or all of them, unless words that say all are how a name begins. */
const takeMany = (words: string, known: readonly Plan[]): Taken | undefined =>
  (takeName(words, known) ? undefined : takeAll(words, known)) ??
  takeSeveral(words, known) ??
  takeBeside(words, known)

async function takeBehind(rest: string, known: readonly Plan[], me: Actor): Promise<Taken | undefined> {
  const behind = beginningOfDays(rest) === 0 ? await behindDays(rest, me) : ''
  const at = rest.lastIndexOf(behind)
  if (isGrace(behind) || at < 0) return undefined
  const names = behind.replace(LEADS_TO_NAME, '')
  const taken = takeMany(names, known) ?? takeOne(behind, names, known)
  const left = `${rest.slice(0, at)}${taken.rest}${rest.slice(at + behind.length)}`
  return { raw: taken.raw, rest: left.trim() }
}

function takeOne(behind: string, name: string, known: readonly Plan[]): Taken {
  const taken = takeName(behind, known) ?? takeName(name, known)
  const plan = taken?.item ? sayReference(taken.item) : (taken?.words ?? name)
  return { raw: { plan }, rest: taken?.rest ?? '' }
}

/** `next week for web-prod`, `next week: web-prod`. */
const LEADS_TO_NAME = /^[\s,:;–—-]*(?:(?:of|for|on|in)\s+)?(?=\S)/i

/** The words of a button that stand for these plans, if any were named. */
export function sayPlansSought(sought: readonly Plan[] | undefined): Raw {
  const [plan, another] = sought ?? []
  if (!plan || !sought) return {}
  return another ? { plans: referToAll(sought) } : { plan: sayReference(plan) }
}
