import { type SqlBool, sql } from 'kysely'
import type { Workspace } from '../core/person.ts'
import type { Database } from './database.ts'
import { digest, type Sealer } from './encryption.ts'
import type { EntryKind, Tables } from './schema.ts'

export type Entry = Tables['entries']

type NewEntry = {
  /** What tells it from others of its kind: keeping it again replaces it. */
  key: readonly string[]
  /** JSON, sealed. */
  value?: unknown
  /** How long it counts; without it, for ever. */
  ttlMs?: number
  /** The workspace through which it was made: it goes with that. */
  workspace?: Workspace
} & Partial<Pick<Entry, 'person' | 'organization' | 'subject' | 'name'>>

export type Entries = ReturnType<typeof createEntries>

/** What is kept of people and workspaces besides their changes: sealed values by kind and key. */
export function createEntries(deps: { database: Database; sealer: Sealer; clock: () => Date }) {
  const { database, sealer, clock } = deps

  function rowOf(kind: EntryKind, { key, value, ttlMs, workspace = {}, ...columns }: NewEntry): Entry {
    const id = entryId(kind, ...key)
    const now = clock()
    return {
      person: null,
      organization: null,
      subject: null,
      name: null,
      ...columns,
      id,
      kind,
      value: value === undefined ? null : sealer.seal(value, id),
      team: workspace.team ?? null,
      enterprise: workspace.enterprise ?? null,
      written_at: now.toISOString(),
      expires_at: ttlMs === undefined ? null : new Date(now.getTime() + ttlMs).toISOString(),
    }
  }

  /** The entries of a kind that have not expired. */
  const of = (kind: EntryKind) =>
    database
      .selectFrom('entries')
      .selectAll()
      .where('kind', '=', kind)
      .where(sql<SqlBool>`(expires_at is null or expires_at > ${clock().toISOString()})`)

  return {
    database,
    of,
    seal: sealer.seal,

    find: (kind: EntryKind, ...key: string[]): Promise<Entry | undefined> =>
      of(kind)
        .where('id', '=', entryId(kind, ...key))
        .executeTakeFirst(),

    /** The value of an entry; undefined where no key opens it. */
    open: ({ value, id }: Pick<Entry, 'value' | 'id'>): unknown => sealer.open(value ?? '', id),

    async keep(kind: EntryKind, entry: NewEntry): Promise<void> {
      const row = rowOf(kind, entry)
      await database
        .insertInto('entries')
        .values(row)
        .onConflict(conflict => conflict.column('id').doUpdateSet(row))
        .execute()
    },

    /** Keeps an entry unless there is one that counts: true for the one process that kept it. */
    async claim(kind: EntryKind, entry: NewEntry): Promise<boolean> {
      const row = rowOf(kind, entry)
      const { numInsertedOrUpdatedRows = 0n } = await database
        .insertInto('entries')
        .values(row)
        .onConflict(conflict =>
          conflict.column('id').doUpdateSet(row).where('entries.expires_at', '<=', row.written_at),
        )
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },

    /** False where there is none. */
    async remove(kind: EntryKind, ...key: string[]): Promise<boolean> {
      const { numDeletedRows } = await database
        .deleteFrom('entries')
        .where('id', '=', entryId(kind, ...key))
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}

/** The id of an entry: a digest of its kind and its key, which may be a secret. */
export const entryId = (kind: EntryKind, ...key: string[]): string => digest(JSON.stringify([kind, ...key]))
