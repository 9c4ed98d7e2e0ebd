import { z } from 'zod'
import { type Reference, referenceSchema, referenceTo } from '../../core/args.ts'
import {
  editable,
  MAX_NAME_LENGTH,
  reshaping,
  selectInput,
  textField,
  textInput,
} from '../../core/common-fields.ts'
import type { Guest, Member } from '../../core/context.ts'
import {
  type Field,
  type FormContext,
  fitReference,
  formatReference,
  issue,
  parseReference,
  readPicked,
  value,
} from '../../core/field.ts'
import { offer, offerOr, readName } from '../../core/reference-field.ts'
import { withoutLastCourtesies } from '../../language/courtesies.ts'
import { withoutFormatting } from '../../language/markup.ts'
import { parseWord } from '../../language/names.ts'
import { parseJson } from '../../message/json.ts'
import { credential, NO_CREDENTIAL } from '../credentials/fields.ts'
import { planBefore } from '../plans/plan-field.ts'
import {
  type PlanResource,
  type ResourceCredential,
  resourceCredentialOf,
  resourceCredentialSchema,
  resourcesOf,
} from './resource.ts'

/** A plan in a sentence that goes on with a resource: an unknown name is one word. */
export const planBeforeResource = planBefore(sentence => /\s/.exec(sentence)?.index)

/** A plan in a form that goes on with its resources. */
export const planOfResources = reshaping(planBeforeResource)

/** What a form knows of its plan: Slack tells a select nothing of the other inputs. */
const factsSchema = z.object({ plan: referenceSchema, isListed: z.boolean(), isKnown: z.boolean() })

/** The facts of a form with `resource`. */
export const resourceFacts = (
  plan: Reference,
  listed: readonly PlanResource[] | undefined,
  resource: Reference | undefined,
): z.infer<typeof factsSchema> => ({
  plan: fitReference(referenceTo(plan)),
  isListed: listed !== undefined,
  isKnown: resource !== undefined || listed === undefined,
})

/** A resource of the plan, by its name or its id. */
export const resource: Field<Reference, Member> = {
  schema: referenceSchema,
  inputs: [
    selectInput('resource', 'Resource id or name', {
      reshapes: true,
      when: ({ facts }) => facts?.isListed !== false,
    }),
    textInput('id', 'Resource id', {
      max: 500,
      hint: 'The service does not list the resources of this plan.',
      when: ({ facts }) => facts?.isListed === false,
    }),
  ],
  read: async (values, context, facts) => {
    const plan = await readPicked(planBeforeResource, values, context, facts)
    if (plan.kind !== 'value') return issue('resource', 'Choose a plan first.')
    const listed = await resourcesOf(plan.value, context)
    const picked = parseReference(values.resource)
    if (!listed) {
      const id = values.id ?? picked?.id ?? values.resource
      return id
        ? value(picked?.id === id ? picked : { id, name: id })
        : issue('id', 'Say which resource, by its id.')
    }
    const found = listed.find(({ id, resource_id }) => id === picked?.id || resource_id === values.resource)
    return found ? value(referenceTo(found)) : readName('resource', picked?.name ?? values.resource, listed)
  },
  format: ({ id, name }) => ({ resource: formatReference({ id, name }), id }),
  parseFrom: rest => ({ values: { resource: unquoted(withoutLastCourtesies(rest)) }, rest: '' }),
  options: async (typed, context, { facts }) => {
    const plan = factsSchema.safeParse(facts).data?.plan
    return plan ? offer(typed, (await resourcesOf(plan, context)) ?? []) : { lacks: 'Choose a plan first.' }
  },
}

const isKnown = ({ facts }: FormContext): boolean => facts?.isKnown === true

/** A field of an edit form, shown once it is known which resource is meant. */
export const ofKnown = <T, C>(field: Field<T, C>): Field<T | undefined, C> => editable(field, isKnown)

const parseCredential = (words = '') => resourceCredentialSchema.safeParse(parseJson(words)).data

/** The credential with which the service reaches a resource; it decides which place a form asks for. */
export const resourceCredential: Field<ResourceCredential, Member> = {
  schema: resourceCredentialSchema,
  inputs: [selectInput('credential', 'Credential', { reshapes: true })],
  read: async ({ credential: words }, context) => {
    const picked = parseCredential(words)
    if (picked) return value(picked)
    const read = await credential.read({ credential: words ?? '' }, context, undefined)
    return read.kind === 'issue' ? read : issue('credential', 'Pick the credential.')
  },
  format: picked => ({ credential: JSON.stringify(picked) }),
  options: async (typed, context) => {
    const all = await context.credentials()
    const offered = offerOr(NO_CREDENTIAL, typed, all)
    if ('lacks' in offered) return offered
    const picked = new Map(all.map(each => [formatReference(each), resourceCredentialOf(each, context)]))
    return offered.map(({ text, value }) => ({ text, value: JSON.stringify(picked.get(value)) }))
  },
}

const at =
  (place: ResourceCredential['place']) =>
  ({ values }: FormContext): boolean =>
    parseCredential(values.credential)?.place === place

export const region = textField('region', 'Region', {
  max: MAX_NAME_LENGTH,
  optional: true,
  when: at('region'),
})
export const group = textField('group', 'Resource group', {
  max: MAX_NAME_LENGTH,
  optional: true,
  when: at('group'),
})
export const resourceName = textField('name', 'Resource name', { max: MAX_NAME_LENGTH })
export const resourceStatus = textField('status', 'Status', { max: MAX_NAME_LENGTH, placeholder: 'active …' })
export const instanceName = textField('instance', 'Instance name', { max: MAX_NAME_LENGTH, optional: true })
export const resourceType = textField('type', 'Type', { max: MAX_NAME_LENGTH, placeholder: 'instance …' })

/** The id of a new resource: a word of a sentence, or words in quotes. */
export const newResourceId: Field<string, Guest> = {
  ...textField('id', 'Resource id', { max: 500, placeholder: 'i-0123 …' }),
  parseFrom: rest => {
    const { word, isQuoted, rest: behind } = parseWord(rest)
    return { values: { id: isQuoted ? word : withoutFormatting(word) }, rest: behind }
  },
}

/** The name of a new resource: all that is left of a sentence. */
export const newResourceName: Field<string, Guest> = {
  ...resourceName,
  parseFrom: rest => ({
    values: { name: withoutFormatting(unquoted(withoutLastCourtesies(rest))) },
    rest: '',
  }),
}

const unquoted = (words: string): string => /^"([^"]+)"$/.exec(words)?.[1] ?? words
