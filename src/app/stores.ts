import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createJournal } from '../changes/store.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../storage/database.ts'
import { reasonOf } from '../storage/dialects/opened.ts'
import { isPostgres } from '../storage/dialects/place.ts'
import { createOpenings } from '../storage/home-openings.ts'
import { isUnreadable } from '../storage/key-check.ts'
import { localKey } from '../storage/keys.ts'
import { createLinks } from '../storage/links.ts'
import { createSealer } from '../storage/seal.ts'
import { createTickets } from '../storage/tickets.ts'
import { createBeat } from '../storage/write-probe.ts'
import { compareClocks } from './clock-skew.ts'
import { endAfter } from './unhandled-errors.ts'
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
