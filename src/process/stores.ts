import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createBeat } from '../database/beat.ts'
import { openDatabase } from '../database/database.ts'
import { reasonOf } from '../database/dialects/opened.ts'
import { isPostgres } from '../database/dialects/place.ts'
import { isUnreadable } from '../database/sealed.ts'
import { createOpenings } from '../homes/store.ts'
import { createJournal } from '../journal/store.ts'
import { createLinks } from '../links/store.ts'
import { localKey } from '../sealing/keys.ts'
import { createSealer } from '../sealing/seal.ts'
import { createTickets } from '../tickets/store.ts'
import { compareClocks } from './clocks.ts'
import { endAfter } from './stray.ts'
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
  const heard = {
    failed: (error: unknown) => endAfter(error, log),
    newer: (migrations: string[]) =>
      log.warn({ migrations }, 'the tables are of a newer version than this, which leaves them as they are'),
  }
  const database = await waitFor(() => openDatabase(place, heard), {
    signal,
    waits: async error => {
      log.warn({ dependency: 'database', reason: reasonOf(error) }, 'does not answer, and is waited for')
      await waits()
    },
  })
  parts.defer(() => database.destroy())
  const beat = await createBeat({ database, place, clock })
  if (isPostgres(place)) await compareClocks(database, { clock, log })
  const sealer = createSealer(config.encryptionKeys ?? [await localKey(folder)])
  if (await isUnreadable({ database, sealer }))
    log.error(
      'ENCRYPTION_KEY does not open the links in this database: everybody would have to link again. Stop this, and start it with the key that sealed them',
    )
  const links = createLinks({ database, sealer, clock })
  parts.defer(links.watch())
  return {
    ...{ database, beat, sealer, links },
    journal: createJournal({ database, sealer, clock, owner: randomUUID() }),
    openings: createOpenings({ database, clock }),
    tickets: createTickets({ database, sealer, clock }),
  }
}
