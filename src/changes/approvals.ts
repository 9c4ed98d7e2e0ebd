import { z } from 'zod'
import type { OwnApprovals, Protection } from '../core/approval.ts'
import type { Reference } from '../core/args.ts'
import type { Caller } from '../core/authenticate.ts'
import { personKeySchema } from '../core/person.ts'
import { parseJson } from '../message/json.ts'
import { mrkdwn } from '../message/mrkdwn.ts'
import type { Reply } from '../message/reply.ts'
import type { Database } from '../storage/database.ts'
import type { ChangeStore } from './change-store.ts'
import { idOf, saveSubscription } from './subscriptions.ts'

/** Which plans are protected, and decisions about the changes that wait for a second person. */
export function createApprovals(deps: {
  database: Database
  store: Pick<ChangeStore, 'waiting' | 'decide' | 'withdraw'>
  clock: () => Date
}) {
  const { database, store, clock } = deps

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
      plan: { id, name },
      by: personKeySchema.parse(person),
      ...protectionSchema.parse(parseJson(settings)),
    }))
  }

  return {
    /** The approvals of a person who asks or decides. */
    of(caller: Caller): OwnApprovals {
      const { person, workspace, originIn } = caller
      return {
        protections,

        protect: (organization, { plan, ...settings }) =>
          saveSubscription(
            database,
            { id: protectId(organization, plan), kind: 'protect', organization, about: plan, settings },
            caller,
            clock(),
          ),

        async unprotect(organization, plan) {
          await database.deleteFrom('subscriptions').where('id', '=', protectId(organization, plan)).execute()
          await store.withdraw(organization, plan.id, notProtected(plan.name))
        },

        waiting: async (organization, id) => (await store.waiting(organization, id))?.approval,

        async decide(organization, id, decision, reply) {
          const waiting = await store.waiting(organization, id)
          if (!waiting) return false
          const by = person.key
          if (decision === 'decline') return store.decide(waiting, { step: 'declined', by, reply })
          const take = decision === 'asMe' ? { ...workspace, origin: originIn() } : undefined
          return store.decide(waiting, { step: 'approved', by, take })
        },
      }
    },
  }
}

const protectId = (organization: string, { id }: Reference): string => idOf('protect', organization, id)

const protectionSchema = z.object({
  approvers: z.array(personKeySchema).readonly(),
  channel: z.string().optional(),
})

/** For what waits while its plan ceases to be protected. */
const notProtected = (name: string): Reply => ({
  text: mrkdwn`*${name}* is not protected any more, so nothing was done: ask again, and it is done at once.`,
  to: 'me',
})
