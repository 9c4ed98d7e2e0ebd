import { setImmediate } from 'node:timers/promises'
import type { DuplicateChange } from '../core/change.ts'
import { NotRecorded } from '../core/errors.ts'
import { type Database, durably } from '../storage/database.ts'
import { digest } from '../storage/encryption.ts'
import type { Tables } from '../storage/schema.ts'
import { type ChangeRows, EMPTY, type StoredRequest } from './change-rows.ts'
import { PAST_COLUMNS, pastChangeOf } from './history.ts'

type Row = Tables['changes']

/**
 * A change to be recorded. Using the same source again counts as the same change until `ttlMs` after its
 * delivery, or only while it is `inFlight`.
 */
export type NewChange = {
  id: string
  key: string
  source: { key: string; ttlMs: number | 'inFlight' } | undefined
  request: StoredRequest
  origin: unknown
} & Pick<Row, 'operation' | 'actor' | 'team' | 'enterprise' | 'organization' | 'is_private'>

/** Creates the function that records changes. Unique keys recognise duplicates, also between processes. */
export function createAccept(deps: {
  database: Database
  rows: ChangeRows
  newLease(): Pick<Row, 'lease_owner' | 'lease_until'>
  holdLease(row: Row): void
  clock: () => Date
}) {
  const { database, rows, newLease, holdLease, clock } = deps

  /** The changes of one turn of the event loop share a commit, since syncing the disk is the main cost. */
  let batch: { rows: Row[]; inserted: Promise<ReadonlySet<string>> } | undefined

  /** Resolves to the ids of the rows that were inserted, because their keys were unused. */
  async function insertBatch(): Promise<ReadonlySet<string>> {
    await setImmediate()
    const { rows = [] } = batch ?? {}
    batch = undefined
    const insert = database
      .insertInto('changes')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
    const inserted = await durably(database, insert)
    return new Set(inserted.map(({ id }) => id))
  }

  /** Inserts a row, synced to disk. Resolves to false if one of its keys is in use. @throws NotRecorded */
  async function insert(row: Row): Promise<boolean> {
    try {
      batch ??= { rows: [], inserted: insertBatch() }
      batch.rows.push(row)
      return (await batch.inserted).has(row.id)
    } catch (cause) {
      // The insert may have succeeded although the database did not say so.
      const remove = database.deleteFrom('changes').where('id', '=', row.id)
      await remove.execute().catch(() => {
        throw new NotRecorded(false, cause)
      })
      throw new NotRecorded(true, cause)
    }
  }

  function rowOf({ id, key, source, request, origin, ...columns }: NewChange): Row {
    const now = clock().toISOString()
    return {
      ...EMPTY,
      ...columns,
      ...rows.encode(id, { request, origin }),
      id,
      idempotency_key: digest(key),
      source_key: source ? digest(source.key) : null,
      state: 'accepted',
      ...newLease(),
      due_at: now,
      accepted_at: now,
    }
  }

  /** Finds the change with the same idempotency key, or else with the same source. @throws NotRecorded */
  async function findEarlier({ idempotency_key, source_key }: Row) {
    const candidates = await database
      .selectFrom('changes')
      .select([...PAST_COLUMNS, 'idempotency_key', 'due_at'])
      .where(({ or, eb }) =>
        or([eb('idempotency_key', '=', idempotency_key), eb('source_key', '=', source_key)]),
      )
      .execute()
      .catch((cause: unknown) => {
        throw new NotRecorded(false, cause)
      })
    return candidates.find(row => row.idempotency_key === idempotency_key) ?? candidates[0]
  }

  /** Records a change. Resolves to the earlier one if it is a duplicate. @throws NotRecorded */
  return async function accept(change: NewChange): Promise<DuplicateChange | undefined> {
    for (let tries = 0; tries < 4; tries += 1) {
      const row = rowOf(change)
      if (await insert(row)) {
        holdLease(row)
        return undefined
      }
      const earlier = await findEarlier(row)
      const isSameRequest = earlier?.idempotency_key === row.idempotency_key
      if (earlier && (isSameRequest || !isExpired(earlier, change.source?.ttlMs ?? 0)))
        return {
          kind: 'duplicate',
          change: pastChangeOf(earlier),
          repeats: isSameRequest ? 'request' : 'source',
        }
      // Frees the source. If several changes want it now, the unique index picks one.
      if (earlier)
        await database.updateTable('changes').set({ source_key: null }).where('id', '=', earlier.id).execute()
    }
    throw new NotRecorded(true)
  }

  /** Whether using the source of an earlier change again counts as a new change. */
  function isExpired(
    row: Pick<Row, 'state' | 'finished_at' | 'delivered_at' | 'accepted_at' | 'due_at'>,
    ttlMs: number | 'inFlight',
  ): boolean {
    if (row.state === 'failed') return true
    const isClosed = row.due_at === null || row.delivered_at !== null
    if (ttlMs === 'inFlight') return row.finished_at !== null || isClosed
    const end = row.delivered_at ?? row.finished_at ?? row.accepted_at
    return isClosed && clock().getTime() - Date.parse(end) >= ttlMs
  }
}
