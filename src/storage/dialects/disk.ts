/** The disk below SQLite: `sync` resolves when all that was written before is there for good. */
export type Disk = { sync(): Promise<unknown>; close(): void }

/** What nobody waits for is on the disk so long after, if not before with what others write. */
const SOON_MS = 50

/**
 * Syncs a disk, for whoever waits for it and for whoever does not. After it has failed `check` and `sync` throw what it
 * said, and `failed` has heard of it once: what such a disk says from then on cannot be believed.
 */
export function syncing(disk: Disk, failed: (error: unknown) => void) {
  const underWay = new Set<Promise<unknown>>()
  let soon: NodeJS.Timeout | undefined
  let broken: { error: unknown } | undefined

  function check(): void {
    if (broken) throw broken.error
  }

  async function sync(): Promise<void> {
    check()
    clearTimeout(soon)
    soon = undefined
    const one = disk.sync()
    underWay.add(one)
    try {
      await one
    } catch (error) {
      if (!broken) failed(error)
      broken ??= { error }
      throw error
    } finally {
      underWay.delete(one)
    }
  }

  const unwaited = () => sync().catch(() => {})

  return {
    check,
    sync,
    /** Nobody waits for what was written by now. */
    syncSoon(): void {
      soon ??= setTimeout(() => void unwaited(), SOON_MS)
    },
    /** Resolves when nothing is left to sync. */
    async settle(): Promise<void> {
      if (soon) await unwaited()
      await Promise.allSettled(underWay)
    },
  }
}
