import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { createChangeStore } from '../changes/change-store.ts'
import { createHistory } from '../changes/history.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../storage/database.ts'
import { createSealer, localKey } from '../storage/encryption.ts'
import { createEntries } from '../storage/entries.ts'
import { isUnreadable } from '../storage/key-rotation.ts'
import { createLinks } from '../storage/links.ts'

type Deps = { clock: () => Date; log: Logger; signal: AbortSignal }

/** A database that starts together with the bot is there within a minute. */
const RETRIES = { most: 30, pauseMs: 2000 }

/** Codes of errors that pass: nothing listens yet, a name is not yet known, PostgreSQL starts, stops or is full. */
const PASSING = new Set<unknown>([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P03',
  '53300',
])

/** What the driver of PostgreSQL says of a connection without a code. */
const PASSING_MESSAGE = /timeout|^Connection terminated/i

/** SQLITE_BUSY and SQLITE_LOCKED (https://www.sqlite.org/rescode.html). */
const LOCKED = new Set<unknown>([5, 6])

/** Opens the database and everything that is stored in it, until `parts` are disposed of. */
export async function openStores(
  config: Pick<Config, 'database' | 'encryptionKeys'>,
  { clock, log, signal }: Deps,
  parts: AsyncDisposableStack,
) {
  const { place, folder } = config.database
  const database = await retryOpen(() => openDatabase(place), { log, signal })
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
    /** Rejects where the database does not answer. */
    check: async () => void (await sql`select 1`.execute(database)),
    changes: createChangeStore({ database, sealer, clock, owner: randomUUID() }),
    history: createHistory(database),
  }
}

/** Opens, and tries again for a minute while the failure is one that passes. */
async function retryOpen<T>(
  open: () => Promise<T>,
  { log, signal }: Pick<Deps, 'log' | 'signal'>,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await open()
    } catch (error) {
      if (!isPassing(error) || retries === RETRIES.most) throw error
      const reason = error instanceof Error ? error.message : undefined
      if (retries === 0) log.warn({ dependency: 'database', reason }, 'the database is waited for')
      await sleep(RETRIES.pauseMs, undefined, { signal })
    }
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error ? PASSING.has(error.code) : PASSING_MESSAGE.test(error.message)) return true
  if ('errcode' in error && LOCKED.has(error.errcode)) return true
  return isPassing(error.cause) || (error instanceof AggregateError && error.errors.some(isPassing))
}
