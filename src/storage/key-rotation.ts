import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Sealer } from './encryption.ts'
import type { Tables } from './schema.ts'

/** A column of sealed texts, and the one that names the owner of each; it is the table's key. */
type SealedColumn = {
  [T in keyof Tables]: { table: T; column: keyof Tables[T]; owner: keyof Tables[T] }
}[keyof Tables]

const columns: readonly SealedColumn[] = [
  { table: 'links', column: 'token', owner: 'person' },
  { table: 'tickets', column: 'waiting', owner: 'hash' },
  { table: 'installs', column: 'installation', owner: 'owner' },
  { table: 'changes', column: 'request', owner: 'id' },
  { table: 'changes', column: 'args', owner: 'id' },
  { table: 'changes', column: 'origin', owner: 'id' },
  { table: 'changes', column: 'result', owner: 'id' },
  { table: 'changes', column: 'announcement', owner: 'id' },
]

/** Rows read at a time, so that the rest of the process runs in between. */
const BATCH = 100

type Deps = { database: Database; sealer: Sealer }

/** What became of a column: texts that were sealed anew, that no key opens, and that an older key sealed meanwhile. */
export type Resealed = { what: string; resealed: number; unreadable: number; older: number }

/** Whether no key opens the newest link: then everyone would have to link again. */
export async function isUnreadable({ database, sealer }: Deps): Promise<boolean> {
  const last = await database
    .selectFrom('links')
    .select(['person', 'token'])
    .orderBy('kept_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last !== undefined && sealer.openIfCan(last.token, last.person) === undefined
}

/** Seals everything that another key sealed with the first one, beside a bot that may be running. */
export async function resealAll(deps: Deps): Promise<Resealed[]> {
  const results: Resealed[] = []
  for (const column of columns) results.push(await resealColumn(deps, column))
  return results
}

async function resealColumn(
  { database, sealer }: Deps,
  { table, column, owner }: SealedColumn,
): Promise<Resealed> {
  const [from, text, name] = [sql.table(table), sql.ref(column), sql.ref(owner)]
  const isOlder = sql`substr(${text}, 1, ${sql.lit(sealer.prefix.length)}) <> ${sealer.prefix}`
  let [resealed, unreadable] = [0, 0]

  /** A text that was written since it was read stays. */
  async function reseal(row: { name: string; text: string }): Promise<void> {
    const opened = sealer.openIfCan(row.text, row.name)
    if (opened === undefined) {
      unreadable += 1
      return
    }
    const { numAffectedRows = 0n } = await sql`update ${from} set ${text} = ${sealer.seal(opened, row.name)}
      where ${name} = ${row.name} and ${text} = ${row.text}`.execute(database)
    resealed += Number(numAffectedRows)
  }

  for (let last: string | undefined = ''; last !== undefined; ) {
    const { rows }: { rows: { name: string; text: string }[] } = await sql<{ name: string; text: string }>`
      select ${name} as name, ${text} as text from ${from} where ${name} > ${last} and ${isOlder}
      order by ${name} limit ${sql.lit(BATCH)}`.execute(database)
    for (const row of rows) await reseal(row)
    last = rows.at(-1)?.name
  }
  const left = await sql<{ count: number }>`select count(*) as count from ${from} where ${isOlder}`.execute(
    database,
  )
  const older = Math.max(0, (left.rows[0]?.count ?? 0) - unreadable)
  return { what: `${table}.${column}`, resealed, unreadable, older }
}
