import type { Actor, Plan } from '../../core/context.ts'
import { onceOf } from '../../core/derived.ts'
import type { Parsed, Taken } from '../../core/field.ts'
import type { Raw } from '../../core/raw.ts'
import { readList, sayList, takeList } from '../../language/lists.ts'
import { readReference } from '../../language/names.ts'
import { days } from './days.ts'
import { beginningOfDays, daysIn } from './days-in-sentence.ts'
import { reason, SAYS_WHY } from './plain.ts'

/**
 * What was taken of a sentence, with the names of other plans that stand beside it with nothing between them: all of its
 * reason, all that is before the days, or what an `and` leads to behind them. They can be meant as well, so they are what
 * the reason begins with.
 */
export async function besideOthers(taken: Taken, known: readonly Plan[], me: Actor): Promise<Taken> {
  const { raw, rest } = taken
  const said = raw.plans ?? (raw.plan && sayList([readReference(raw.plan).name]))
  if (said === undefined || said === ALL_PLANS || !mayName(rest, known)) return taken
  const own = new Set(readList(said).map(name => name.toLowerCase()))
  const othersIn = (words: string): Others | undefined => {
    const others = knownIn(words, known)
    return others.found.some(name => !own.has(name.toLowerCase())) ? others : undefined
  }
  const beside = async ({ words, rest: left }: Others, days: string): Promise<Taken> => ({
    raw: { plans: `${said} ${words}`, ...(await reason.take?.(`${words} ${left}`, me))?.raw },
    rest: days,
  })
  const why = await behindDays(rest, me)
  const named = othersIn(why)
  if (named?.rest === '') return { raw: { plans: `${said} ${why}` }, rest }
  for (const { 0: and, index } of rest.slice(0, LONGEST_DAYS).matchAll(AND)) {
    const before = rest.slice(0, index)
    const others = othersIn(rest.slice(index + and.length))
    if (!others || daysIn(before, me.at)?.end !== before.length) continue
    const goOn = beginningOfDays(others.rest) === 0
    return goOn ? beside({ ...others, rest: '' }, `${before} ${others.rest}`) : beside(others, before)
  }
  const others = othersIn(rest)
  if (!others || beginningOfDays(others.rest) !== 0) return taken
  const later = await behindDays(others.rest, me)
  if (!rest.endsWith(later)) return { raw: { plans: `${said} ${others.words}` }, rest }
  return beside({ ...others, rest: later }, others.rest.slice(0, others.rest.length - later.length).trim())
}

/** What joins a plan that is meant as well to the days before it. */
const AND = /[\s,]+(?:and\b|[&+])\s*/gi
const LONGEST_DAYS = 100

/** Names of known plans with which a sentence begins, two of them at least, whatever separates them. */
export function takeBeside(sentence: string, known: readonly Plan[]): Taken | undefined {
  const { found, rest } = knownIn(sentence, known)
  return found.length > 1 ? { raw: { plans: sayList(found) }, rest } : undefined
}

/** Most sentences have no name of another plan in them: these need not be read for it. */
function mayName(sentence: string, known: readonly Plan[]): boolean {
  const first = firstWordsOf(known)
  return first.has(undefined) || wordsIn(sentence).some(word => first.has(word))
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The words with which the names of plans begin; nothing for a name that has none. */
const firstWordsOf = onceOf((known: readonly Plan[]) => new Set(known.map(({ name }) => wordsIn(name)[0])))

/** What a sentence says besides its days; nothing where it has none. */
export async function behindDays(sentence: string, me: Actor): Promise<string> {
  const left = (await days.take?.(sentence, me))?.rest ?? ''
  return left === sentence ? '' : left.replace(/^[\s,]+/, '')
}

/** What stands for all plans, of which none is another. */
export const ALL_PLANS = 'all'

/** The question which of both is meant, where a reason begins with the names that stand beside plans. */
export function askBeside(
  { plans = '', reason: why = '' }: Raw,
  known: readonly Plan[],
): Parsed<never> | undefined {
  const { names, rest } = takeList(plans, known, 0)
  const others = namesIn(rest, known)
  if (names.length === 0 || others.length === 0 || !why.startsWith(rest)) return undefined
  const all = sayList([...names, ...others])
  const few = sayList(names)
  return {
    kind: 'choice',
    key: 'plans',
    why: `“${rest}” could be meant to be paused too, or could be the reason. Which is it?`,
    options: [
      { label: all, raw: { plans: all, reason: why.slice(rest.length).trim().replace(SAYS_WHY, '') } },
      { label: `${few}, because of “${rest}”`, raw: { plans: few } },
    ],
  }
}

/** The names of plans of which words are made up; none where something else is among them. */
function namesIn(words: string, known: readonly Plan[]): string[] {
  const { found, rest } = knownIn(words, known)
  return rest === '' ? found : []
}

/** Names of plans that words begin with, as they are and as they are said there, and what is left behind them. */
type Others = { found: string[]; words: string; rest: string }

function knownIn(words: string, known: readonly Plan[]): Others {
  const isKnown = (name: string) => known.some(each => each.name.toLowerCase() === name.toLowerCase())
  const found: string[] = []
  let left = words
  while (left !== '') {
    const { names, rest } = takeList(left, known, 0)
    if (names.length === 0 || !names.every(isKnown)) break
    found.push(...names)
    left = rest
  }
  const said = words.slice(0, words.length - left.length).replace(/(?:[\s,;:&+]|(?<!\S)and)+$/i, '')
  return { found, words: said, rest: left }
}
