import { type SqlBool, sql } from 'kysely'
import { type Args, nounOf, type OperationId } from '../core/args.ts'
import { type ChangeState, HISTORY_DAYS } from '../core/change.ts'
import type { Subject } from '../core/operation.ts'
import type { DeliveryResult, Reply } from '../message/reply.ts'
import { type Database, durably } from '../storage/database.ts'
import { digest, type Sealer } from '../storage/encryption.ts'
import { SCHEDULED } from '../storage/schema.ts'
import { createAccept } from './accept.ts'
import {
  CLOSED,
  type ClaimedChange,
  createChangeRows,
  EMPTY,
  NO_LEASE,
  type Patch,
  type Scheduled,
} from './change-rows.ts'
import { announcementOf, createAnnouncementStore, endOf, isAboutAny } from './history.ts'

/** How long a lease lasts unless it is renewed. */
export const LEASE_MS = 20_000

/** A write is sent only if the lease lasts this much longer. */
const MARGIN_MS = 2000

/** The lease of the process that delivers an outcome or a question. */
const DELIVERY_MS = 25_000

const LONGEST_BACKOFF_MS = 5 * 60_000
const PRUNE_BATCH = 500

/** Rows per statement: SQLite allows 32,766 values, and a row has some 25. */
const INSERT_BATCH = 500

type NewState = Patch & { state: ChangeState }

export type ChangeStore = ReturnType<typeof createChangeStore>

/**
 * Creates the store of changes. Only the process that has the lease of a change updates its row, and renews the
 * lease while it works on it; an update without it rejects.
 * @param owner identifies this process
 */
export function createChangeStore(deps: {
  database: Database
  sealer: Sealer
  clock: () => Date
  owner: string
}) {
  const { database, clock, owner } = deps
  const rows = createChangeRows(deps)
  const { encode, decode } = rows
  /** When the leases of this process end, in ms. */
  const leaseEnds = new Map<string, number>()

  /** The time `ms` from now, in ISO 8601. */
  const inMs = (ms: number): string => new Date(clock().getTime() + ms).toISOString()

  /** A new lease of this process. */
  const newLease = () => ({ lease_owner: owner, lease_until: inMs(LEASE_MS) })

  /** Keeps the lease that a row has, until `endLease`. */
  const holdLease = ({ id, lease_until }: { id: string; lease_until: string | null }): void =>
    void leaseEnds.set(id, Date.parse(lease_until ?? ''))

  /** Stops renewing a lease. */
  const endLease = (id: string): void => void leaseEnds.delete(id)

  /** Updates a change, synced to disk if `isSynced`. */
  async function update(id: string, patch: Patch, connection = database, isSynced = false): Promise<void> {
    const query = connection
      .updateTable('changes')
      .set(encode(id, patch))
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .returning('id')
    const updated = await (isSynced ? durably(connection, query) : query.execute())
    if (updated.length > 0) return
    endLease(id)
    throw new Error('Another process has the change now, and will continue it')
  }

  /** Updates a change and ends the lease of this process. */
  async function release(id: string, patch: Patch): Promise<void> {
    await update(id, { ...NO_LEASE, ...patch })
    endLease(id)
  }

  const finishedAt = ({ state }: NewState) => (state === 'accepted' || state === 'waiting' ? null : inMs(0))

  /** Updates a change while it waits for approval, and ends its lease. */
  const updateWaiting = (id: string, patch: Patch) =>
    database
      .updateTable('changes')
      .set({ ...NO_LEASE, attempts: 0, ...encode(id, patch) })
      .where('id', '=', id)
      .where('state', '=', 'waiting')

  const inState = (state: string) => database.selectFrom('changes').selectAll().where('state', '=', state)

  function scheduledRow({ key, dueAt, args, origin, about = [], ...scheduled }: Scheduled) {
    const id = digest(key)
    const subjects = about.map(({ plan, name }) => ({ kind: 'plan', id: plan, name }))
    return {
      ...EMPTY,
      ...encode(id, { args: { args, omitted: [] }, origin, subjects }),
      ...scheduled,
      id,
      idempotency_key: id,
      organization: about[0]?.organization ?? null,
      is_private: 1,
      state: SCHEDULED,
      due_at: dueAt.toISOString(),
      accepted_at: inMs(0),
    }
  }

  /** Deletes a row that was no change after all, or a task that is done. */
  async function remove(id: string): Promise<void> {
    endLease(id)
    await database.deleteFrom('changes').where('id', '=', id).where('lease_owner', '=', owner).execute()
  }

  /** Leaves a change to recovery, with exponential back-off. */
  const postpone = (id: string, attempts: number): Promise<void> =>
    release(id, { due_at: inMs(Math.min(LONGEST_BACKOFF_MS, 10_000 * 2 ** attempts)) })

  return {
    endLease,
    postpone,
    accept: createAccept({ database, rows, newLease, holdLease, clock }),
    ...createAnnouncementStore({ database, encode, decode }),

    /** Whether a change with this key was accepted before. */
    async isKnown(key: string): Promise<boolean> {
      const query = database.selectFrom('changes').select('id').where('idempotency_key', '=', digest(key))
      return (await query.executeTakeFirst()) !== undefined
    },

    /** Whether the lease of this process lasts long enough to send a write. */
    hasLease: (id: string): boolean => (leaseEnds.get(id) ?? 0) - MARGIN_MS > clock().getTime(),

    /** Renews the leases of this process. */
    async renew(): Promise<void> {
      const ids = [...leaseEnds.keys()]
      if (ids.length === 0) return
      const renewed = await database
        .updateTable('changes')
        .set(newLease())
        .where('id', 'in', ids)
        .where('lease_owner', '=', owner)
        .returning(['id', 'lease_until'])
        .execute()
      for (const id of ids) {
        const wasHeld = leaseEnds.delete(id)
        const row = renewed.find(each => each.id === id)
        if (wasHeld && row) holdLease(row)
      }
    },

    /** Stores the arguments for recovery, synced to disk if `isSynced`. */
    storeArgs: (id: string, args: Patch['args'], subjects: readonly Subject[], isSynced = false) =>
      update(id, { args, subjects }, database, isSynced),

    updateOrigin: (id: string, origin: Patch['origin']): Promise<void> => update(id, { origin }),

    /**
     * Stores an outcome and scheduled tasks in one transaction, or the question to a second person and the
     * request that it is about, before anyone is told.
     */
    async finish(id: string, outcome: NewState, scheduled: readonly Scheduled[] = []): Promise<void> {
      const next = scheduled.map(scheduledRow)
      const patch: Patch = {
        request: null,
        ...outcome,
        args: null,
        finished_at: finishedAt(outcome),
        // Counts deliveries from now on.
        attempts: 0,
        lease_until: inMs(DELIVERY_MS),
      }
      if (next.length === 0) await update(id, patch)
      else
        await database.transaction().execute(async transaction => {
          await update(id, patch, transaction)
          for (let from = 0; from < next.length; from += INSERT_BATCH)
            await transaction
              .insertInto('changes')
              .values(next.slice(from, from + INSERT_BATCH))
              .onConflict(conflict => conflict.column('id').doNothing())
              .execute()
        })
      // The lease is not renewed: if this process hangs, another one delivers.
      endLease(id)
    },

    /** Makes a decided change due. Resolves to false if it no longer waits: only one decision counts. */
    async decide(id: string, decision: NewState): Promise<boolean> {
      const query = updateWaiting(id, { due_at: inMs(0), ...decision, finished_at: finishedAt(decision) })
      return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n
    },

    /**
     * Records that a reply was delivered or cannot be, or leaves it to recovery. A question then waits for the
     * decision, a digest for its next time; of a change the history remains, and its announcement until the
     * pauses are over.
     */
    async markDelivered(
      { id, isScheduled, attempts }: Pick<ClaimedChange, 'id' | 'isScheduled' | 'attempts'>,
      reply: Reply | undefined,
      { delivery, posted }: DeliveryResult,
    ): Promise<void> {
      if (delivery === 'not yet') return postpone(id, attempts)
      const announcement = reply && announcementOf(reply, posted)
      if (reply?.waitsUntil) {
        const question = { announcement: announcement ?? null, result: null, due_at: reply.waitsUntil }
        // Has no effect if it was decided meanwhile, or asked again by another process.
        await updateWaiting(id, question).where('lease_owner', '=', owner).execute()
        return
      }
      if (isScheduled && reply?.nextRun) {
        const { at, args } = reply.nextRun
        return release(id, { due_at: at, args: { args, omitted: [] }, attempts: 0 })
      }
      if (!reply || (isScheduled && !announcement)) return remove(id)
      await release(id, {
        ...CLOSED,
        ...(delivery === 'delivered' && { delivered_at: inMs(0) }),
        ...(announcement && { announcement, due_at: endOf(announcement), channel: announcement.channel }),
      })
    },

    /** Ends a row: the history of a change remains, a task of the bot is deleted. */
    close: (
      { id, isScheduled }: Pick<ClaimedChange, 'id' | 'isScheduled'>,
      patch: Patch = {},
    ): Promise<void> => (isScheduled ? remove(id) : release(id, { ...CLOSED, ...patch })),

    async schedule(scheduled: Scheduled): Promise<void> {
      const row = scheduledRow(scheduled)
      await database
        .insertInto('changes')
        .values(row)
        .onConflict(conflict => conflict.column('id').doUpdateSet(row))
        .execute()
    },

    /** Resolves to false if nothing was scheduled with the key. */
    async unschedule(key: string): Promise<boolean> {
      const query = database.deleteFrom('changes').where('id', '=', digest(key))
      return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0n
    },

    /** The scheduled tasks of an operation in a workspace. */
    async scheduled(operation: OperationId, team: string): Promise<{ actor: string; args: Args }[]> {
      const query = inState(SCHEDULED)
        .where('due_at', 'is not', null)
        .where('operation', '=', operation)
        .where('team', '=', team)
      return (await query.execute())
        .map(decode)
        .map(({ actor, stored }) => ({ actor, args: stored?.args ?? {} }))
    },

    /** Claims up to `limit` rows that are due and not leased to another process. */
    async claim(limit: number): Promise<ClaimedChange[]> {
      const now = inMs(0)
      const isDue = sql<SqlBool>`due_at <= ${now} and (lease_until is null or lease_until <= ${now})`
      const claimed = await database
        .updateTable('changes')
        .set(({ eb }) => ({ ...newLease(), attempts: eb('attempts', '+', 1) }))
        .where('id', 'in', select =>
          select.selectFrom('changes').select('id').where(isDue).orderBy('due_at').limit(limit),
        )
        .where(isDue)
        .returningAll()
        .execute()
      claimed.forEach(holdLease)
      return claimed.map(decode)
    },

    /** The changes that wait for approval, or one of them. */
    async waiting(organization: string, id?: string): Promise<ClaimedChange[]> {
      const query = inState('waiting')
        .where('organization', '=', organization)
        .$if(id !== undefined, query => query.where('id', '=', id ?? ''))
      return (await query.execute()).map(decode)
    },

    /** Whether a later change concerns one of the subjects or, without subjects, the same noun in the organization. */
    async isOvertaken(change: {
      id: string
      since: string
      organization: string
      operation: string
      subjects: readonly Pick<Subject, 'kind' | 'id'>[]
    }): Promise<boolean> {
      const noun = `${nounOf(change.operation)}.`
      const later = database
        .selectFrom('changes')
        .select('id')
        .where('id', '<>', change.id)
        .where('accepted_at', '>', change.since)
        .where('organization', '=', change.organization)
        .where('state', 'in', ['done', 'partly', 'unknown'])
        .where(
          change.subjects.length > 0
            ? isAboutAny(change.subjects)
            : sql<SqlBool>`substr(operation, 1, ${noun.length}) = ${noun}`,
        )
      return (await later.executeTakeFirst()) !== undefined
    },

    /** Deletes expired entries, and closed changes after 90 days. Resolves to true if there may be more. */
    async prune(): Promise<boolean> {
      await database.deleteFrom('entries').where('expires_at', '<=', inMs(0)).execute()
      const end = inMs(-HISTORY_DAYS * 24 * 60 * 60_000)
      const { numDeletedRows } = await database
        .deleteFrom('changes')
        .where('id', 'in', select =>
          select
            .selectFrom('changes')
            .select('id')
            .where('accepted_at', '<', end)
            .where('due_at', 'is', null)
            .orderBy('accepted_at')
            .limit(PRUNE_BATCH),
        )
        .executeTakeFirstOrThrow()
      return numDeletedRows >= PRUNE_BATCH
    },
  }
}
