import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { type Args, nounOf, type OperationId } from '../core/args.ts'
import { type ChangeState, HISTORY_DAYS, type KnownChange } from '../core/change.ts'
import { NotRecorded } from '../core/errors.ts'
import type { Subject, ValueChange } from '../core/operation.ts'
import type { PostedMessage, Reply } from '../message/reply.ts'
import { type Database, durably } from '../storage/database.ts'
import { digest, type Sealer } from '../storage/encryption.ts'
import { CLOSED, SCHEDULED, type Tables } from '../storage/schema.ts'
import { announcementOf, createAnnouncementStore, endOf } from './announcement-store.ts'
import {
  type ClaimedChange,
  createChangeRows,
  type Patch,
  type Scheduled,
  type StoredRequest,
} from './change-rows.ts'
import { isAboutAny, PAST_COLUMNS, pastChangeOf } from './history.ts'
import { createLeases, DELIVERY_MS, FREE, LEASE_MS } from './leases.ts'

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

/** What came of a change; subjects and organization where they were not known before. */
export type Finished = {
  state: ChangeState
  reply: Reply
  detail: readonly ValueChange[]
  subjects?: readonly Subject[] | undefined
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
  const { database, clock, owner } = deps
  const { encode, decode } = createChangeRows(deps)
  const leases = createLeases(deps)
  const { hold, letGo, isHeld, renew } = leases

  /** The time in so many ms. */
  const inMs = (ms: number): string => new Date(clock().getTime() + ms).toISOString()

  /** Updates a change that this process has. @throws LeaseLost */
  const update = (id: string, patch: Patch, connection = database): Promise<void> =>
    leases.update(id, encode(id, patch), connection)

  /** Updates a change that waits for a second person, so that one decision counts; false where it waits no more. */
  async function updateWaiting(id: string, patch: Patch): Promise<boolean> {
    const { numUpdatedRows } = await database
      .updateTable('changes')
      .set({ ...FREE, ...encode(id, patch) })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

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
  async function insert({ id, key, source, request, origin, ...change }: NewChange): Promise<boolean> {
    const row: Tables['changes'] = {
      ...EMPTY,
      ...encode(id, { request, origin }),
      id,
      idempotency_key: digest(key),
      source_key: source ? digest(source.key) : null,
      operation: change.operation,
      actor: change.actor,
      team: change.team,
      enterprise: change.enterprise ?? null,
      organization: change.organization ?? null,
      is_private: change.isPrivate ? 1 : 0,
      state: 'accepted',
      lease_owner: owner,
      lease_until: hold(id),
      due_at: inMs(0),
      accepted_at: inMs(0),
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
  async function close(id: string, patch: Patch = {}): Promise<void> {
    await update(id, { ...CLOSED, ...patch })
    letGo(id)
  }

  return {
    isHeld,
    letGo,
    renew,
    update,
    updateWaiting,
    close,
    delete: remove,
    ...createAnnouncementStore({ database, encode, decode }),

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
    storeArgs: (id: string, args: Patch['args'], subjects: readonly Subject[]): Promise<void> =>
      update(id, { args, subjects, lease_until: hold(id) }),

    /** Stores what came of a change, before anyone is told, and at once what is scheduled with it. @throws LeaseLost */
    async finish(id: string, finished: Finished): Promise<void> {
      const { state, reply, detail, subjects, organization, scheduled = [], freesSource } = finished
      const next = scheduled.map(scheduledRow)
      const patch: Patch = {
        state,
        result: reply,
        detail,
        subjects,
        ...(organization && { organization }),
        ...(freesSource && { source_key: null }),
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

    /** Keeps a change until a second person has decided: they are asked now or, with another `origin`, by the runner. @throws LeaseLost */
    async wait(id: string, { origin, ...waiting }: Patch): Promise<void> {
      const asked =
        origin === undefined ? { lease_until: inMs(DELIVERY_MS) } : { ...FREE, origin, due_at: inMs(0) }
      await update(id, { ...waiting, ...asked, state: 'waiting', args: null, attempts: 0 })
      letGo(id)
    },

    /**
     * Ends what people know by now: a question stands until it is decided, a digest until its next time; of a change the
     * history is left, and as long as it stands what its messages announce. @throws LeaseLost
     */
    async markDelivered(
      { id, isScheduled }: Pick<ClaimedChange, 'id' | 'isScheduled'>,
      reply: Reply | undefined,
      posted: readonly PostedMessage[],
      isDelivered = true,
    ): Promise<void> {
      const announcement = reply && announcementOf(reply, posted)
      if (reply?.waitsUntil) {
        letGo(id)
        const isOwn = { announcement: announcement ?? null, result: null, due_at: reply.waitsUntil }
        // One that is decided already stays so.
        await updateWaiting(id, isOwn)
        return
      }
      if (isScheduled && reply?.again) {
        const { at, args } = reply.again
        await update(id, { ...FREE, due_at: at, args: { args, omitted: [] }, attempts: 0 })
        return letGo(id)
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
      await update(id, { ...FREE, due_at: inMs(ms) })
      letGo(id)
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
      const id = digest(key)
      const { numDeletedRows } = await database
        .deleteFrom('changes')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },

    /** What is scheduled of an operation in a workspace. */
    async scheduled(operation: OperationId, team: string): Promise<{ actor: string; args: Args }[]> {
      const found = await database
        .selectFrom('changes')
        .selectAll()
        .where('state', '=', SCHEDULED)
        .where('due_at', 'is not', null)
        .where('operation', '=', operation)
        .where('team', '=', team)
        .execute()
      return found.map(decode).map(({ actor, stored }) => ({ actor, args: stored?.args ?? {} }))
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
      return claimed.map(decode)
    },

    /** What waits for a second person: one change, or those about a plan. */
    async waiting(
      organization: string,
      { id, plan }: { id?: string; plan?: string },
    ): Promise<ClaimedChange[]> {
      const found = await database
        .selectFrom('changes')
        .selectAll()
        .where('state', '=', 'waiting')
        .where('organization', '=', organization)
        .$if(id !== undefined, query => query.where('id', '=', id ?? ''))
        .$if(plan !== undefined, query => query.where(isAboutAny([{ kind: 'plan', id: plan ?? '' }])))
        .execute()
      return found.map(decode)
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
  function isOver(
    row: Pick<Tables['changes'], 'state' | 'finished_at' | 'delivered_at' | 'accepted_at' | 'due_at'>,
    ttlMs: number | 'inFlight',
  ): boolean {
    if (row.state === 'failed') return true
    const isClosed = row.due_at === null || row.delivered_at !== null
    if (ttlMs === 'inFlight') return row.finished_at !== null || isClosed
    const end = Date.parse(row.delivered_at ?? row.finished_at ?? row.accepted_at)
    return isClosed && clock().getTime() - end >= ttlMs
  }
}

/** The columns of a change that are empty at first. */
const EMPTY = {
  ...CLOSED,
  source_key: null,
  organization: null,
  subjects: '[]',
  detail: '[]',
  attempts: 0,
  finished_at: null,
  delivered_at: null,
  channel: null,
}
