import type { OperationId, Reference } from '../core/args.ts'
import type { PastChange } from '../core/change.ts'
import type { Place, Subscriptions } from '../core/context.ts'
import { personKeySchema } from '../core/person.ts'
import type { Lead } from '../message/reply.ts'
import type { Entries, Entry } from '../storage/entries.ts'
import { columnsOf, type Scheduled } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'

/** Creates the store of followed plans, reminder settings and scheduled tasks. */
export function createSubscriptions(deps: {
  entries: Entries
  store: Pick<ChangeStore, 'schedule' | 'unschedule' | 'scheduled'>
  clock: () => Date
}) {
  const { entries, store, clock } = deps

  const keyOf = (team: string, operation: OperationId, { channel, organization }: Place) =>
    JSON.stringify([operation, team, channel, organization])

  const subscriptions: Subscriptions = {
    async lead(team, { channel, organization }) {
      const entry = await entries.find('remind', team, channel, organization)
      return entry && entries.open<Lead>(entry)
    },

    remind: ({ person, workspace }, { channel, organization }, value) =>
      entries.save('remind', {
        key: [workspace.team, channel, organization],
        value,
        person: person.key,
        workspace,
        organization,
        subject: channel,
      }),

    follow: ({ person, workspace, originIn }, organization, { id, name }) =>
      entries.save('follow', {
        key: [person.key, organization, id],
        value: originIn(),
        person: person.key,
        workspace,
        organization,
        subject: id,
        name,
      }),

    unfollow: ({ person }, organization, { id }) => entries.remove('follow', person.key, organization, id),

    async followed({ person }, organization) {
      const own = entries.of('follow').where('person', '=', person.key)
      const found = await own.where('organization', '=', organization).orderBy('name').execute()
      return found.map(subjectOf)
    },

    schedule: (caller, operation, place, args, dueAt) =>
      store.schedule({
        ...columnsOf(caller),
        key: keyOf(caller.workspace.team, operation, place),
        operation,
        args,
        origin: caller.originIn(place.channel),
        dueAt,
      }),

    unschedule: ({ workspace }, operation, place) =>
      store.unschedule(keyOf(workspace.team, operation, place)),

    scheduled: ({ workspace }, operation) => store.scheduled(operation, workspace.team),
  }

  return {
    ...subscriptions,

    /** The notices of a change to the followers of its plans, except the person who made it. */
    async noticesOf({
      id,
      actor,
      organization,
      subjects,
    }: Pick<PastChange, 'id' | 'actor' | 'organization' | 'subjects'>): Promise<Scheduled[]> {
      const plans = subjects.filter(({ kind }) => kind === 'plan').map(({ id }) => id)
      if (plans.length === 0 || organization === undefined) return []
      const followers = await entries
        .of('follow')
        .where('subject', 'in', plans)
        .where('organization', '=', organization)
        .where('person', '<>', actor)
        .execute()
      const byPerson = new Map(followers.map(entry => [entry.person, entry]))
      return [...byPerson.values()].map(entry => ({
        key: JSON.stringify(['follow', id, entry.person]),
        operation: 'follow.list',
        args: { change: { id, organization } },
        origin: entries.open(entry),
        actor: personKeySchema.parse(entry.person),
        team: entry.team ?? '',
        enterprise: entry.enterprise,
        dueAt: clock(),
      }))
    },
  }
}

/** The plan of an entry. */
export const subjectOf = ({ subject, name }: Entry): Reference => ({ id: subject ?? '', name: name ?? '' })
