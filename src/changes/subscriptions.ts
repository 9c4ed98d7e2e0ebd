import type { OperationId, Reference } from '../core/args.ts'
import type { Caller } from '../core/authenticate.ts'
import type { OwnSubscriptions, Place } from '../core/context.ts'
import type { Subject } from '../core/operation.ts'
import { type PersonKey, personKeySchema } from '../core/person.ts'
import { type Lead, leadSchema } from '../message/reply.ts'
import type { Entries, Entry } from '../storage/entries.ts'
import type { Scheduled } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'

export type Subscriptions = ReturnType<typeof createSubscriptions>

/** Creates the store of followed plans, reminder settings and scheduled tasks. */
export function createSubscriptions(deps: {
  entries: Entries
  store: Pick<ChangeStore, 'schedule' | 'unschedule' | 'scheduled'>
  clock: () => Date
}) {
  const { entries, store, clock } = deps

  /** When a channel is reminded of pauses; undefined if it has no setting. */
  async function lead(team: string, { channel, organization }: Place): Promise<Lead | undefined> {
    const entry = await entries.find('remind', team, channel, organization)
    return entry && leadSchema.safeParse(entries.open(entry)).data
  }

  return {
    lead,

    /** The notices of a change to the followers of its plans, except the person who made it. */
    async noticesOf(change: {
      id: string
      actor: PersonKey
      organization: string | undefined
      subjects: readonly Subject[]
    }): Promise<Scheduled[]> {
      const plans = change.subjects.filter(({ kind }) => kind === 'plan').map(({ id }) => id)
      const { id, organization } = change
      if (plans.length === 0 || organization === undefined) return []
      const followers = await entries
        .of('follow')
        .where('subject', 'in', plans)
        .where('organization', '=', organization)
        .where('person', '<>', change.actor)
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

    /** The subscriptions of a person in a workspace. */
    of(caller: Caller): OwnSubscriptions {
      const { person, originIn, workspace } = caller
      const { team, enterprise } = workspace

      const keyIn = (operation: OperationId, { channel, organization }: Place) =>
        JSON.stringify([operation, team, channel, organization])

      return {
        lead: place => lead(team, place),

        remind: ({ channel, organization }, value) =>
          entries.save('remind', {
            key: [team, channel, organization],
            value,
            person: person.key,
            workspace,
            organization,
            subject: channel,
          }),

        follow: (organization, { id, name }) =>
          entries.save('follow', {
            key: [person.key, organization, id],
            value: originIn(),
            person: person.key,
            workspace,
            organization,
            subject: id,
            name,
          }),

        unfollow: (organization, { id }) => entries.remove('follow', person.key, organization, id),

        async followed(organization) {
          const own = entries.of('follow').where('person', '=', person.key)
          const found = await own.where('organization', '=', organization).orderBy('name').execute()
          return found.map(subjectOf)
        },

        schedule: (operation, place, args, dueAt) =>
          store.schedule({
            key: keyIn(operation, place),
            operation,
            args,
            origin: originIn(place.channel),
            actor: person.key,
            team,
            enterprise: enterprise ?? null,
            dueAt,
          }),

        unschedule: (operation, place) => store.unschedule(keyIn(operation, place)),

        scheduled: operation => store.scheduled(operation, team),
      }
    },
  }
}

/** The plan of an entry. */
export const subjectOf = ({ subject, name }: Entry): Reference => ({ id: subject ?? '', name: name ?? '' })
