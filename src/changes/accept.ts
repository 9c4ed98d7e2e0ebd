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
  owner: string
  startLease(id: string): string
  endLease(id: string): void
  clock: () => Date
}) {
  const { database, rows, owner, startLease, endLease, clock } = deps

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
  async function insert({ id, key, source, request, origin, ...columns }: NewChange): Promise<boolean> {
    const now = clock().toISOString()
    const row: Row = {
      ...EMPTY,
      ...columns,
      ...rows.encode(id, { request, origin }),
      id,
      idempotency_key: digest(key),
      source_key: source ? digest(source.key) : null,
      state: 'accepted',
      lease_owner: owner,
      lease_until: startLease(id),
      due_at: now,
      accepted_at: now,
    }
    try {
      batch ??= { rows: [], inserted: insertBatch() }
      batch.rows.push(row)
      const isInserted = (await batch.inserted).has(id)
      if (!isInserted) endLease(id)
      return isInserted
    } catch (cause) {
      endLease(id)
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

  /** Records a change. Resolves to the earlier one if it is a duplicate. @throws NotRecorded */
  return async function accept(change: NewChange): Promise<DuplicateChange | undefined> {
    for (let tries = 0; tries < 4; tries += 1) {
      if (await insert(change)) return undefined
      const { source } = change
      const [key, sourceKey] = [digest(change.key), source ? digest(source.key) : '']
      const candidates = await database
        .selectFrom('changes')
        .select([...PAST_COLUMNS, 'idempotency_key', 'due_at'])
        .where(({ or, eb }) => or([eb('idempotency_key', '=', key), eb('source_key', '=', sourceKey)]))
        .execute()
        .catch((cause: unknown) => {
          throw new NotRecorded(false, cause)
        })
      const sameRequest = candidates.find(row => row.idempotency_key === key)
      const earlier = sameRequest ?? candidates[0]
      if (earlier && (sameRequest || (source && !isExpired(earlier, source.ttlMs))))
        return {
          kind: 'duplicate',
          change: pastChangeOf(earlier),
          repeats: sameRequest ? 'request' : 'source',
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
