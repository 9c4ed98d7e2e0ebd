import type { CompiledQuery, Dialect, Kysely, QueryResult } from 'kysely'

/** What a row may hold: on both databases it is read as it was written. Times are ISO 8601 in UTC, truths 0 and 1. */
export type Stored = string | number | null

/**
 * What is waited for before whoever writes is told: that it is `kept`, so that no failure of the power takes it back; or
 * only that it is `written`, so that others see it and it outlasts this process. It is kept a moment later then.
 */
export type Told = 'kept' | 'written'

/** Runs a statement that is compiled already; whoever writes is told when it is kept, unless they say otherwise. */
export type Runs = <R>(query: CompiledQuery<R>, told?: Told) => Promise<QueryResult<R>>

/** A database that answers. */
export type Opened = {
  dialect: Dialect
  /** A shorter way for these, outside of a transaction, than through all of Kysely. */
  runs?: Runs | undefined
  /** How it is called in a sentence for the operator, without a password. */
  name: string
  /** Migrates its tables while no other process does: all of it stays, or nothing. */
  migrating<T>(database: Kysely<T>, migrate: (database: Kysely<T>) => Promise<void>): Promise<void>
}

/** What went wrong, in words: an error of Node's that stands for several has none of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
