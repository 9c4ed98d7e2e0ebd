import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Sealer } from './encryption.ts'

/** The encrypted columns. Each text is bound to the id of its row. */
const COLUMNS = [
  ['entries', 'value'],
  ['changes', 'request'],
  ['changes', 'args'],
  ['changes', 'origin'],
  ['changes', 'result'],
  ['changes', 'announcement'],
] as const

/** Rows read at a time, to yield to the rest of the process. */
const BATCH = 100

type Deps = { database: Database; sealer: Sealer }

/** Counts of a column: texts that were re-encrypted, and those that still need another key than the first. */
export type Resealed = { what: string; resealed: number; remaining: number }

/** Re-encrypts everything with the first key. Safe while bots are running. */
export async function resealAll(deps: Deps): Promise<Resealed[]> {
  const results: Resealed[] = []
  for (const [table, column] of COLUMNS) results.push(await resealColumn(deps, table, column))
  return results
}

type SealedText = { id: string; text: string }

async function resealColumn({ database, sealer }: Deps, table: string, column: string): Promise<Resealed> {
  const [from, text] = [sql.table(table), sql.ref(column)]
  const isOlder = sql`substr(${text}, 1, ${sql.lit(sealer.prefix.length)}) <> ${sealer.prefix}`
  let resealed = 0
  for (let last: string | undefined = ''; last !== undefined; ) {
    const { rows }: { rows: SealedText[] } = await sql<SealedText>`
      select id, ${text} as text from ${from} where id > ${last} and ${isOlder}
      order by id limit ${sql.lit(BATCH)}`.execute(database)
    for (const row of rows) {
      const opened = sealer.open(row.text, row.id)
      if (opened === undefined) continue
      // Does not overwrite a text that was written meanwhile.
      const { numAffectedRows = 0n } = await sql`update ${from} set ${text} = ${sealer.seal(opened, row.id)}
        where id = ${row.id} and ${text} = ${row.text}`.execute(database)
      resealed += Number(numAffectedRows)
    }
    last = rows.at(-1)?.id
  }
  const count = sql<{ remaining: number }>`select count(*) as remaining from ${from} where ${isOlder}`
  const [counted] = (await count.execute(database)).rows
  return { what: `${table}.${column}`, resealed, remaining: counted?.remaining ?? 0 }
}
