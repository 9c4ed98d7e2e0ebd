import type { Actor, Credential, Linked, Plan } from '../../core/context.ts'
import { OtherOrganization } from '../../core/errors.ts'
import { type Field, issue, ok, type Parsed, type Taken } from '../../core/field.ts'
import { filled } from '../../core/raw.ts'
import { askMeant, sayFirst } from '../../language/counts.ts'
import { beginningOfReason } from '../../language/dates/find.ts'
import { withoutLastGraces } from '../../language/graces.ts'
import { behindSeparator } from '../../language/lists.ts'
import {
  apartAmong,
  findNamed,
  type Named,
  readReference,
  SURELY_SHOWN,
  sayReference,
  takeName,
  takeSpoken,
} from '../../language/names.ts'
import { alikeNouns } from '../../language/synonyms.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Organization } from '../../storage/links.ts'
import { beginningOfDays } from './days-in-sentence.ts'
import { select } from './inputs.ts'
import { offeredOr } from './offered.ts'
import { ifSaid } from './variants.ts'

/** So many of what a name can mean are offered. */
export const MOST_MEANINGS = 20

/** What a select says where there is no plan to pick. */
export const NO_PLAN = 'There is no plan yet: /plan create'

/** A plan of the person's organization. */
export const plan: Field<Plan, Actor> = {
  inputs: [select('plan', 'Plan')],
  parse: async (raw, me) => {
    const plans = await me.plans()
    return sayingWhere(me, () => named('plan', raw.plan, plans, me.organization)).then(
      sayingOthers(me, raw.plan),
    )
  },
  take: async (rest, me) => takePlan(rest, await me.plans()) ?? { raw: { plan: rest }, rest: '' },
  sayAnother: async (leftover, me) => {
    const words = behindSeparator(leftover)
    const another = takeName(words, await me.plans())?.item
    return another && `I left out “${words}”: this takes one plan at a time. Say it again for the other.`
  },
  options: async (typed, me) => offeredOr(NO_PLAN, typed, await me.plans()),
}

/** The same where one is named. */
export const planIfAny = ifSaid('plan', plan)

/** A plan in a sentence that goes on with something else: a name that is not known ends where that begins. */
export const planBefore = (beginningIn: (sentence: string) => number | undefined): typeof plan => ({
  ...plan,
  take: async (rest, me) => {
    const plans = await me.plans()
    const known = takePlan(rest, plans)
    if (known) return known
    const beginning = beginningIn(rest)
    const spoken = beginning === 0 ? takeSpoken(rest, plans) : undefined
    if (spoken) return { raw: { plan: spoken.words }, rest: spoken.rest }
    const words = rest.slice(0, beginning).trim()
    return { raw: filled({ plan: words }), rest: rest.slice(words.length).trim() }
  },
})

export const planBeforeDays = planBefore(sentence => {
  const reason = beginningOfReason(sentence)
  return beginningOfDays(sentence.slice(0, reason)) ?? reason
})

function takePlan(rest: string, plans: readonly Plan[]): Taken | undefined {
  const taken = takeName(rest, plans)
  return taken && { raw: { plan: taken.item ? sayReference(taken.item) : taken.words }, rest: taken.rest }
}

/** All of a sentence is the name of something, unless it begins with one in quotes. */
export function takeWhole(noun: string): (rest: string) => Taken {
  return rest => {
    const quoted = takeName(rest, [])
    return { raw: { [noun]: quoted?.words ?? withoutLastGraces(rest) }, rest: quoted?.rest ?? '' }
  }
}

/** A credential of the person's organization. */
export const credential: Field<Credential, Actor> = {
  inputs: [select('credential', 'Credential')],
  parse: async (raw, me) => {
    const credentials = await me.credentials()
    const found = sayingWhere(me, () => named('credential', raw.credential, credentials, me.organization))
    return found.then(sayingOthers(me, raw.credential))
  },
  take: takeWhole('credential'),
  options: async (typed, me) =>
    offeredOr('There is no credential yet: /dayshift credential add', typed, await me.credentials()),
}

/**
 * The one thing that words name among those that there are; `noun` is its name and the key of its input, `here` the
 * organization that they are of.
 */
export function named<T extends Named>(
  noun: string,
  words: string | undefined,
  items: readonly T[],
  here?: Organization,
): Parsed<T> {
  if (!words) return issue(noun, `Say which ${noun}.`)
  const [said, found] = findAsSaid(noun, words, items, here?.id)
  const reference = readReference(said)
  const name = reference.name === reference.id ? said : reference.name
  if (found.kind === 'one') {
    const sure = sayReference(found.item)
    // What had to be cut stands for nothing.
    return ok(found.item, readReference(sure).id === found.item.id ? { [noun]: sure } : undefined)
  }
  const inside = here ? ` in ${here.name}` : ''
  if (found.kind === 'none') return issue(noun, `There is no ${noun} called “${name}”${inside}.`)
  if (found.kind === 'elsewhere') throw new Elsewhere(name, reference.within)
  const shown = found.items.slice(0, MOST_MEANINGS)
  const first = shown.length < found.items.length ? ` These are the first ${MOST_MEANINGS}.` : ''
  const apart = apartAmong(shown)
  return {
    kind: 'choice',
    key: noun,
    why: `${WHY[found.kind](noun, name, shown.length)}${first}`,
    options: shown.map(item => ({
      label: apart(item, SURELY_SHOWN),
      raw: { [noun]: sayReference(item) },
    })),
  }
}

/** What is named is of another organization, of which its reference holds no more than the id. */
class Elsewhere extends OtherOrganization {
  readonly called: string
  readonly within: string | undefined

  constructor(called: string, within: string | undefined) {
    super(
      mrkdwn`*${called}* belongs to a different organization from the one you act in, so nothing was done. \`/dayshift use\` switches to another organization.`,
    )
    this.called = called
    this.within = within
  }
}

/** What `find` gives. Where that is of another organization of the person's, it is said which. */
export async function sayingWhere<T>(me: Actor, find: () => T): Promise<T> {
  try {
    return find()
  } catch (error) {
    if (!(error instanceof Elsewhere)) throw error
    // Nobody needs it to know that nothing was done.
    const own = await organizationsOf(me).catch(() => [])
    const theirs = own.find(({ id }) => id === error.within)
    if (!theirs) throw error
    const apart = apartAmong([theirs, me.organization])
    throw new OtherOrganization(
      mrkdwn`*${error.called}* belongs to *${apart(theirs)}*, but you act in *${apart(me.organization)}* now, so nothing was done. \`/dayshift use\` switches to another organization.`,
      theirs,
    )
  }
}

/** The same, of a name that stands for nothing here: it may be meant in another organization of the person's. */
const sayingOthers =
  (me: Actor, words: string | undefined) =>
  async <T>(found: Parsed<T>): Promise<Parsed<T>> => {
    if (found.kind !== 'issue' || !words) return found
    const own = await organizationsOf(me).catch(() => [])
    const others = own.filter(({ id }) => id !== me.organization.id)
    if (others.length === 0) return found
    const apart = apartAmong(own)
    const also = `You also belong to ${sayFirst(others.map(each => apart(each)))}: /dayshift use switches to another organization.`
    return { ...found, text: `${found.text} ${also}` }
  }

/** What words stand for, and the words by which it was looked for: bare ones where nothing is called like all of them. */
function findAsSaid<T extends Named>(noun: string, words: string, items: readonly T[], here?: string) {
  const found = findNamed(words, items, here)
  const bare = found.kind === 'none' ? bareName(noun, words) : words
  return bare === words ? ([words, found] as const) : ([bare, findNamed(bare, items, here)] as const)
}

/** A name without its article and without what it is of: `the Acme org`. */
function bareName(noun: string, words: string): string {
  const what = `(?:${alikeNouns(noun).join('|')})`
  return words
    .replace(new RegExp(`^(?:(?:the|my|our)\\s+)*(?:${what}\\s+)?(?=\\S)`, 'i'), '')
    .replace(new RegExp(`(?<=\\S)\\s+${what}$`, 'i'), '')
}

const WHY = {
  near: (noun: string, name: string, count: number) =>
    `There is no ${noun} called “${name}”. ${askMeant(count)}`,
  several: (noun: string, name: string) => `Several ${noun}s begin with “${name}”. Which one?`,
  same: (noun: string, name: string) => `Several ${noun}s are called “${name}”. Which one?`,
  gone: (noun: string, name: string) =>
    `The ${noun} “${name}” that this was about is gone. Do you mean the one that has this name now?`,
}

/** The organizations that the person belongs to. */
export async function organizationsOf(me: Linked): Promise<Organization[]> {
  const { organizations } = await me.read('listOrganizations', {})
  return organizations.map(namedOf)
}

/** An organization of a list, as the bot names it. */
export const namedOf = ({ org_id, org_name }: { org_id: string; org_name: string }): Organization => ({
  id: org_id,
  name: org_name,
})
