import { z } from 'zod'
import { parseJson } from '../../message/json.ts'
import type { Database } from '../../storage/database.ts'
import { keptHome, keptMessage } from './kept.ts'
import type { Shelf } from './shelf.ts'
import { createSteps } from './steps.ts'

/** One row a thing: `kind` is the shelf it stands on, `key` its place there, `body` itself in JSON. */
type PlaygroundTable = { kind: string; key: string; body: string }

export type Store = Awaited<ReturnType<typeof openStore>>

/**
 * What the playground keeps in the bot's database, in a table that it makes where it is missing. Writes are done one
 * after the other, and `report` hears of those that fail. What was kept in a form that does not fit any more is dropped.
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

  let writing = Promise.resolve()
  const write = (work: () => Promise<unknown>) => {
    writing = writing.then(work).then(() => {}, deps.report)
  }

  const shelf = <T>(kind: string, schema: z.ZodType<T>, keyOf: (one: T) => string): Shelf<T> => {
    const all = () => database.deleteFrom('playground').where('kind', '=', kind)
    const drop = (key: string) => write(() => all().where('key', '=', key).execute())
    const found = rows
      .filter(row => row.kind === kind)
      .flatMap(({ key, body }) => {
        const read = schema.safeParse(parseJson(body))
        if (!read.success) drop(key)
        return read.success ? [read.data] : []
      })
    return {
      found,
      put: one => {
        const row = { kind, key: keyOf(one), body: JSON.stringify(one) }
        write(() =>
          database
            .insertInto('playground')
            .values(row)
            .onConflict(conflict => conflict.columns(['kind', 'key']).doUpdateSet({ body: row.body }))
            .execute(),
        )
      },
      remove: one => drop(keyOf(one)),
      clear: () => write(() => all().execute()),
    }
  }

  return {
    messages: shelf('message', keptMessage, ({ ts, channel }) => `${ts} ${channel}`),
    homes: shelf('home', keptHome, ({ person }) => person),
    steps: createSteps(shelf('step', z.string(), step => step)),
    /** Resolves when everything that was put or removed so far is in the database. */
    written: () => writing,
  }
}
