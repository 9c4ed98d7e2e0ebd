import type { Parsed, Taken } from '../form/field.ts'
import { onceOf } from '../memory/derived.ts'
import type { Actor, Plan } from '../person.ts'
import type { Raw } from '../raw.ts'
import { readList, sayList, takeList } from '../text/lists.ts'
import { readReference } from '../text/names.ts'
import { days } from './days.ts'
import { beginningOfDays } from './days-in-sentence.ts'
import { SAYS_WHY } from './plain.ts'

/**
 * What was taken of a sentence, with the names of other plans that stand beside it with nothing between them: all of its
 * reason, or all that is before the days. They can be meant as well, so they stay in the rest, which is read as if they
 * were the reason.
 */
export async function besideOthers(taken: Taken, known: readonly Plan[], me: Actor): Promise<Taken> {
  const { raw, rest } = taken
  const said = raw.plans ?? (raw.plan && sayList([readReference(raw.plan).name]))
  if (said === undefined || said === ALL_PLANS || !mayName(rest, known)) return taken
  const own = new Set(readList(said).map(name => name.toLowerCase()))
  const areOthers = (words: string) => namesIn(words, known).some(name => !own.has(name.toLowerCase()))
  const reason = await behindDays(rest, me)
  if (areOthers(reason)) return { raw: { plans: `${said} ${reason}` }, rest }
  const at = beginningOfDays(rest) ?? 0
  const before = rest.slice(0, at).replace(/[\s,]+$/, '')
  if (!areOthers(before)) return taken
  const later = await behindDays(rest.slice(at), me)
  if (!rest.endsWith(later)) return { raw: { plans: `${said} ${before}` }, rest }
  const between = rest.slice(at, rest.length - later.length)
  return { raw: { plans: `${said} ${before}` }, rest: `${between} ${before} ${later}`.trim() }
}

/** Plans that are all that is said behind the days with which a sentence begins: `until friday web-prod`. */
export async function takeBehindDays(
  rest: string,
  known: readonly Plan[],
  me: Actor,
): Promise<Taken | undefined> {
  const behind = beginningOfDays(rest) === 0 ? await behindDays(rest, me) : ''
  const names = namesIn(behind, known)
  if (names.length === 0 || !rest.endsWith(behind)) return undefined
  const raw = { [names.length === 1 ? 'plan' : 'plans']: sayList(names) }
  return { raw, rest: rest.slice(0, -behind.length).trim() }
}

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
  { plans = '', reason = '' }: Raw,
  known: readonly Plan[],
): Parsed<never> | undefined {
  const { names, rest } = takeList(plans, known, 0)
  const others = namesIn(rest, known)
  if (names.length === 0 || others.length === 0 || !reason.startsWith(rest)) return undefined
  const all = sayList([...names, ...others])
  const few = sayList(names)
  return {
    kind: 'choice',
    key: 'plans',
    why: `“${rest}” could be meant to be paused too, or could be the reason. Which is it?`,
    options: [
      { label: all, raw: { plans: all, reason: reason.slice(rest.length).trim().replace(SAYS_WHY, '') } },
      { label: `${few}, because of “${rest}”`, raw: { plans: few } },
    ],
  }
}

/** The names of plans of which words are made up; none where something else is among them. */
function namesIn(words: string, known: readonly Plan[]): string[] {
  const { found, rest } = knownIn(words, known)
  return rest === '' ? found : []
}

/** The names of plans that words begin with, and what is left behind them. */
function knownIn(words: string, known: readonly Plan[]): { found: string[]; rest: string } {
  const isKnown = (name: string) => known.some(each => each.name.toLowerCase() === name.toLowerCase())
  const found: string[] = []
  let left = words
  while (left !== '') {
    const { names, rest } = takeList(left, known, 0)
    if (names.length === 0 || !names.every(isKnown)) break
    found.push(...names)
    left = rest
  }
  return { found, rest: left }
}
