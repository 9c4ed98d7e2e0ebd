import { Refused } from '../errors.ts'
import {
  fillPlace,
  fillResource,
  group,
  ofKnown,
  type Place,
  placeOf,
  planOfResources,
  region,
  resource,
  resourceCredential,
  resourceName,
  resourceStatus,
} from '../fields/resources.ts'
import { changed } from '../fields/words.ts'
import { takingBack } from '../filling.ts'
import { operation } from '../operation.ts'
import { filled, type Raw } from '../raw.ts'
import { actions, type Button, section } from '../slack/blocks.ts'
import { lines, type Mrkdwn, mention, mrkdwn } from '../slack/mrkdwn.ts'
import { readReference, sayReference } from '../text/names.ts'
import { showButton } from './plans.ts'
import { rawOf, resourcesButton } from './resource-buttons.ts'
import { credentialsIfAllowed, nameOf, sayCredential } from './resource-words.ts'

export const resourceEdit = operation({
  id: 'resource.edit',
  sentences: ['resource edit', 'edit resource'],
  usage: '<plan> [resource]',
  summary: 'changes the name, the status, the credential or the place of a resource',
  examples: ['resource edit web-prod web-cache'],
  access: 'actor',
  effect: 'change',
  form: { title: 'Edit a resource', submit: 'Change resource' },
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
    const place = chosen?.touched ? chosen.place : before ? placeOf(before, me) : 'none'
    return {
      ...unseen,
      ...fillPlace(resource || unseen.unlisted ? place : ''),
      name: held?.resource_name ?? '',
      credential: sayCredential(held?.credential, credentials, me.organization.id),
      status: held?.status ?? '',
      region: held?.region ?? '',
      group: held?.resource_group ?? '',
    }
  },
  async perform({ plan, resource, changed, name = '', status = '', ...said }, me) {
    if (!said.credential)
      throw new Refused(mrkdwn`Say first what is to be different about ${nameOf(resource)}.`)
    const { credential, place } = said.credential
    const different = new Map([...changed].filter(([key]) => keysOf(place).includes(key)))
    if (different.size === 0)
      throw new Refused(mrkdwn`Nothing about ${nameOf(resource)} is different, so nothing was changed.`)
    // What the person left alone stays as it is now, and not as it was when the form was filled.
    const { held } = resource
    const meant = <T>(key: string, mine: T, theirs: T | undefined): T =>
      different.has(key) ? mine : (theirs ?? mine)
    const region = meant('region', said.region, held?.region)
    const group = meant('group', said.group, held?.resource_group)
    await me.call('updateResource', {
      org_id: me.organization.id,
      plan_id: plan.id,
      resource_id: resource.resource_id,
      resource_name: meant('name', name, held?.resource_name),
      status: meant('status', status, held?.status),
      credential: meant('credential', credential.id, held?.credential),
      ...(place === 'region' && (region || different.has('region')) && { region }),
      ...(place === 'group' && (group || different.has('group')) && { resource_group: group }),
    })
    const now: Raw = {
      name,
      status,
      credential: sayReference(credential),
      region: said.region,
      group: said.group,
    }
    return { plan, resource, different, now }
  },
  reply({ plan, resource, different, now }, me) {
    const { resource_id } = resource
    const what = nameOf({ id: resource_id, resource_id, name: different.get('name') ?? resource.name })
    const changes = [...different].map(([key, was]) => sayChange(key, was, now[key]))
    const text = lines(mrkdwn`${mention(me.person.user)} changed ${what} of *${plan.name}*:`, ...changes)
    const then = filled({
      ...rawOf(plan, resource),
      ...fillPlace('none'),
      resource: resource_id,
      ...now,
      ...Object.fromEntries(different),
    })
    const back = backButton(then, filled(now))
    const buttons = [...(resource.held && back ? [back] : []), resourcesButton(plan), showButton(plan)]
    return { text, blocks: [section(text), ...actions(...buttons)], to: 'channel' }
  },
})

/** What can be different of a resource with such a place. */
const keysOf = (place: Place): readonly string[] => ['name', 'status', 'credential', place]

const LABELS: Readonly<Record<string, string>> = {
  name: 'name',
  status: 'status',
  credential: 'credential',
  region: 'region',
  group: 'resource group',
}

function sayChange(key: string, was: string | undefined, now: string | undefined): Mrkdwn {
  const said = (words: string | undefined) => readReference(words || 'none').name
  const before = was === undefined ? '' : `${said(was)} → `
  return mrkdwn`• ${LABELS[key] ?? key}: ${before}${said(now)}`
}

/** Takes a change back at once; none where a button has no room for all the words before and after it. */
function backButton(then: Raw, now: Raw): Button | undefined {
  const raw = takingBack(then, now)
  if (JSON.stringify(raw).length > LONGEST_RAW) return undefined
  return { text: 'Undo', operation: 'resource.edit', raw }
}

/** Leaves room for the rest of a button's value. */
const LONGEST_RAW = 1900
