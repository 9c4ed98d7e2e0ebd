import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql, type Updateable } from 'kysely'
import { nounOf } from '../core/args.ts'
import { type ChangeState, HISTORY_DAYS, type KnownChange, type StoredArgs } from '../core/change.ts'
import { NotRecorded } from '../core/errors.ts'
import type { Subject, ValueChange } from '../core/operation.ts'
import type { Reply } from '../message/reply.ts'
import { type Database, durably } from '../storage/database.ts'
import { digest, type Sealer } from '../storage/encryption.ts'
import { CLOSED, type Tables } from '../storage/schema.ts'
import { createAnnouncementStore, endOf } from './announcement-store.ts'
import { createApprovalStore } from './approval-store.ts'
import {
  type Announcement,
  type ClaimedChange,
  createChangeRows,
  formatSubjectsJson,
  type Scheduled,
  type StoredRequest,
} from './change-rows.ts'
import { isAboutAny, PAST_COLUMNS, pastChangeOf } from './history.ts'
import { createLeases, DELIVERY_MS, FREE, LEASE_MS } from './leases.ts'
import { createScheduleStore } from './schedule-store.ts'

const LONGEST_BACKOFF_MS = 5 * 60_000
const PRUNE_BATCH = 500

/** Rows of one statement: SQLite takes 32,766 values, and a row has some 25. */
const INSERT_BATCH = 500

export type NewChange = {
  id: string
  key: string
  /** Using the same source again is the same change for `ttlMs` after its delivery, or `inFlight` alone. */
  source: { key: string; ttlMs: number | 'inFlight' } | undefined
  operation: string
  request: StoredRequest
  origin: unknown
  actor: string
  team: string
  enterprise?: string | undefined
  organization: string | undefined
  isPrivate: boolean
}

export type ChangeStore = ReturnType<typeof createChangeStore>

/**
 * The table of changes. Unique keys decide which requests are the same change; a lease, which process works on it.
 * @param owner names this process
 */
export function createChangeStore(deps: {
  database: Database
  sealer: Sealer
  clock: () => Date
  owner: string
}) {
  const { database, clock } = deps
  const rows = createChangeRows(deps)
  const leases = createLeases(deps)
  const { seal, inMs } = rows
  const { owner, hold, letGo, update } = leases

  /** Changes that are accepted in one turn of the event loop: a sync costs more than all else, so they share one. */
  let batch: { rows: Tables['changes'][]; inserted: Promise<ReadonlySet<string>> } | undefined

  /** Resolves to the ids of the rows whose keys were free. */
  async function insertBatch(): Promise<ReadonlySet<string>> {
    await setImmediate()
    const { rows = [] } = batch ?? {}
    batch = undefined
    const inserted = await durably(database, connection =>
      connection
        .insertInto('changes')
        .values(rows)
        .onConflict(conflict => conflict.doNothing())
        .returning('id')
        .execute(),
    )
    return new Set(inserted.map(({ id }) => id))
  }

  /** Inserts a row, synced to disk; false where a key of it is taken. @throws NotRecorded */
  async function insert({ id, ...change }: NewChange): Promise<boolean> {
    const row: Tables['changes'] = {
      id,
      operation: change.operation,
      actor: change.actor,
      team: change.team,
      enterprise: change.enterprise ?? null,
      idempotency_key: digest(change.key),
      source_key: change.source ? digest(change.source.key) : null,
      request: seal(change.request, id),
      args: null,
      origin: seal(change.origin, id),
      result: null,
      organization: change.organization ?? null,
      subjects: '[]',
      detail: '[]',
      is_private: change.isPrivate ? 1 : 0,
      state: 'accepted',
      attempts: 0,
      lease_owner: owner,
      lease_until: hold(id),
      due_at: inMs(0),
      accepted_at: inMs(0),
      finished_at: null,
      delivered_at: null,
      announcement: null,
      channel: null,
    }
    try {
      batch ??= { rows: [], inserted: insertBatch() }
      batch.rows.push(row)
      const isInserted = (await batch.inserted).has(id)
      if (!isInserted) letGo(id)
      return isInserted
    } catch (cause) {
      letGo(id)
      // The insert may have succeeded although the database did not say so.
      await database
        .deleteFrom('changes')
        .where('id', '=', id)
        .execute()
        .catch(() => {
          throw new NotRecorded(false, cause)
        })
      throw new NotRecorded(true, cause)
    }
  }

  return {
    isHeld: leases.isHeld,
    letGo,
    renew: leases.renew,
    ...createAnnouncementStore({ database, rows }),
    ...createScheduleStore({ database, rows, leases }),
    ...createApprovalStore({ database, rows, leases }),

    /**
     * Records a change; gives the earlier one that is the same, where there is one.
     * @throws NotRecorded
     */
    async accept(change: NewChange): Promise<KnownChange | undefined> {
      for (let tries = 0; tries < 4; tries += 1) {
        if (await insert(change)) return undefined
        const { source } = change
        const [key, sourceKey] = [digest(change.key), source ? digest(source.key) : '']
        const found = await database
          .selectFrom('changes')
          .select([...PAST_COLUMNS, 'idempotency_key', 'due_at'])
          .where(({ or, eb }) => or([eb('idempotency_key', '=', key), eb('source_key', '=', sourceKey)]))
          .execute()
          .catch((cause: unknown) => {
            throw new NotRecorded(false, cause)
          })
        const same = found.find(row => row.idempotency_key === key)
        const earlier = same ?? found[0]
        if (earlier && (same || (source && !isOver(earlier, source.ttlMs))))
          return { kind: 'known', change: pastChangeOf(earlier), repeats: same ? 'request' : 'source' }
        // Frees the source; the unique index picks the next change that has it.
        if (earlier)
          await database
            .updateTable('changes')
            .set({ source_key: null })
            .where('id', '=', earlier.id)
            .execute()
      }
      throw new NotRecorded(true)
    },

    /** Stores the arguments, with which recovery continues. @throws LeaseLost */
    storeArgs: (id: string, stored: StoredArgs, subjects: readonly Subject[]): Promise<void> =>
      update(id, {
        args: seal(stored, id),
        subjects: formatSubjectsJson(subjects),
        lease_until: hold(id),
      }),

    /** @throws LeaseLost */

    /** Stores what came of a change, before anyone is told, and at once what is scheduled with it. @throws LeaseLost */
    async finish(id: string, { scheduled = [], freesSource, ...finished }: Finished): Promise<void> {
      const row: Updateable<Tables['changes']> = {
        state: finished.state,
        result: seal(finished.reply, id),
        detail: JSON.stringify(finished.detail).toWellFormed(),
        ...(finished.subjects && { subjects: formatSubjectsJson(finished.subjects) }),
        ...(finished.organization && { organization: finished.organization }),
        ...(freesSource && { source_key: null }),
        request: null,
        args: null,
        // From now on they count deliveries.
        attempts: 0,
        finished_at: inMs(0),
        lease_until: inMs(DELIVERY_MS),
      }
      const next = scheduled.map(rows.scheduled)
      if (next.length === 0) await update(id, row)
      else
        await database.transaction().execute(async transaction => {
          await update(id, row, transaction)
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
     * Only the history is left of it, and the message that announces its pauses. `isDelivered` is false where no one is
     * to be told. @throws LeaseLost
     */
    async close(
      id: string,
      isDelivered: boolean,
      {
        state,
        announcement,
      }: { state?: ChangeState | undefined; announcement?: Announcement | undefined } = {},
    ): Promise<void> {
      await update(id, {
        ...CLOSED,
        ...(isDelivered && { delivered_at: inMs(0) }),
        ...(state && { state }),
        ...(announcement && {
          announcement: seal(announcement, id),
          due_at: endOf(announcement),
          channel: announcement.channel,
        }),
      })
      letGo(id)
    },

    /** Leaves a change to any process, later the more often it was tried. @throws LeaseLost */
    async postpone(id: string, attempts: number): Promise<void> {
      const ms = Math.min(LONGEST_BACKOFF_MS, 10_000 * 2 ** attempts)
      await update(id, { ...FREE, due_at: inMs(ms) })
      letGo(id)
    },

    /** It was no change: there is something to ask first, or nothing to do, or it is done. */
    async delete(id: string): Promise<void> {
      letGo(id)
      await database.deleteFrom('changes').where('id', '=', id).where('lease_owner', '=', owner).execute()
    },

    /** Claims up to `limit` changes that are due and that no other process has. */
    async claim(limit: number): Promise<ClaimedChange[]> {
      const from = clock().getTime()
      const now = new Date(from).toISOString()
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
      for (const { id } of claimed) hold(id, from)
      return claimed.map(rows.claimed)
    },

    /**
     * Whether a later change is about one of the same subjects; without subjects, whether one is of the same noun in the
     * same organization.
     */
    async isOvertaken(change: Overtakable): Promise<boolean> {
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
      return (await later.limit(1).execute()).length > 0
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

  /** Whether an earlier change with the same source does not count any more. */
  function isOver(row: Pick<Tables['changes'], OverColumns>, ttlMs: number | 'inFlight'): boolean {
    if (row.state === 'failed') return true
    const isClosed = row.due_at === null || row.delivered_at !== null
    if (ttlMs === 'inFlight') return row.finished_at !== null || isClosed
    const end = Date.parse(row.delivered_at ?? row.finished_at ?? row.accepted_at)
    return isClosed && clock().getTime() - end >= ttlMs
  }
}

type OverColumns = 'state' | 'finished_at' | 'delivered_at' | 'accepted_at' | 'due_at'

/** What came of a change; subjects and organization where they were not known before. */
export type Finished = {
  state: ChangeState
  reply: Reply
  detail: readonly ValueChange[]
  subjects?: readonly Subject[]
  organization?: string | undefined
  scheduled?: readonly Scheduled[]
  freesSource?: boolean | undefined
}

/** A change that may be overtaken, and what it is about. */
export type Overtakable = {
  id: string
  since: Date
  organization: string
  operation: string
  subjects: readonly Pick<Subject, 'kind' | 'id'>[]
}
