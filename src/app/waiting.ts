import { setTimeout as sleep } from 'node:timers/promises'

/** Between two tries, at first and in the long run. */
const PAUSE_MS = { first: 500, longest: 10_000 }

/** Codes of what passes: somebody who does not listen yet, a name that is not yet known, a database that stops, starts or is full. */
const PASSING = new Set<unknown>([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['57P01', '57P03', '53300'],
])

/** SQLITE_BUSY and SQLITE_LOCKED (https://www.sqlite.org/rescode.html). */
const LOCKED = new Set<unknown>([5, 6])

/** Whether an error, or what caused it, passes without anybody's doing. */
function passes(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && PASSING.has(error.code)) return true
  if ('errcode' in error && LOCKED.has(error.errcode)) return true
  if (error instanceof AggregateError && error.errors.some(passes)) return true
  return passes(error.cause)
}

/**
 * What `open` gives, tried again as long as it fails for a reason that passes; `waits` is called before the first wait.
 * Rejects with any other reason, and with that of the signal once it aborts.
 */
export async function waitFor<T>(
  open: () => Promise<T>,
  { waits, signal }: { waits: (error: unknown) => Promise<void>; signal: AbortSignal },
): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await open()
    } catch (error) {
      if (!passes(error)) throw error
      if (tried === 0) await waits(error)
      await sleep(Math.min(PAUSE_MS.first * 2 ** tried, PAUSE_MS.longest), undefined, { signal })
    }
  }
}

/** Asks again and again, until nothing is lacking or the signal aborts. */
export async function untilNothing(
  lacking: () => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<void> {
  for (let tried = 0; !signal.aborted && (await lacking()).length > 0; tried++)
    await sleep(Math.min(PAUSE_MS.first * 2 ** tried, PAUSE_MS.longest), undefined, {
      signal,
      ref: false,
    }).catch(() => {})
}
