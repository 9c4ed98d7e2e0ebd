import { type SqlBool, sql } from 'kysely'
import { type Args, nounOf, type OperationId } from '../core/args.ts'
import { type ChangeState, HISTORY_DAYS } from '../core/change.ts'
import type { Subject, ValueChange } from '../core/operation.ts'
import type { PostedMessage, Reply } from '../message/reply.ts'
import type { Database } from '../storage/database.ts'
import { digest, type Sealer } from '../storage/encryption.ts'
import { CLOSED, SCHEDULED } from '../storage/schema.ts'
import { createAccept } from './accept.ts'
import { type ClaimedChange, createChangeRows, EMPTY, type Patch, type Scheduled } from './change-rows.ts'
import { announcementOf, createAnnouncementStore, endOf, isAboutAny } from './history.ts'

/** How long a process keeps a change without renewing its lease. */
export const LEASE_MS = 20_000

/** What is sent has so much time to go out before the lease ends. */
const MARGIN_MS = 2000

/** How long a change is kept for the process that tells what came of it, or asks about it. */
const DELIVERY_MS = 25_000

/** No process works on it. */
const FREE = { lease_owner: null, lease_until: null }

const LONGEST_BACKOFF_MS = 5 * 60_000
const PRUNE_BATCH = 500

/** Rows of one statement: SQLite takes 32,766 values, and a row has some 25. */
const INSERT_BATCH = 500

/** What came of a change, as it is stored. */
export type Finished = Patch & { state: ChangeState; result: Reply; detail: readonly ValueChange[] }

/** Another process has the change now, and does what is left to do. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export type ChangeStore = ReturnType<typeof createChangeStore>

/**
 * The table of changes: each step of one is an update of its row by the process that has its lease, which is
 * renewed as long as that works on it.
 * @param owner names this process
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

  /** The time in so many ms. */
  const inMs = (ms: number): string => new Date(clock().getTime() + ms).toISOString()

  /** Begins or prolongs the lease of a change; returns its end for the row. */
  function hold(id: string): string {
    const end = clock().getTime() + LEASE_MS
    leaseEnds.set(id, end)
    return new Date(end).toISOString()
  }

  /** The lease is not renewed any more. */
  const letGo = (id: string): void => void leaseEnds.delete(id)

  /** Updates a change that this process has. @throws LeaseLost */
  async function update(id: string, patch: Patch, connection = database): Promise<void> {
    const { numUpdatedRows } = await connection
      .updateTable('changes')
      .set(encode(id, patch))
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return
    letGo(id)
    throw new LeaseLost()
  }

  /** The last update of a change by this process, for now. @throws LeaseLost */
  async function release(id: string, patch: Patch): Promise<void> {
    await update(id, patch)
    letGo(id)
  }

  /**
   * Updates a change that waits for a second person, so that one decision counts; false where it waits no more.
   * @param holder only where this process still has it
   */
  async function updateWaiting(id: string, patch: Patch, holder?: string): Promise<boolean> {
    const { numUpdatedRows } = await database
      .updateTable('changes')
      .set({ ...FREE, ...encode(id, patch) })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .$if(holder !== undefined, query => query.where('lease_owner', '=', holder ?? ''))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

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

  /** It was no change: there is something to ask first, or nothing to do, or it is done. */
  async function remove(id: string): Promise<void> {
    letGo(id)
    await database.deleteFrom('changes').where('id', '=', id).where('lease_owner', '=', owner).execute()
  }

  /** Only the history is left of it, and the message that announces its pauses. @throws LeaseLost */
  const close = (id: string, patch: Patch = {}): Promise<void> => release(id, { ...CLOSED, ...patch })

  return {
    letGo,
    updateWaiting,
    close,
    delete: remove,
    accept: createAccept({ database, rows, owner, hold, letGo, clock }),
    ...createAnnouncementStore({ database, encode, decode }),

    /** Whether a request with this key was accepted before. */
    async isKnown(key: string): Promise<boolean> {
      const query = database.selectFrom('changes').select('id').where('idempotency_key', '=', digest(key))
      return (await query.executeTakeFirst()) !== undefined
    },

    /** Whether this process has the change for long enough to send something. */
    isHeld: (id: string): boolean => (leaseEnds.get(id) ?? 0) - MARGIN_MS > clock().getTime(),

    /** Renews the leases of this process that have run for half their time. */
    async renew(): Promise<void> {
      const now = clock().getTime()
      const ids = [...leaseEnds].filter(([, until]) => until - now < LEASE_MS / 2).map(([id]) => id)
      if (ids.length === 0) return
      const renewed = await database
        .updateTable('changes')
        .set({ lease_until: new Date(now + LEASE_MS).toISOString() })
        .where('id', 'in', ids)
        .where('lease_owner', '=', owner)
        .returning('id')
        .execute()
      const own = new Set(renewed.map(({ id }) => id))
      for (const id of ids) {
        if (!own.has(id)) letGo(id)
        else if (leaseEnds.has(id)) leaseEnds.set(id, now + LEASE_MS)
      }
    },

    /** Stores the arguments, with which recovery continues. @throws LeaseLost */
    storeArgs: (id: string, args: Patch['args'], subjects: readonly Subject[]): Promise<void> =>
      update(id, { args, subjects, lease_until: hold(id) }),

    /** @throws LeaseLost */
    updateOrigin: (id: string, origin: Patch['origin']): Promise<void> => update(id, { origin }),

    /** Stores what came of a change, before anyone is told, and at once what is scheduled with it. @throws LeaseLost */
    async finish(id: string, outcome: Finished, scheduled: readonly Scheduled[] = []): Promise<void> {
      const next = scheduled.map(scheduledRow)
      const patch: Patch = {
        ...outcome,
        request: null,
        args: null,
        // From now on they count deliveries.
        attempts: 0,
        finished_at: inMs(0),
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
      // Not renewed: another process delivers it, should this one hang.
      letGo(id)
    },

    /**
     * Keeps a change until a second person has decided: they are asked now or, with another `origin`, by the
     * runner. @throws LeaseLost
     */
    async wait(id: string, { origin, ...waiting }: Patch): Promise<void> {
      const question =
        origin === undefined ? { lease_until: inMs(DELIVERY_MS) } : { ...FREE, origin, due_at: inMs(0) }
      await release(id, { ...waiting, ...question, state: 'waiting', args: null, attempts: 0 })
    },

    /**
     * After a delivery, or where that is impossible: a question waits for its decision, a digest for its next
     * time; of a change the history stays, and its announcement while a pause of it stands. @throws LeaseLost
     */
    async markDelivered(
      { id, isScheduled }: Pick<ClaimedChange, 'id' | 'isScheduled'>,
      reply: Reply | undefined,
      posted: readonly PostedMessage[],
      isDelivered = true,
    ): Promise<void> {
      const announcement = reply && announcementOf(reply, posted)
      if (reply?.waitsUntil) {
        const question = { announcement: announcement ?? null, result: null, due_at: reply.waitsUntil }
        // One that is decided already, or asked again since by another process, stays so.
        await updateWaiting(id, question, owner)
        return
      }
      if (isScheduled && reply?.nextRun) {
        const { at, args } = reply.nextRun
        return release(id, { ...FREE, due_at: at, args: { args, omitted: [] }, attempts: 0 })
      }
      if (!reply || (isScheduled && !announcement)) return remove(id)
      await close(id, {
        ...(isDelivered && { delivered_at: inMs(0) }),
        ...(announcement && { announcement, due_at: endOf(announcement), channel: announcement.channel }),
      })
    },

    /** Leaves a change to any process, later the more often it was tried. @throws LeaseLost */
    async postpone(id: string, attempts: number): Promise<void> {
      const ms = Math.min(LONGEST_BACKOFF_MS, 10_000 * 2 ** attempts)
      await release(id, { ...FREE, due_at: inMs(ms) })
    },

    async schedule(scheduled: Scheduled): Promise<void> {
      const row = scheduledRow(scheduled)
      await database
        .insertInto('changes')
        .values(row)
        .onConflict(conflict => conflict.column('id').doUpdateSet(row))
        .execute()
    },

    /** Whether something was scheduled with the key. */
    async unschedule(key: string): Promise<boolean> {
      const query = database.deleteFrom('changes').where('id', '=', digest(key))
      return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0n
    },

    /** What is scheduled of an operation in a workspace. */
    async scheduled(operation: OperationId, team: string): Promise<{ actor: string; args: Args }[]> {
      const query = inState(SCHEDULED)
        .where('due_at', 'is not', null)
        .where('operation', '=', operation)
        .where('team', '=', team)
      return (await query.execute())
        .map(decode)
        .map(({ actor, stored }) => ({ actor, args: stored?.args ?? {} }))
    },

    /** Claims up to `limit` changes that are due and that no other process has. */
    async claim(limit: number): Promise<ClaimedChange[]> {
      const now = inMs(0)
      const isDue = sql<SqlBool>`due_at <= ${now} and (lease_until is null or lease_until <= ${now})`
      const claimed = await database
        .updateTable('changes')
        .set(({ eb }) => ({
          lease_owner: owner,
          lease_until: inMs(LEASE_MS),
          attempts: eb('attempts', '+', 1),
        }))
        .where('id', 'in', select =>
          select.selectFrom('changes').select('id').where(isDue).orderBy('due_at').limit(limit),
        )
        .where(isDue)
        .returningAll()
        .execute()
      for (const { id, lease_until } of claimed) leaseEnds.set(id, Date.parse(lease_until ?? now))
      return claimed.map(decode)
    },

    /** What waits for a second person: one change, or those about a plan. */
    async waiting(
      organization: string,
      { id, plan }: { id?: string; plan?: string },
    ): Promise<ClaimedChange[]> {
      const query = inState('waiting')
        .where('organization', '=', organization)
        .$if(id !== undefined, query => query.where('id', '=', id ?? ''))
        .$if(plan !== undefined, query => query.where(isAboutAny([{ kind: 'plan', id: plan ?? '' }])))
      return (await query.execute()).map(decode)
    },

    /**
     * Whether a later change is about one of the same subjects; without subjects, whether one is of the same
     * noun in the same organization.
     */
    async isOvertaken(change: {
      id: string
      since: Date
      organization: string
      operation: string
      subjects: readonly Pick<Subject, 'kind' | 'id'>[]
    }): Promise<boolean> {
      const noun = `${nounOf(change.operation)}.`
      const later = database
        .selectFrom('changes')
        .select('id')
        .where('id', '<>', change.id)
        .where('accepted_at', '>', change.since.toISOString())
        .where('organization', '=', change.organization)
        .where('state', 'in', ['done', 'partly', 'unknown'])
        .where(
          change.subjects.length > 0
            ? isAboutAny(change.subjects)
            : sql<SqlBool>`substr(operation, 1, ${noun.length}) = ${noun}`,
        )
      return (await later.executeTakeFirst()) !== undefined
    },

    /** Deletes expired entries, and delivered changes after 90 days, the oldest first; true where there may be more. */
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
