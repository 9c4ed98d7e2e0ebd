import type { Field, FormInput, Option, Parsed, Taken } from './field.ts'
import { issue, ok } from './field.ts'
import type { Organization } from './links/store.ts'
import type { Actor, Guest, Linked, Plan } from './person.ts'
import { filled } from './raw.ts'
import { findNamed, type Named, readReference, sayReference, takeName } from './text/names.ts'
import { days as readDays } from './time/days.ts'
import { findDays } from './time/find.ts'
import { sayDay } from './time/text.ts'

/** Whole days, both ends included, as DD/MM/YYYY. */
export type Period = { from: string; until: string }

const SELECT_OPTIONS = 100
const MOST_CHOICES = 20

/** A plan of the person's organization. */
export const plan: Field<Plan, Actor> = {
  inputs: [select('plan', 'Plan')],
  parse: async (raw, me) => named('plan', raw.plan, await me.plans(), 'plan'),
  take: async (rest, me) => takePlan(rest, await me.plans()) ?? { raw: { plan: rest }, rest: '' },
  options: async (typed, me) => offered(typed, await me.plans()),
}

/** A plan in a sentence that goes on with days: a name that is not known ends where they begin. */
export const planBeforeDays: typeof plan = {
  ...plan,
  take: async (rest, me) => {
    const known = takePlan(rest, await me.plans())
    if (known) return known
    const words = rest.slice(0, beginningOfDays(rest)).trim()
    return { raw: filled({ plan: words }), rest: rest.slice(words.length).trim() }
  },
}

function takePlan(rest: string, plans: readonly Plan[]): Taken | undefined {
  const taken = takeName(rest, plans)
  return taken && { raw: { plan: taken.item ? sayReference(taken.item) : taken.words }, rest: taken.rest }
}

/** An organization that the person belongs to. */
export const organization: Field<Organization, Linked> = {
  inputs: [select('organization', 'Organization')],
  parse: async (raw, me) =>
    named('organization', raw.organization, await organizationsOf(me), 'organization'),
  take: rest => {
    const quoted = takeName(rest, [])
    return { raw: { organization: quoted?.words ?? rest }, rest: quoted?.rest ?? '' }
  },
  options: async (typed, me) => offered(typed, await organizationsOf(me)),
}

/** From which day to which: one phrase over both inputs. */
export const days: Field<Period, Linked> = {
  inputs: [
    text('from', 'From', { max: 100, placeholder: 'today, tomorrow, 24 Dec, next week, 2026-12-24 …' }),
    text('until', 'Until', {
      max: 100,
      optional: true,
      placeholder: 'friday, 2 Jan, end of month …',
      hint: 'The last day of the pause. Leave it empty where From says it all.',
    }),
  ],
  parse: ({ from, until }, { at }) => {
    if (!from) return issue('from', 'Say from which day to which, for example: tomorrow to friday.')
    const read = readDays(until ? `${from} to ${until.replace(/^(until|till?|to) /i, '')}` : from, at)
    if (read.kind === 'days') return ok({ from: read.from, until: read.until })
    if (read.kind === 'refused')
      return issue(until && readDays(from, at).kind !== 'refused' ? 'until' : 'from', read.why)
    const options = read.readings.map(reading => ({ label: reading.label, raw: sayPeriod(reading) }))
    return { kind: 'choice', key: 'from', why: read.why, options }
  },
  take: (rest, { at }) => {
    const found = findDays(rest, at)
    if (!found) return SAYS_WHY.test(rest) ? { raw: {}, rest } : { raw: filled({ from: rest }), rest: '' }
    const raw = found.days.kind === 'days' ? sayPeriod(found.days) : { from: found.phrase }
    return { raw, rest: `${rest.slice(0, found.start)} ${rest.slice(found.end)}`.trim() }
  },
  mayStandIn: rest => beginningOfDays(rest) !== undefined,
}

/** Where days begin in a sentence, whatever stands before and behind them. It does not depend on who says them when. */
function beginningOfDays(sentence: string): number | undefined {
  return sentence
    .matchAll(/\S+/g)
    .take(WORDS_BEFORE_DAYS)
    .map(({ index }) => index)
    .find(index => findDays(sentence.slice(index), ANY_DAY)?.start === 0)
}

const ANY_DAY = { now: new Date(0), zone: 'UTC' }
const WORDS_BEFORE_DAYS = 40

/** Whole days as the words of the two inputs, which read back as the same days in any locale. */
export function sayPeriod({ from, until }: Period): { from: string; until: string } {
  return { from: sayDay(from), until: sayDay(until) }
}

const SAYS_WHY = /^(?:(?:because of|because|for)(?!\S)\s*|[-–—,:]\s*)+/i

/** Why something is done: all that is left of a sentence, without the words that lead it in. */
export const reason: Field<string, Guest> = {
  inputs: [text('reason', 'Reason', { max: 500, optional: true, multiline: true })],
  parse: ({ reason = '' }) =>
    reason.length <= 500
      ? ok(reason)
      : issue('reason', `The reason is ${reason.length} characters long; at most 500 fit.`),
  take: rest => ({ raw: filled({ reason: rest.replace(SAYS_WHY, '') }), rest: '' }),
}

/** A personal access token of the service. Never taken from a sentence, never shown again. */
export const token: Field<string, Guest> = {
  inputs: [
    {
      key: 'token',
      label: 'Access token',
      optional: false,
      hint: 'It is checked, kept encrypted, and never shown again.',
      control: { kind: 'secret', max: 3000 },
    },
  ],
  parse: ({ token = '' }) =>
    /^[\x21-\x7e]+$/.test(token)
      ? ok(token)
      : issue('token', token ? 'An access token is one word, without spaces.' : 'Paste your access token.'),
}

/** Words that a button or a sentence carries for itself and no form shows. */
export function hidden(key: string): Field<string | undefined, Guest> {
  return {
    inputs: [{ key, label: key, optional: true, control: { kind: 'hidden' } }],
    parse: raw => ok(raw[key]),
  }
}

/** A page of a long list, counted from 1. */
export const page: Field<number, Guest> = {
  ...hidden('page'),
  parse: ({ page }) => ok(Math.max(1, Number.parseInt(page ?? '1', 10) || 1)),
  take: rest => takeMatch(rest, /^(?:page )?(\d+)$/i, 'page'),
}

function takeMatch(rest: string, pattern: RegExp, key: string): Taken {
  const [whole, words] = pattern.exec(rest) ?? []
  return whole === undefined ? { raw: {}, rest } : { raw: filled({ [key]: words }), rest: '' }
}

function text(
  key: string,
  label: string,
  {
    max,
    optional = false,
    multiline = false,
    ...about
  }: { max: number; optional?: boolean; multiline?: boolean } & Pick<FormInput, 'hint' | 'placeholder'>,
): FormInput {
  return { key, label, optional, ...about, control: { kind: 'text', max, multiline } }
}

function select(key: string, label: string): FormInput {
  return {
    key,
    label,
    optional: false,
    control: { kind: 'select', labelOf: words => readReference(words).name },
  }
}

function offered(typed: string, items: readonly Named[]): Option[] {
  const sought = typed.toLowerCase()
  return items
    .filter(({ name }) => name.toLowerCase().includes(sought))
    .slice(0, SELECT_OPTIONS)
    .map(item => ({ text: item.name, value: sayReference(item) }))
}

function named<T extends Named>(
  key: string,
  words: string | undefined,
  items: readonly T[],
  noun: string,
): Parsed<T> {
  if (!words) return issue(key, `Say which ${noun}.`)
  const { name } = readReference(words)
  const found = findNamed(words, items)
  if (found.kind === 'one') return ok(found.item)
  if (found.kind === 'none') return issue(key, `There is no ${noun} called “${name}”.`)
  const offered = found.items.slice(0, MOST_CHOICES)
  const first = offered.length < found.items.length ? ` These are the first ${MOST_CHOICES}.` : ''
  const why =
    found.kind === 'near'
      ? `There is no ${noun} called “${name}”. Did you mean one of these?`
      : `Several ${noun}s begin with “${name}”. Which one?${first}`
  const options = offered.map(item => ({ label: item.name, raw: { [key]: sayReference(item) } }))
  return { kind: 'choice', key, why, options }
}

async function organizationsOf(me: Linked): Promise<Organization[]> {
  const { organizations } = await me.call('listOrganizations', {})
  return organizations.map(({ org_id, org_name }) => ({ id: org_id, name: org_name }))
}
