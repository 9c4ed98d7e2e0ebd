import type { Past } from '../../changes/entry.ts'
import type { Resource } from '../../core/context.ts'
import { markOf } from '../../core/form-filling.ts'
import { type Operation, operation } from '../../core/operation.ts'
import { filled, type Raw } from '../../core/raw.ts'
import { readReference, sayReference } from '../../language/names.ts'
import { join, lines, mention, mrkdwn, unescapeMrkdwn } from '../../message/mrkdwn.ts'
import { reply } from '../../message/reply.ts'
import { differences, nothingDifferent, sayChange, undoButton } from '../edits.ts'
import { changed } from '../fields/plain.ts'
import {
  fillPlace,
  fillResource,
  group,
  ofKnown,
  type PlanResource,
  planOfResources,
  type ResourcePlace,
  region,
  resource,
  resourceCredential,
  resourceName,
  resourcePlaceOf,
  resourceStatus,
} from '../fields/resources.ts'
import { sayingWho } from '../latest.ts'
import { showButton } from '../plans/buttons.ts'
import { editButton, rawOf, resourcesButton } from './buttons.ts'
import { credentialsIfAllowed, nameOf, sayCredential } from './naming.ts'

export const resourceEdit: Operation = operation({
  id: 'resource.edit',
  sentences: ['resource edit', 'resource update', 'resource change'],
  usage: '<plan> [resource]',
  summary: 'changes a resource: its name, status, credential, region or group',
  examples: ['resource edit web-prod web-cache'],
  access: 'actor',
  effect: 'change',
  doing: 'changing the resource',
  form: { title: 'Edit a resource', submit: 'Save resource' },
  fields: {
    plan: planOfResources,
    resource,
    name: ofKnown(resourceName),
    credential: ofKnown(resourceCredential),
    region,
    group,
    status: ofKnown(resourceStatus),
    changed,
  },
  async fill({ plan, resource, credential: chosen }, me) {
    const unseen = await fillResource({ plan, resource }, me)
    const { held } = resource ?? {}
    const credentials = held ? await credentialsIfAllowed(me) : []
    const before = credentials.find(({ id }) => id === held?.credential)
    const place = chosen?.touched ? chosen.place : before ? resourcePlaceOf(before, me) : 'none'
    const words = sayHeld(held, id => sayCredential(id, credentials, me.organization.id))
    return { ...unseen, ...fillPlace(resource || unseen.unlisted ? place : ''), ...words }
  },
  async perform({ plan, resource, changed, name = '', status = '', region = '', group = '', ...said }, me) {
    if (!said.credential) throw nothingDifferent()
    const { credential, place } = said.credential
    const { held } = resource
    const credentials = await credentialsIfAllowed(me)
    const sayId: SayId = id => sayCredential(id, credentials, me.organization.id)
    const was = sayHeld(held, sayId)
    const now: Raw = { name, status, credential: sayReference(credential), region, group }
    const different = await sayingWho({ plan, isOf: isOf(resource) }, me, () =>
      differences(
        { wanted: ofPlace(place, now), held: was, changed: calledNow(changed, sayId) },
        {
          what: nameOf(resource),
          inputs: resourceEdit.inputs,
          buttons: [editButton(plan, resource), resourcesButton(plan), showButton(plan)],
        },
      ),
    )
    // What the person left alone stays as it is now, and not as it was when the form was filled.
    const meant = <T>(key: string, mine: T, theirs: T | undefined): T =>
      different.has(key) ? mine : (theirs ?? mine)
    const [where, among] = [
      meant('region', region, held?.region),
      meant('group', group, held?.resource_group),
    ]
    await me.call('updateResource', {
      org_id: me.organization.id,
      plan_id: plan.id,
      resource_id: resource.resource_id,
      resource_name: meant('name', name, held?.resource_name),
      status: meant('status', status, held?.status),
      credential: meant('credential', credential.id, held?.credential),
      ...(place === 'region' && (where || different.has('region')) && { region: where }),
      ...(place === 'group' && (among || different.has('group')) && { resource_group: among }),
    })
    return { plan, resource, different: [...different], was, now }
  },
  reply({ plan, resource, different, was, now }, me) {
    const { resource_id, held } = resource
    const { inputs } = resourceEdit
    const changes = different.map(key => sayChange(inputs, key, was[key], now[key]))
    const text = lines(
      mrkdwn`${mention(me.person.user)} changed ${nameOf(resource)} of *${plan.name}*`,
      ...changes,
    )
    const which = { ...rawOf(plan, resource), ...fillPlace('none'), resource: resource_id }
    const then = filled({ ...now, ...Object.fromEntries(different.map(key => [key, was[key]])) })
    const undo = held ? undoButton('resource.edit', which, then, filled(now)) : []
    return {
      ...reply('channel', text, ...undo, resourcesButton(plan), showButton(plan)),
      detail: unescapeMrkdwn(join([mrkdwn`${resource.name}`, ...changes], '; ').mrkdwn),
    }
  },
})

type SayId = (credential: string | undefined) => string

/** Whether a change on record is one of this resource, whose name its detail begins with. */
const isOf =
  ({ name }: PlanResource) =>
  ({ operation, detail }: Past): boolean =>
    operation === 'resource.edit' && detail?.startsWith(`${name}; `) === true

/** What the service holds of a resource, in the words of the form. */
const sayHeld = (held: Resource | undefined, sayId: SayId): Raw =>
  filled({
    name: held?.resource_name,
    credential: sayId(held?.credential),
    status: held?.status,
    region: held?.region,
    group: held?.resource_group,
  })

/** The words of what can be different where a resource has such a place. */
const ofPlace = (place: ResourcePlace, { region, group, ...words }: Raw): Raw => ({
  ...words,
  ...(place === 'region' && { region }),
  ...(place === 'group' && { group }),
})

/** What was touched, with the name that the credential has now: under another it is the same. */
function calledNow(changed: Changed, sayId: SayId): Changed {
  const was = changed.get('credential')
  return was === undefined
    ? changed
    : new Map([...changed, ['credential', markOf(sayId(readReference(was).id))]])
}

type Changed = ReadonlyMap<string, string | undefined>
