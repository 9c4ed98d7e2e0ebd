import { setTimeout as after } from 'node:timers/promises'

/** Of https://sqlite.org/rescode.html: another connection writes. */
const SQLITE_BUSY = 5

/** How often it is tried again. */
const AGAIN_MS = 10

/** Whether another process stands in the way. Node gives SQLite's extended code, whose last byte is the plain one. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY

/**
 * Does what another process may stand in the way of, again and again until it does not, or so many milliseconds are over.
 * SQLite's own way stands still meanwhile, with all that this process does, and cannot wait for a change of mode.
 */
export async function retryWhileBusy<T>(work: () => T | Promise<T>, ms: number): Promise<T> {
  const until = performance.now() + ms
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await after(AGAIN_MS)
    }
  }
}
