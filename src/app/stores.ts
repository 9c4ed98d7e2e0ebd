import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createChangeStore } from '../changes/change-store.ts'
import { createHistory } from '../changes/history.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../storage/database.ts'
import { createSealer, localKey } from '../storage/encryption.ts'
import { createEntries, createLinks } from '../storage/entries.ts'
import { isUnreadable } from '../storage/key-rotation.ts'

/** How long the entry of a check counts, which nothing reads. */
const PROBE_MS = 60_000

type Deps = { clock: () => Date; log: Logger }

/** Opens the database and everything that is stored in it, until `parts` are disposed of. */
export async function openStores(
  config: Pick<Config, 'database' | 'encryptionKeys'>,
  { clock, log }: Deps,
  parts: AsyncDisposableStack,
) {
  const { place, folder } = config.database
  const database = await openDatabase(place)
  parts.defer(() => database.destroy())
  const sealer = createSealer(config.encryptionKeys ?? [await localKey(folder)])
  if (await isUnreadable({ database, sealer }))
    log.error(
      'ENCRYPTION_KEY does not open the links in this database: everyone would have to link again. Stop, and start with the key that sealed them',
    )
  const entries = createEntries({ database, sealer, clock })
  return {
    database,
    sealer,
    entries,
    links: createLinks(entries),
    /** Rejects where the database does not take writes. */
    check: () => entries.keep('probe', { key: [], ttlMs: PROBE_MS }),
    changes: createChangeStore({ database, sealer, clock, owner: randomUUID() }),
    history: createHistory(database),
  }
}
