import type { z } from 'zod'
import { parseJson } from '../message/json.ts'
import type { Database } from '../storage/database.ts'
import { message } from './local-workspace.ts'
import { home } from './modals.ts'

/** Items of one kind; `put` adds or replaces one. */
export type Collection<T> = {
  readonly initial: readonly T[]
  put(item: T): void
  remove(item: T): void
  clear(): void
}

export const memoryCollection = <T>(): Collection<T> => ({ initial: [], put() {}, remove() {}, clear() {} })

/** One row for each item; `body` is JSON. */
type PlaygroundTable = { kind: string; key: string; body: string }

export type Store = Awaited<ReturnType<typeof openStore>>

/**
 * The playground's messages and Home views, in a table of the bot's database.
 * Writes are queued and failures go to `report`. Rows that do not fit the schema are dropped.
 */
export const openStore = async (deps: { database: Database; report: (error: unknown) => void }) => {
  const database = deps.database.withTables<{ playground: PlaygroundTable }>()
  await database.schema
    .createTable('playground')
    .ifNotExists()
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('body', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('playground_key', ['kind', 'key'])
    .execute()
  const rows = await database.selectFrom('playground').selectAll().orderBy('key').execute()

  let writes = Promise.resolve()
  const write = (work: () => Promise<unknown>) => {
    writes = writes.then(work).then(() => {}, deps.report)
  }

  const collection = <T>(kind: string, schema: z.ZodType<T>, keyOf: (item: T) => string): Collection<T> => {
    const all = () => database.deleteFrom('playground').where('kind', '=', kind)
    const drop = (key: string) => write(() => all().where('key', '=', key).execute())
    const initial = rows
      .filter(row => row.kind === kind)
      .flatMap(({ key, body }) => {
        const item = schema.safeParse(parseJson(body))
        if (!item.success) drop(key)
        return item.success ? [item.data] : []
      })
    return {
      initial,
      put: item => {
        const row = { kind, key: keyOf(item), body: JSON.stringify(item) }
        const insert = database
          .insertInto('playground')
          .values(row)
          .onConflict(conflict => conflict.columns(['kind', 'key']).doUpdateSet({ body: row.body }))
        write(() => insert.execute())
      },
      remove: item => drop(keyOf(item)),
      clear: () => write(() => all().execute()),
    }
  }

  return {
    messages: collection('message', message, ({ ts, channel }) => `${ts} ${channel}`),
    homes: collection('home', home, ({ person }) => person),
    /** Resolves when all queued writes are done. */
    flush: () => writes,
  }
}
