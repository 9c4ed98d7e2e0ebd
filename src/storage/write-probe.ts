import { stat } from 'node:fs/promises'
import { Unfit } from '../core/unavailable.ts'
import type { Database } from './database.ts'
import { isPostgres } from './dialects/place.ts'

const ID = 'pulse'

/** The file at a path, whatever it is called; nothing where there is none. */
async function fileAt(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true })
    return `${dev} ${ino}`
  } catch {
    return undefined
  }
}

/**
 * Makes what rejects unless the database at `place`, which has just been opened, takes what is written, and keeps it for
 * whoever opens it next: what is written to a file that was deleted is there for nobody.
 */
export async function createBeat({
  database,
  place,
  clock,
}: {
  database: Database
  place: string
  clock: () => Date
}): Promise<() => Promise<void>> {
  const isFile = !isPostgres(place) && place !== ':memory:'
  const opened = isFile ? await fileAt(place) : undefined

  return async () => {
    if (isFile && (await fileAt(place)) !== opened)
      throw new Unfit('its file was deleted or replaced, and what is written now is lost with this process')
    const row = { at: clock().toISOString() }
    await database
      .insertInto('pulse')
      .values({ id: ID, ...row })
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute()
  }
}
