import { z } from 'zod'
import type { OwnApprovals, Protection } from '../core/approval.ts'
import type { Caller } from '../core/authenticate.ts'
import { personKeySchema } from '../core/person.ts'
import { mrkdwn } from '../message/mrkdwn.ts'
import type { Reply } from '../message/reply.ts'
import type { Entries } from '../storage/entries.ts'
import type { ChangeStore } from './change-store.ts'
import { subjectOf } from './subscriptions.ts'

/** Which plans are protected, and decisions about the changes that wait for a second person. */
export function createApprovals(deps: {
  entries: Entries
  store: Pick<ChangeStore, 'waiting' | 'decide' | 'withdraw'>
}) {
  const { entries, store } = deps

  async function protections(organization: string, among?: readonly string[]): Promise<Protection[]> {
    const found = await entries
      .of('protect')
      .where('organization', '=', organization)
      .$if(among !== undefined, query => query.where('subject', 'in', among ?? []))
      .orderBy('name')
      .execute()
    return found.map(entry => ({
      plan: subjectOf(entry),
      by: personKeySchema.parse(entry.person),
      ...protectionSchema.parse(entries.open(entry)),
    }))
  }

  return {
    /** The approvals of a person who asks or decides. */
    of(caller: Caller): OwnApprovals {
      const { person, workspace, originIn } = caller
      return {
        protections,

        protect: (organization, { plan, ...value }) =>
          entries.keep('protect', {
            ...{ key: [organization, plan.id], value, person: person.key, workspace },
            ...{ organization, subject: plan.id, name: plan.name },
          }),

        async unprotect(organization, plan) {
          await entries.remove('protect', organization, plan.id)
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

/** Where no key opens it, the plan stays protected: any who may change it can approve. */
const protectionSchema = z
  .object({ approvers: z.array(personKeySchema).readonly(), channel: z.string().optional() })
  .catch({ approvers: [] })

/** For what waits while its plan ceases to be protected. */
const notProtected = (name: string): Reply => ({
  text: mrkdwn`*${name}* is not protected any more, so nothing was done: ask again, and it is done at once.`,
  to: 'me',
})
