import type { Approvals, Protection, Step } from '../core/approval.ts'
import { personKeySchema } from '../core/person.ts'
import { mrkdwn } from '../message/mrkdwn.ts'
import type { Reply } from '../message/reply.ts'
import type { Entries } from '../storage/entries.ts'
import { type ClaimedChange, columnsOf } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'
import { subjectOf } from './subscriptions.ts'

/** Creates the store of protected plans and of decisions on waiting changes. */
export function createApprovals(deps: {
  entries: Entries
  store: Pick<ChangeStore, 'waiting' | 'decide'>
  clock: () => Date
}): Approvals {
  const { entries, store, clock } = deps

  async function protections(organization: string, among?: readonly string[]): Promise<Protection[]> {
    const rows = await entries
      .of('protect')
      .where('organization', '=', organization)
      .$if(among !== undefined, query => query.where('subject', 'in', among ?? []))
      .orderBy('name')
      .execute()
    return rows.map(entry => {
      const by = personKeySchema.parse(entry.person)
      // If they cannot be decrypted, only the person who protected the plan can approve.
      const { approvers } = entries.open<Pick<Protection, 'approvers'>>(entry) ?? { approvers: [by] }
      return { plan: subjectOf(entry), by, approvers }
    })
  }

  /** A change that waits for approval and has not expired. */
  async function waiting(organization: string, id: string) {
    const [change] = await store.waiting(organization, id)
    const approval = change?.request?.approval
    return approval && Date.parse(approval.until) > clock().getTime() ? { change, approval } : undefined
  }

  const declined = (result: Reply) => ({ state: 'declined', request: null, result }) as const

  return {
    protections,

    protect: ({ person, workspace }, organization, { plan, ...value }) =>
      entries.save('protect', {
        key: [organization, plan.id],
        value,
        person: person.key,
        workspace,
        organization,
        subject: plan.id,
        name: plan.name,
      }),

    async unprotect(organization, { id: plan, name }) {
      await entries.remove('protect', organization, plan)
      const stillProtected = new Set((await protections(organization)).map(({ plan }) => plan.id))
      for (const { id, request, subjects } of await store.waiting(organization)) {
        if (!subjects.some(each => each.kind === 'plan' && each.id === plan)) continue
        const { isAsMe, protected: plans = [], text } = request?.approval ?? {}
        // A viewer, or another protected plan, needs the approval all the same.
        if (isAsMe || plans.some(({ id }) => stillProtected.has(id))) continue
        const reply = { ...notProtected(name), requestText: text }
        await store.decide(id, declined(reply))
      }
    },

    waiting: async (organization, id) => (await waiting(organization, id))?.approval,

    async decide(caller, organization, id, decision, reply) {
      const found = await waiting(organization, id)
      if (!found) return false
      const { change, approval } = found
      const by = caller.person.key
      const step: Step = decision === 'decline' ? 'declined' : 'approved'
      const now = clock().toISOString()
      const request = change.request && { ...change.request, sentAt: now, approval: { ...approval, by } }
      return store.decide(id, {
        // The press updates the message with the buttons; the asker, who withdraws it elsewhere, needs it kept.
        ...(by !== approval.asker && { announcement: null }),
        detail: [...change.detail, { field: step, after: by }],
        ...(decision === 'decline'
          ? declined(reply)
          : { state: 'accepted', request, result: null, accepted_at: now }),
        ...(decision === 'asMe' && {
          ...columnsOf(caller),
          origin: { ...caller.originIn(), ...askedAt(change) },
        }),
      })
    },
  }
}

/** Where a change was asked for. All four members are set, since they replace those of the approver's origin. */
const askedAt = ({ origin }: ClaimedChange) => {
  const { channel, thread, about, step } = origin ?? {}
  return { channel, thread, about, step }
}

/** For a waiting change whose plan is no longer protected. */
const notProtected = (name: string): Reply => ({
  text: mrkdwn`*${name}* is no longer protected, so nothing was done. Ask again, and it will be done at once.`,
  to: 'me',
})
