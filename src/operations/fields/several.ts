import type { Actor, Plan } from '../../core/context.ts'
import { type Field, issue, ok, type Parsed, type Taken } from '../../core/field.ts'
import type { Raw } from '../../core/raw.ts'
import { readList, sayList, takeList } from '../../language/lists.ts'
import {
  apartAmong,
  findNamed,
  SURELY_SHOWN,
  sayReference,
  takeName,
  takeSpoken,
} from '../../language/names.ts'
import type { Organization } from '../../storage/links.ts'
import { askBeside, behindDays, besideOthers, takeBeside } from './beside.ts'
import { beginningOfDays } from './days-in-sentence.ts'
import { text } from './inputs.ts'
import { named, plan, planBeforeDays, sayingWhere } from './named.ts'

const ALL = /^(?:all(?: of)?(?: the)? plans|all|everything)(?![^\s,:;])/i
/** Ways of saying all, of which one is nobody's name. */
const ALL_SAID = ['all', 'all plans', 'all of the plans', 'everything']
const EXCEPT =
  '(?:but(?: not)?|except(?: for)?|excluding|excepting|apart from|without|other than|save(?: for)?|minus|not|bar)'
const BUT = new RegExp(`^[\\s,;(–—-]+${EXCEPT}\\s+`, 'i')
const BUT_LATER = new RegExp(`[\\s,;(–—-]+${EXCEPT}\\s+`, 'gi')
const LONGEST_LIST = 3000

/** The plans among which somebody names some, where, and in which input. */
type Among = { key: 'plan' | 'plans'; known: readonly Plan[]; here: Organization }

/** The plans that are meant, and how many that cannot be read are meant as well, where that is all of them. */
export type PlanSelection = { readable: readonly Plan[]; unread: number }

/** One plan, several by name, or all. Several stand in an input of their own, as people write them. */
export const plans: Field<PlanSelection, Actor> = {
  ...(plan.options && { options: plan.options }),
  inputs: [
    ...plan.inputs.map(input => ({ ...input, when: (raw: Raw) => raw.plans === undefined })),
    text('plans', 'Plans', {
      max: LONGEST_LIST,
      optional: true,
      hint: 'Names separated by commas, or “all”.',
      when: raw => raw.plans !== undefined,
    }),
  ],
  parse: async (raw, me) => {
    const known = await me.plans()
    const [key, words] =
      raw.plans === undefined ? (['plan', raw.plan ?? ''] as const) : (['plans', raw.plans] as const)
    const among: Among = { key, known, here: me.organization }
    const isName = calledBy(words, known).length > 0
    const [all] = ALL.exec(words) ?? []
    if (isName && all === words) return oneOrAll(words, among)
    if (all !== undefined && !isName) {
      const behind = words.slice(all.length)
      const isOneOf = calledBy(all, known).length > 0 && !BUT.test(behind)
      if (!isOneOf) return meaning(allBut(behind, among), await me.plansUnread())
    }
    const beside = isName ? undefined : askBeside(raw, known)
    if (beside) return beside
    const names = readList(words)
    if (key === 'plans' && !isName) return sayingWhere(me, () => meaning(severalOf(names, among)))
    const one = await plan.parse({ plan: words }, me)
    if (one.kind === 'ok') return ok({ readable: [one.value], unread: 0 })
    return names.length > 1 ? meaning(severalOf(names, among)) : one
  },
  take: async (rest, me) => {
    const known = await me.plans()
    const before =
      takeAll(rest, known) ??
      takeSeveral(rest, known) ??
      takeOneOrAll(rest, known) ??
      (await planBeforeDays.take?.(rest, me))
    const isNamed = before?.raw.plan || before?.raw.plans
    const taken = isNamed ? before : await takeBehindDays(rest, known, me)
    return taken ? besideOthers(taken, known, me) : { raw: {}, rest }
  },
}

/** Plans that are said behind the days with which a sentence begins: `until friday web-prod: load test`. */
async function takeBehindDays(rest: string, known: readonly Plan[], me: Actor): Promise<Taken | undefined> {
  const behind = beginningOfDays(rest) === 0 ? await behindDays(rest, me) : ''
  const taken = takeBeside(behind, known) ?? takeSeveral(behind, known) ?? takeKnown(behind, known)
  if (!taken || !rest.endsWith(behind)) return undefined
  return { raw: taken.raw, rest: `${rest.slice(0, -behind.length)}${taken.rest}`.trim() }
}

/** One plan, unless its name may be how a reason begins: nothing but a sign stands behind it. */
function takeKnown(words: string, known: readonly Plan[]): Taken | undefined {
  const { item, length = 0, rest = '' } = takeSpoken(words, known) ?? {}
  const isApart = rest === '' || /^[,:;]/.test(words.slice(length))
  return item && isApart ? { raw: { plan: item.name }, rest } : undefined
}

const meaning = (parsed: Parsed<readonly Plan[]>, unread = 0): Parsed<PlanSelection> =>
  parsed.kind === 'ok' ? ok({ readable: parsed.value, unread }) : parsed

/** The plans of just this name. */
const calledBy = (words: string, known: readonly Plan[]): Plan[] =>
  known.filter(({ name }) => name.toLowerCase() === words.toLowerCase())

/** Where a plan is called as all of them are, whoever says so is asked which they mean. */
function oneOrAll(words: string, { key, known }: Among): Parsed<PlanSelection> {
  const called = calledBy(words, known)
  const apart = apartAmong(called)
  const all = ALL_SAID.filter(said => calledBy(said, known).length === 0).slice(0, 1)
  return {
    kind: 'choice',
    key,
    why: `A plan is called “${words}”. Do you mean that one, or all plans?`,
    options: [
      ...called.map(plan => ({
        label: `The plan ${apart(plan, SURELY_SHOWN)}`,
        raw: { [key]: key === 'plan' ? sayReference(plan) : referToAll([plan]) },
      })),
      ...all.map(plans => ({ label: 'All plans', raw: { plans } })),
    ],
  }
}

function takeOneOrAll(rest: string, known: readonly Plan[]): Taken | undefined {
  const [words = ''] = ALL.exec(rest) ?? []
  const taken = takeName(rest, calledBy(words, known))
  const longest = takeName(rest, known)
  return taken && longest?.length === taken.length
    ? { raw: { plan: taken.words }, rest: taken.rest }
    : undefined
}

/** All plans, or all but some, with which a sentence begins. */
export function takeAll(rest: string, known: readonly Plan[]): Taken | undefined {
  const [words] = ALL.exec(rest) ?? []
  if (words === undefined) return undefined
  const behind = rest.slice(words.length)
  const [but] = BUT.exec(behind) ?? []
  if (but !== undefined) return takeBut('', behind.slice(but.length), known)
  if (calledBy(words, known).length > 0) return undefined
  for (const { 0: between, index } of behind.matchAll(BUT_LATER)) {
    const others = behind.slice(index + between.length)
    if (takeSpoken(others, known)) return takeBut(behind.slice(0, index), others, known)
  }
  // Of all nothing is guessed: what stands between them and their days is asked about.
  const end = beginningOfDays(behind) ?? 0
  return { raw: { plans: `all${behind.slice(0, end)}`.trim() }, rest: behind.slice(end).trim() }
}

function takeBut(before: string, behind: string, known: readonly Plan[]): Taken {
  const others = behind.replace(')', ' ')
  const { names, rest } = takeList(others, known, beginningOfDays(others) ?? others.length)
  return { raw: { plans: `all but ${sayList(names)}` }, rest: `${before} ${rest}`.trim() }
}

/** All plans, without those that are named behind it. */
function allBut(behind: string, among: Among): Parsed<readonly Plan[]> {
  const { key, known, here } = among
  if (behind.trim() !== '' && !BUT.test(behind))
    return issue(key, `I understand “all” and “all but …”, but not “all${behind}”.`)
  const but = severalOf(readList(behind.replace(BUT, '')), among)
  if (behind.trim() !== '' && but.kind === 'issue') return but
  if (but.kind === 'choice')
    return {
      ...but,
      options: but.options.map(({ label, raw }) => ({ label, raw: { [key]: `all but ${raw[key]}` } })),
    }
  const without = but.kind === 'ok' ? but.value : []
  const left = known.filter(plan => !without.includes(plan))
  return left.length > 0
    ? ok(left)
    : issue(key, known.length > 0 ? 'That leaves no plan.' : `There is no plan in ${here.name} yet.`)
}

/**
 * Several names: one that is known at least, and others that are, or that look like names. A comma may also begin a
 * reason, of several words that are like no name.
 */
export function takeSeveral(rest: string, known: readonly Plan[]): Taken | undefined {
  const { names, separators, rest: left } = takeList(rest, known, beginningOfDays(rest) ?? rest.length)
  const isKnown = (name: string) => known.some(each => each.name.toLowerCase() === name.toLowerCase())
  const isLikeName = (name: string) => !/\s/.test(name) || findNamed(name, known).kind !== 'none'
  const meant = names.every(isLikeName) || separators.some(separator => separator !== ',')
  const word = (name: string) => (name.includes('"') ? referenceOf(name, known) : name)
  return names.length > 1 && meant && names.some(isKnown)
    ? { raw: { plans: sayList(names.map(word)) }, rest: left }
    : undefined
}

/** A name that no quotation marks can enclose, as a reference. */
function referenceOf(name: string, known: readonly Plan[]): string {
  const found = known.find(each => each.name.toLowerCase() === name.toLowerCase())
  return found ? sayReference({ ...found, name: '' }) : name
}

/** The plans that names stand for, each once; a name that is not clear is asked about in the list. */
function severalOf(names: readonly string[], { key, known, here }: Among): Parsed<readonly Plan[]> {
  const found: Plan[] = []
  for (const [index, name] of names.entries()) {
    const one = named('plan', name, known, here)
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

/** The words for plans that stand for just these, whatever they are called later. */
export const referToAll = (plans: readonly Plan[]): string =>
  sayList(plans.map(each => sayReference({ ...each, name: '' })))
