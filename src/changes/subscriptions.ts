import type { OperationId, Reference } from '../core/args.ts'
import type { Caller } from '../core/authenticate.ts'
import type { Subject } from '../core/operation.ts'
import { type PersonKey, personKeySchema } from '../core/person.ts'
import type { OwnSubscriptions, Place } from '../core/subscriptions.ts'
import { parseJson } from '../message/json.ts'
import { type Lead, leadSchema } from '../message/reply.ts'
import type { Database } from '../storage/database.ts'
import { digest } from '../storage/encryption.ts'
import type { Scheduled } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'

export type Subscriptions = ReturnType<typeof createSubscriptions>

/** What people want to hear of later: plans that they follow, when a channel is reminded, and what is due by the clock. */
export function createSubscriptions(deps: {
  database: Database
  store: Pick<ChangeStore, 'schedule' | 'unschedule' | 'scheduled'>
  clock: () => Date
}) {
  const { database, store, clock } = deps

  const rowWith = (id: string) => database.selectFrom('subscriptions').selectAll().where('id', '=', id)

  const remindId = (team: string, { channel, organization }: Place) =>
    idOf('remind', team, channel, organization)

  /** When a channel is reminded of its pauses; undefined where that was not said. */
  async function lead(team: string, place: Place): Promise<Lead | undefined> {
    const row = await rowWith(remindId(team, place)).executeTakeFirst()
    return leadSchema.safeParse(parseJson(row?.settings ?? '')).data
  }

  return {
    lead,

    /** What tells those who follow plans of a change by another person. */
    async noticesOf(change: {
      id: string
      actor: PersonKey
      organization: string | undefined
      subjects: readonly Subject[]
    }): Promise<Scheduled[]> {
      const plans = change.subjects.filter(({ kind }) => kind === 'plan').map(({ id }) => id)
      const { id, organization } = change
      if (plans.length === 0 || organization === undefined) return []
      const rows = await database
        .selectFrom('subscriptions')
        .selectAll()
        .where('subject', 'in', plans)
        .where('kind', '=', 'follow')
        .where('organization', '=', organization)
        .where('person', '<>', change.actor)
        .execute()
      const byPerson = new Map(rows.map(row => [row.person, row]))
      return [...byPerson.values()].map(({ person, team, enterprise, settings }) => ({
        key: JSON.stringify(['follow', id, person]),
        operation: 'follow.list',
        args: { change: { id, organization } },
        origin: parseJson(settings),
        actor: personKeySchema.parse(person),
        team,
        enterprise,
        dueAt: clock(),
      }))
    },

    /** The subscriptions that a person makes, in the workspace where they ask. */
    of(caller: Caller): OwnSubscriptions {
      const { person, originIn } = caller
      const { team, enterprise } = caller.workspace
      const save = (subscription: Subscription) => saveSubscription(database, subscription, caller, clock())

      const followId = (organization: string, plan: string) => idOf('follow', person.key, organization, plan)

      const keyIn = (operation: OperationId, { channel, organization }: Place) =>
        JSON.stringify([operation, team, channel, organization])

      return {
        lead: place => lead(team, place),

        remind: (place, lead) =>
          save({
            id: remindId(team, place),
            kind: 'remind',
            organization: place.organization,
            about: { id: place.channel, name: '' },
            settings: lead,
          }),

        follow: (organization, about) =>
          save({
            id: followId(organization, about.id),
            kind: 'follow',
            organization,
            about,
            settings: originIn(),
          }),

        async unfollow(organization, plan) {
          const { numDeletedRows } = await database
            .deleteFrom('subscriptions')
            .where('id', '=', followId(organization, plan.id))
            .executeTakeFirstOrThrow()
          return numDeletedRows > 0n
        },

        async followed(organization) {
          const rows = await database
            .selectFrom('subscriptions')
            .select(['subject', 'name'])
            .where('kind', '=', 'follow')
            .where('person', '=', person.key)
            .where('organization', '=', organization)
            .orderBy('name')
            .execute()
          return rows.map(({ subject, name }) => ({ id: subject, name }))
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

type Subscription = {
  id: string
  kind: 'follow' | 'protect' | 'remind'
  organization: string
  about: Reference
  /** JSON. */
  settings: unknown
}

/** Saves what a person wants; saying it again replaces it. */
export async function saveSubscription(
  database: Database,
  { id, about, settings, ...subscription }: Subscription,
  { person, workspace: { team, enterprise } }: Pick<Caller, 'person' | 'workspace'>,
  now: Date,
): Promise<void> {
  const row = {
    ...subscription,
    subject: about.id,
    name: about.name,
    team,
    enterprise: enterprise ?? null,
    person: person.key,
    settings: JSON.stringify(settings),
    made_at: now.toISOString(),
  }
  await database
    .insertInto('subscriptions')
    .values({ id, ...row })
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** The id of a subscription: a digest of all that makes it the same. */
export const idOf = (...parts: string[]): string => digest(JSON.stringify(parts))
