import type { Approval, Step } from '../core/approval.ts'
import type { Caller } from '../core/authenticate.ts'
import type { Subject, ValueChange } from '../core/operation.ts'
import type { PersonKey } from '../core/person.ts'
import type { Reply } from '../message/reply.ts'
import type { Database } from '../storage/database.ts'
import type { Tables } from '../storage/schema.ts'
import {
  type Announcement,
  type ChangeRows,
  formatSubjectsJson,
  originSchema,
  requestSchema,
  type StoredRequest,
} from './change-rows.ts'
import { isAboutAny, pastChangeOf } from './history.ts'
import { DELIVERY_MS, FREE, type Leases } from './leases.ts'

/** A change that is to wait for a second person, and the question. */
type Waiting = Required<Pick<StoredRequest, 'args'>> & {
  approval: Approval
  reply: Reply
  subjects: readonly Subject[]
  detail: readonly ValueChange[]
  origin: unknown
}

/** A row that waits, with its approval. */
type WaitingRow = { approval: Approval; row: Tables['changes'] }

/** A decision: `reply` tells the asker that it is declined, `take` says who does it in their place. */
type Decided = {
  step: Step
  by: PersonKey
  reply?: Reply | undefined
  take?: (Caller['workspace'] & { origin: object }) | undefined
}

/** Changes that wait for a second person. */
export function createApprovalStore(deps: { database: Database; rows: ChangeRows; leases: Leases }) {
  const { database, rows, leases } = deps
  const { seal, open, inMs } = rows
  return {
    /** Asks a second person, now or, with another `origin`, by the runner. @throws LeaseLost */
    async wait(id: string, { approval, args, reply, subjects, detail, origin }: Waiting): Promise<void> {
      await leases.update(id, {
        state: 'waiting',
        detail: JSON.stringify(detail),
        subjects: formatSubjectsJson(subjects),
        request: seal({ args, omitted: [], approval }, id),
        args: null,
        result: seal(reply, id),
        ...(origin === undefined
          ? { lease_until: inMs(DELIVERY_MS) }
          : { ...FREE, origin: seal(origin, id), due_at: inMs(0) }),
        attempts: 0,
      })
      leases.letGo(id)
    },

    /** Marks a question as posted: it stands until it is decided, or expires. One that is decided already stays so. */
    async markAsked(id: string, until: string, message: Announcement | undefined): Promise<void> {
      leases.letGo(id)
      await database
        .updateTable('changes')
        .set({ ...FREE, result: null, announcement: message ? seal(message, id) : null, due_at: until })
        .where('id', '=', id)
        .where('lease_owner', '=', leases.owner)
        .where('state', '=', 'waiting')
        .execute()
    },

    /** What waits for a second person, until its time is over. */
    async waiting(organization: string, id: string): Promise<WaitingRow | undefined> {
      const row = await database
        .selectFrom('changes')
        .selectAll()
        .where('id', '=', id)
        .where('organization', '=', organization)
        .where('state', '=', 'waiting')
        .executeTakeFirst()
      const { approval } = (row && open(requestSchema, row.request, id)) ?? {}
      return row && approval && approval.until > inMs(0) ? { approval, row } : undefined
    },

    /** Ends the requests about a plan that is no longer protected; `reply` goes to each asker. */
    async withdraw(organization: string, plan: string, reply: Reply): Promise<void> {
      const found = await database
        .selectFrom('changes')
        .select('id')
        .where('state', '=', 'waiting')
        .where('organization', '=', organization)
        .where(isAboutAny([{ kind: 'plan', id: plan }]))
        .execute()
      for (const { id } of found)
        await database
          .updateTable('changes')
          .set({
            ...FREE,
            state: 'declined',
            request: null,
            result: seal(reply, id),
            due_at: inMs(0),
            finished_at: inMs(0),
            attempts: 0,
          })
          .where('id', '=', id)
          .where('state', '=', 'waiting')
          .execute()
    },

    /** Decides about a change that waits: one decision counts. False where it waits no more. */
    async decide({ row, approval }: WaitingRow, { step, by, reply, take }: Decided): Promise<boolean> {
      const { id } = row
      const request = {
        ...open(requestSchema, row.request, id),
        sentAt: inMs(0),
        approval: { ...approval, by },
      }
      const { channel, thread, about, step: ended } = open(originSchema, row.origin, id) ?? {}
      const { numUpdatedRows } = await database
        .updateTable('changes')
        .set({
          ...FREE,
          due_at: inMs(0),
          attempts: 0,
          // The asker takes it back from elsewhere; the message whose button others press is updated by that.
          ...(by === approval.asker ? {} : { announcement: null }),
          detail: JSON.stringify([...pastChangeOf(row).detail, { field: step, after: by }]),
          ...(reply
            ? { state: 'declined', request: null, result: seal(reply, id), finished_at: inMs(0) }
            : { state: 'accepted', request: seal(request, id), result: null, accepted_at: inMs(0) }),
          ...(take && {
            actor: by,
            team: take.team,
            enterprise: take.enterprise ?? null,
            origin: seal({ ...take.origin, channel, thread, about, step: ended }, id),
          }),
        })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}
