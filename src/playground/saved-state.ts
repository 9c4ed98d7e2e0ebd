import { parseJson } from '../message/json.ts'
import type { Database } from '../storage/database.ts'
import { type Message, message } from './local-workspace.ts'

/** Where messages are kept. */
export type MessageStore = {
  readonly initial: readonly Message[]
  put(message: Message): void
  remove(message: Message): void
  clear(): void
}

/**
 * The playground's messages, in a table of the bot's database. Writes are queued and failures go to `report`.
 * Rows that do not fit the schema are dropped.
 */
export const openStore = async (deps: { database: Database; report: (error: unknown) => void }) => {
  const database = deps.database.withTables<{ playground_messages: { key: string; body: string } }>()
  await database.schema
    .createTable('playground_messages')
    .ifNotExists()
    .addColumn('key', 'text', column => column.primaryKey())
    .addColumn('body', 'text', column => column.notNull())
    .execute()
  const all = database.deleteFrom('playground_messages')
  const rows = await database.selectFrom('playground_messages').selectAll().orderBy('key').execute()

  let writes = Promise.resolve()
  const write = (query: { execute(): Promise<unknown> }) => {
    writes = writes.then(() => query.execute()).then(() => {}, deps.report)
  }
  const drop = (key: string) => write(all.where('key', '=', key))
  const keyOf = ({ ts, channel }: Message) => `${ts} ${channel}`

  const messages: MessageStore = {
    initial: rows.flatMap(({ key, body }) => {
      const { data } = message.safeParse(parseJson(body))
      if (!data) drop(key)
      return data ?? []
    }),
    put: message => {
      const row = { key: keyOf(message), body: JSON.stringify(message) }
      const insert = database.insertInto('playground_messages').values(row)
      write(insert.onConflict(conflict => conflict.column('key').doUpdateSet(row)))
    },
    remove: message => drop(keyOf(message)),
    clear: () => write(all),
  }

  return {
    messages,
    /** Resolves when all queued writes are done. */
    flush: () => writes,
  }
}
