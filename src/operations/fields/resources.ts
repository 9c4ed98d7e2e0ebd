import { hash } from 'node:crypto'
import type { Actor, Credential, Guest, Plan, Resource } from '../../core/context.ts'
import { type Field, issue, ok, understand } from '../../core/field.ts'
import { changedKeys } from '../../core/form-filling.ts'
import type { Raw } from '../../core/raw.ts'
import { withoutLastGraces } from '../../language/graces.ts'
import { newName } from '../../language/marks.ts'
import { type Named, readReference, sayReference, takeName, takeWord } from '../../language/names.ts'
import { select, text } from './inputs.ts'
import { credential, named, plan } from './named.ts'
import { offered } from './offered.ts'
import { hidden, line } from './plain.ts'
import { describedOf } from './plans.ts'
import { filledIn, reshaping } from './variants.ts'

/**
 * A resource of a plan: `id` is the short one of its references, `resource_id` the service's. Nothing is `held` of one
 * that the service does not list.
 */
export type PlanResource = Named & { resource_id: string; held?: Resource }

/** The resources of a plan in their order; nothing where the service does not list them. */
export async function resourcesOf(plan: Pick<Plan, 'id'>, me: Actor): Promise<PlanResource[] | undefined> {
  const { resources } = await describedOf(plan, me)
  return resources?.map(held => ({
    id: shortId(held.resource_id),
    name: held.resource_name?.trim() || held.resource_id,
    resource_id: held.resource_id,
    held,
  }))
}

/** The identifier of a resource may be a whole path: a reference has no room for it, and holds its digest then. */
const shortId = (id: string): string =>
  encodeURIComponent(id).length <= LONGEST_SHORT_ID ? id : digest(id, LONGEST_DIGEST)

const LONGEST_SHORT_ID = 60
const LONGEST_DIGEST = 16

/** As good as a longer text where it is only to be told from others. */
export const digest = (words: string, length: number): string =>
  hash('sha256', words, 'base64url').slice(0, length)

/** A plan in a sentence that goes on with a resource: a name that is not known is its first word. */
export const planBeforeResource: typeof plan = {
  ...plan,
  take: async (rest, me) => {
    const known = takeName(rest, await me.plans())
    if (known) return { raw: { plan: known.item ? sayReference(known.item) : known.words }, rest: known.rest }
    const { word, rest: behind } = takeWord(rest)
    return { raw: { plan: word }, rest: behind }
  },
}

/** A plan in a form that goes on with its resources. */
export const planOfResources = reshaping(planBeforeResource)

/** What a form carries unseen of its plan: Slack tells a select nothing of another, and not every plan tells its resources. */
const AMONG = 'among'
const UNLISTED = 'unlisted'

/** A resource of the plan that is named beside it, by its name or its identifier. */
export const resource: Field<PlanResource, Actor> = {
  inputs: [
    select('resource', 'Resource id or name', { reshapes: true, when: raw => raw[UNLISTED] === undefined }),
    text('id', 'Resource id', {
      max: 500,
      hint: 'The service does not list the resources of this plan.',
      when: raw => raw[UNLISTED] !== undefined,
    }),
    ...hidden(AMONG).inputs,
    ...hidden(UNLISTED).inputs,
  ],
  parse: async (raw, me) => {
    const read = await understand(plan, raw, me)
    if (read.kind !== 'ok') return issue('resource', 'Choose a plan first.')
    const there = await resourcesOf(read.value, me)
    if (there) {
      const exactly = there.find(({ resource_id }) => resource_id === raw.resource)
      // A select holds no more of a long id than its beginning.
      return exactly
        ? ok(exactly, { resource: sayReference(exactly) })
        : named('resource', raw.resource, there)
    }
    const { id, name } = readReference(raw.resource ?? '')
    const said = raw.id ?? id ?? name
    return said === ''
      ? issue(raw[UNLISTED] ? 'id' : 'resource', 'Say which resource, by its id.')
      : ok({ id: said, name: said, resource_id: said })
  },
  take: rest => ({ raw: { resource: unquoted(withoutLastGraces(rest)) }, rest: '' }),
  options: async (typed, me, unseen) => {
    const read = await plan.parse({ plan: unseen[AMONG] ?? '' }, me)
    if (read.kind !== 'ok') return { lacks: 'Choose a plan first.' }
    return offered(typed, (await resourcesOf(read.value, me)) ?? [])
  },
}

/** What a form of `resource` carries unseen, as far as its plan and the resource are known. */
export async function fillResource(
  known: { plan?: Plan | undefined; resource?: PlanResource | undefined },
  me: Actor,
): Promise<Raw> {
  const { plan, resource } = known
  const unlisted = plan !== undefined && (await resourcesOf(plan, me)) === undefined
  return {
    [AMONG]: plan ? sayReference(plan) : '',
    [UNLISTED]: unlisted ? 'yes' : '',
    ...(unlisted && resource && { id: resource.resource_id }),
  }
}

/** The kinds of credentials say where a resource is: in a region, in a resource group, or neither. */
export type ResourcePlace = (typeof PLACES)[number]
const PLACES = ['region', 'group', 'none'] as const
const PLACE = 'place'

/** Where the resources of a credential are. */
export const resourcePlaceOf = ({ type }: Pick<Credential, 'type'>, { kinds }: Guest): ResourcePlace =>
  PLACES[kinds.findIndex(kind => kind.toLowerCase() === type.toLowerCase())] ?? 'none'

/** A credential of a resource, and whether the person chose it; a form asks for a place of its kind. */
export type ChosenCredential = { credential: Credential; place: ResourcePlace; touched: boolean }

const { note: _, ...asCredential } = credential

/** The credential with which the service reaches a resource. What is chosen decides which place the form asks for. */
export const resourceCredential: Field<ChosenCredential, Actor> = {
  ...asCredential,
  inputs: [select('credential', 'Credential', { reshapes: true }), ...hidden(PLACE).inputs],
  parse: async (raw, me) => {
    const read = await credential.parse(raw, me)
    if (read.kind !== 'ok') return read
    const touched = changedKeys(raw).has('credential')
    return ok({ credential: read.value, place: resourcePlaceOf(read.value, me), touched })
  },
}

/** What a form carries unseen so that it asks for this place. */
export const fillPlace = (place: ResourcePlace | ''): Raw => ({ [PLACE]: place })

/** The same once it is known which resource is meant, and so where it is; nothing and not asked for until then. */
export const ofKnown = <T, Me>(field: Field<T, Me>): Field<T | undefined, Me> =>
  filledIn(field, raw => raw[PLACE] !== undefined)

const ROOM = { max: 255 } as const

/** What the service calls region and resource group: a credential of the first kind has the one, of the second the other. */
export const region = line('region', 'Region', {
  ...ROOM,
  optional: true,
  when: raw => raw[PLACE] === 'region',
})
export const group = line('group', 'Resource group', {
  ...ROOM,
  optional: true,
  when: raw => raw[PLACE] === 'group',
})

/** The words that the service wants of a resource. */
export const resourceName = line('name', 'Resource name', ROOM)
export const resourceStatus = line('status', 'Status', { ...ROOM, placeholder: 'active …' })
export const instanceName = line('instance', 'Instance name', { ...ROOM, optional: true })
export const resourceType = line('type', 'Type', { ...ROOM, placeholder: 'instance …' })

/** The identifier of a resource that is not in a plan yet: a word of a sentence, or words in quotes. */
export const newResourceId: Field<string, Guest> = {
  ...line('id', 'Resource id', { max: 500, placeholder: 'i-0123 …' }),
  take: rest => {
    const { word, isQuoted, rest: behind } = takeWord(rest)
    return { raw: { id: isQuoted ? word : newName(word) }, rest: behind }
  },
}

/** The name of such a resource: what is left of the sentence. */
export const newResourceName: Field<string, Guest> = {
  ...resourceName,
  take: rest => ({ raw: { name: newName(unquoted(withoutLastGraces(rest))) }, rest: '' }),
}

const unquoted = (words: string): string => /^"([^"]+)"$/.exec(words)?.[1] ?? words
