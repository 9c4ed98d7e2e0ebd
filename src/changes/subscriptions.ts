import { z } from 'zod'
import type { OperationId, Reference } from '../core/args.ts'
import type { Caller } from '../core/authenticate.ts'
import type { Subject } from '../core/operation.ts'
import { type PersonKey, personKeySchema } from '../core/person.ts'
import type { OwnSubscriptions, Place, Protection } from '../core/subscriptions.ts'
import { parseJson } from '../message/json.ts'
import { mrkdwn } from '../message/mrkdwn.ts'
import { type Lead, leadSchema, type Reply } from '../message/reply.ts'
import type { Database } from '../storage/database.ts'
import { digest, type Scheduled } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'

/** For what waits while its plan ceases to be protected. */
const notProtected = (name: string): Reply => ({
  text: mrkdwn`*${name}* is not protected any more, so nothing was done: ask again, and it is done at once.`,
  to: 'me',
})

export type Subscriptions = ReturnType<typeof createSubscriptions>

/** What people want to hear of later: plans that they follow, when a channel is reminded, and what is due by the clock. */
export function createSubscriptions(deps: {
  database: Database
  store: Pick<ChangeStore, 'schedule' | 'unschedule' | 'scheduled' | 'waiting' | 'decide' | 'withdraw'>
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

  const protectId = (organization: string, { id }: Reference) => idOf('protect', organization, id)

  async function protections(organization: string, among?: readonly string[]): Promise<Protection[]> {
    const rows = await database
      .selectFrom('subscriptions')
      .selectAll()
      .where('kind', '=', 'protect')
      .where('organization', '=', organization)
      .$if(among !== undefined, query => query.where('subject', 'in', among ?? []))
      .orderBy('name')
      .execute()
    return rows.map(({ subject: id, name, person, settings }) => ({
      ...{ plan: { id, name }, by: personKeySchema.parse(person) },
      ...protectionSchema.parse(parseJson(settings)),
    }))
  }

  return {
    lead,
    protections,

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
        ...{ team, enterprise, dueAt: clock() },
      }))
    },

    /** The subscriptions that a person makes, in the workspace where they ask. */
    of({ person, workspace: { team, enterprise }, originIn }: Caller): OwnSubscriptions {
      const followId = (organization: string, plan: string) => idOf('follow', person.key, organization, plan)

      async function keep(
        id: string,
        about: { kind: string; organization: string },
        to: Reference,
        settings: unknown,
      ) {
        const row = {
          ...{ kind: about.kind, organization: about.organization, subject: to.id, name: to.name },
          ...{ team, enterprise: enterprise ?? null, person: person.key },
          ...{ settings: JSON.stringify(settings), made_at: clock().toISOString() },
        }
        await database
          .insertInto('subscriptions')
          .values({ id, ...row })
          .onConflict(conflict => conflict.column('id').doUpdateSet(row))
          .execute()
      }

      const keyIn = (operation: OperationId, { channel, organization }: Place) =>
        JSON.stringify([operation, team, channel, organization])

      return {
        lead: place => lead(team, place),

        remind: (place, lead) => {
          const about = { kind: 'remind', organization: place.organization }
          return keep(remindId(team, place), about, { id: place.channel, name: '' }, lead)
        },

        follow: (organization, plan) =>
          keep(followId(organization, plan.id), { kind: 'follow', organization }, plan, originIn()),

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

        protect: (organization, { plan, ...settings }) =>
          keep(protectId(organization, plan), { kind: 'protect', organization }, plan, settings),

        async unprotect(organization, plan) {
          await database.deleteFrom('subscriptions').where('id', '=', protectId(organization, plan)).execute()
          await store.withdraw(organization, plan.id, notProtected(plan.name))
        },

        protections,

        waiting: async (organization, id) => (await store.waiting(organization, id))?.approval,

        async decide(organization, id, decision, reply) {
          const waiting = await store.waiting(organization, id)
          const take = decision === 'asMe' ? { team, enterprise, origin: originIn() } : undefined
          const decided =
            decision === 'decline'
              ? { step: 'declined' as const, reply }
              : { step: 'approved' as const, take }
          return waiting !== undefined && store.decide(waiting, { ...decided, by: person.key })
        },

        schedule: (operation, place, args, dueAt) =>
          store.schedule({
            ...{ key: keyIn(operation, place), operation, args, origin: originIn(place.channel) },
            ...{ actor: person.key, team, enterprise: enterprise ?? null, dueAt },
          }),

        unschedule: (operation, place) => store.unschedule(keyIn(operation, place)),

        scheduled: operation => store.scheduled(operation, team),
      }
    },
  }
}

const protectionSchema = z.object({
  approvers: z.array(personKeySchema).readonly(),
  channel: z.string().optional(),
})

const idOf = (...parts: string[]): string => digest(JSON.stringify(parts))
