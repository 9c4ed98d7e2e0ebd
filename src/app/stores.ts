import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { createHistory } from '../changes/history.ts'
import { createChangeStore } from '../changes/store.ts'
import type { Config } from '../config/config.ts'
import { isPostgres, openDatabase, reasonOf } from '../storage/database.ts'
import { createSealer, localKey } from '../storage/encryption.ts'
import { createOpenings } from '../storage/home-openings.ts'
import { isUnreadable } from '../storage/key-rotation.ts'
import { createLinks } from '../storage/links.ts'
import { createTickets } from '../storage/tickets.ts'
import { compareClocks } from './clock-skew.ts'
import { waitFor } from './waiting.ts'

type Deps = {
  clock: () => Date
  log: Logger
  /** Ends the wait for a database that is out of reach for the time being. */
  signal: AbortSignal
  /** Called before the first wait. */
  waits(): Promise<unknown>
}

/** The database and all that is kept in it, until `parts` stop. Rejects where the database cannot be had. */
export async function openStores(
  config: Pick<Config, 'database' | 'encryptionKeys'>,
  { clock, log, signal, waits }: Deps,
  parts: AsyncDisposableStack,
) {
  const { place, folder } = config.database
  const database = await waitFor(() => openDatabase(place), {
    signal,
    waits: async error => {
      log.warn({ dependency: 'database', reason: reasonOf(error) }, 'does not answer, and is waited for')
      await waits()
    },
  })
  parts.defer(() => database.destroy())
  if (isPostgres(place)) await compareClocks(database, { clock, log })
  const sealer = createSealer(config.encryptionKeys ?? [await localKey(folder)])
  if (await isUnreadable({ database, sealer }))
    log.error(
      'ENCRYPTION_KEY does not open the links in this database: everybody would have to link again. Stop this, and start it with the key that sealed them',
    )
  return {
    ...{ database, sealer },
    links: createLinks({ database, sealer, clock }),
    /** Rejects where the database does not answer. */
    check: async () => void (await sql`select 1`.execute(database)),
    changes: createChangeStore({ database, sealer, clock, owner: randomUUID() }),
    history: createHistory(database),
    openings: createOpenings({ database, clock }),
    tickets: createTickets({ database, sealer, clock }),
  }
}
