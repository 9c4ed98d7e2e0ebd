import { type Field, issue, ok, type Parsed, type Taken } from '../field.ts'
import type { Actor, Plan } from '../person.ts'
import type { Raw } from '../raw.ts'
import { readList, sayList, takeList } from '../text/lists.ts'
import { sayReference } from '../text/names.ts'
import { beginningOfDays } from './days.ts'
import { text } from './inputs.ts'
import { named, plan, planBeforeDays } from './named.ts'

const ALL = /^(?:all|everything|all plans|all the plans)(?![^\s,:;])/i
const LONGEST_LIST = 3000

/** One plan, several by name, or all. Several stand in an input of their own, as people write them. */
export const plans: Field<readonly Plan[], Actor> = {
  ...(plan.options && { options: plan.options }),
  inputs: [
    ...plan.inputs.map(input => ({ ...input, when: (raw: Raw) => raw.plans === undefined })),
    text('plans', 'Plans', {
      max: LONGEST_LIST,
      optional: true,
      hint: 'Names with commas between them, or all.',
      when: raw => raw.plans !== undefined,
    }),
  ],
  parse: async (raw, me) => {
    const known = await me.plans()
    const [key, words] =
      raw.plans === undefined ? (['plan', raw.plan ?? ''] as const) : (['plans', raw.plans] as const)
    const isName = known.some(({ name }) => name.toLowerCase() === words.toLowerCase())
    if (!isName && ALL.exec(words)?.[0] === words)
      return known.length > 0 ? ok(known) : issue(key, 'There is no plan yet.')
    const names = readList(words)
    if (key === 'plans' && !isName) return severalOf(names, key, known)
    const one = await plan.parse({ plan: words }, me)
    if (one.kind === 'ok') return ok([one.value])
    return names.length > 1 ? severalOf(names, key, known) : one
  },
  take: async (rest, me) => {
    const known = await me.plans()
    return (
      takeAll(rest, known) ?? takeSeveral(rest, known) ?? planBeforeDays.take?.(rest, me) ?? { raw: {}, rest }
    )
  },
}

function takeAll(rest: string, known: readonly Plan[]): Taken | undefined {
  const [words] = ALL.exec(rest) ?? []
  if (words === undefined || known.some(({ name }) => name.toLowerCase() === words.toLowerCase()))
    return undefined
  return { raw: { plans: 'all' }, rest: rest.slice(words.length).trim() }
}

/** Several names: known ones, or at least one that is known and an `and` before the others. A comma may begin a reason. */
function takeSeveral(rest: string, known: readonly Plan[]): Taken | undefined {
  const { names, separators, rest: left } = takeList(rest, known, beginningOfDays(rest) ?? rest.length)
  const isKnown = (name: string) => known.some(each => each.name.toLowerCase() === name.toLowerCase())
  const meant =
    names.every(isKnown) || (names.some(isKnown) && separators.some(separator => separator !== ','))
  const word = (name: string) => (name.includes('"') ? referenceOf(name, known) : name)
  return names.length > 1 && meant ? { raw: { plans: sayList(names.map(word)) }, rest: left } : undefined
}

/** A name that no quotation marks can enclose, as a reference. */
function referenceOf(name: string, known: readonly Plan[]): string {
  const found = known.find(each => each.name.toLowerCase() === name.toLowerCase())
  return found ? sayReference({ ...found, name: '' }) : name
}

/** The plans that names stand for, each once; a name that is not clear is asked about in the list. */
function severalOf(
  names: readonly string[],
  key: 'plan' | 'plans',
  known: readonly Plan[],
): Parsed<readonly Plan[]> {
  const found: Plan[] = []
  for (const [index, name] of names.entries()) {
    const one = named('plan', name, known)
    if (one.kind === 'issue') return issue(key, one.text)
    if (one.kind === 'choice') {
      const instead = (words = '') => ({ [key]: sayList(names.with(index, words)) })
      return {
        ...one,
        key,
        options: one.options.map(({ label, raw }) => ({ label, raw: instead(raw.plan) })),
      }
    }
    if (!found.some(({ id }) => id === one.value.id)) found.push(one.value)
  }
  return found.length > 0 ? ok(found) : issue(key, 'Say which plans.')
}

/** The words for plans that stand for just these, whatever they are called later; in lists no longer than `limit`. */
export function referToAll(plans: readonly Plan[], limit: number): string[] {
  const lists: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const each of plans) {
    const reference = sayReference({ ...each, name: '' })
    if (length + reference.length + BETWEEN > limit) {
      lists.push([])
      length = 0
    }
    lists.at(-1)?.push(reference)
    length += reference.length + BETWEEN
  }
  return lists.map(sayList)
}

const BETWEEN = ' and '.length
