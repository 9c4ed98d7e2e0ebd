import { sql } from 'kysely'
import type { Database, Tables } from './database.ts'
import type { Sealer } from './seal.ts'

/** A column of sealed texts, and the one whose values name them: the key of the table, and whom a text is sealed for. */
type SealedColumn = {
  [T in keyof Tables]: { table: T; column: keyof Tables[T]; owner: keyof Tables[T] }
}[keyof Tables]

/** Everything that the bot keeps sealed. */
const columns: readonly SealedColumn[] = [
  { table: 'links', column: 'token', owner: 'person' },
  { table: 'tickets', column: 'waiting', owner: 'hash' },
  { table: 'installs', column: 'installation', owner: 'owner' },
  { table: 'journal', column: 'said', owner: 'id' },
  { table: 'journal', column: 'origin', owner: 'id' },
  { table: 'journal', column: 'known', owner: 'id' },
  { table: 'journal', column: 'reply', owner: 'id' },
]

/** Whether no key opens the link that was kept last: then whoever is linked would have to link again. */
export async function isUnreadable(deps: { database: Database; sealer: Sealer }): Promise<boolean> {
  const last = await deps.database
    .selectFrom('links')
    .select(['person', 'token'])
    .orderBy('kept_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last !== undefined && deps.sealer.openIfCan(last.token, last.person) === undefined
}

/** So many rows are read at a time: what else the bot does comes in between. */
const BATCH = 100

/** What became of a column: texts that were sealed anew, that no key opens, and that still have an older seal. */
export type Resealed = { what: string; anew: number; unreadable: number; older: number }

/**
 * Seals everything anew that the first key has not sealed, beside a bot that may be running: each text by itself, and
 * only while it is what was read.
 */
export async function sealAgain(deps: { database: Database; sealer: Sealer }): Promise<Resealed[]> {
  const told: Resealed[] = []
  for (const column of columns) told.push(await sealColumn(deps, column))
  return told
}

async function sealColumn(
  { database, sealer }: { database: Database; sealer: Sealer },
  { table, column, owner }: SealedColumn,
): Promise<Resealed> {
  const [from, text, name] = [sql.table(table), sql.ref(column), sql.ref(owner)]
  const isOlder = sql`substr(${text}, 1, ${sql.lit(sealer.mark.length)}) <> ${sealer.mark}`
  let [anew, unreadable] = [0, 0]

  async function seal(row: { name: string; text: string }): Promise<void> {
    const opened = sealer.openIfCan(row.text, row.name)
    if (opened === undefined) {
      unreadable += 1
      return
    }
    const { numAffectedRows = 0n } = await sql`update ${from} set ${text} = ${sealer.seal(opened, row.name)}
      where ${name} = ${row.name} and ${text} = ${row.text}`.execute(database)
    anew += Number(numAffectedRows)
  }

  for (let last = ''; ; ) {
    const { rows } = await sql<{ name: string; text: string }>`select ${name} as name, ${text} as text
      from ${from} where ${name} > ${last} and ${isOlder} order by ${name} limit ${sql.lit(BATCH)}`.execute(
      database,
    )
    for (const row of rows) await seal(row)
    const end = rows.at(-1)
    if (rows.length < BATCH || !end) break
    last = end.name
  }
  const left = await sql<{ count: number }>`select count(*) as count from ${from} where ${isOlder}`.execute(
    database,
  )
  return {
    what: `${table}.${column}`,
    anew,
    unreadable,
    older: Math.max(0, (left.rows[0]?.count ?? 0) - unreadable),
  }
}
