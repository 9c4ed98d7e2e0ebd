import type { Database } from './database.ts'
import { createStatement } from './statement.ts'

/** So often it is looked whether another process has changed a link, and for so long it counts that none has. */
const LOOK_MS = 1000
const BELIEVED_MS = 3000

/**
 * Tells whether links are still as they were: by the changes that this process makes, and by those that it hears of.
 * @param now milliseconds of a clock that never goes back
 */
export function createChangeWatch({ database, now }: { database: Database; now: () => number }) {
  let count = 0
  /** Which change of anybody's was the last when it was looked, and until when it counts that it still is. */
  let [lastSeen, believedUntil] = [-1, 0]

  const lastChange = createStatement(database, () => database.selectFrom('link_changes').select('last'))

  function note(): void {
    count += 1
  }

  /** Looks whether any process has changed a link; rejects where the database does not answer. */
  async function look(): Promise<void> {
    const since = now()
    const { rows } = await lastChange({})
    const last = Number(rows[0]?.last)
    if (last !== lastSeen) note()
    ;[lastSeen, believedUntil] = [last, since + BELIEVED_MS]
  }

  return {
    /** How many changes there have been that this process knows of. */
    count: () => count,
    /** This process changes a link. */
    note,
    /** Whether there has been none since there were so many; never where it is not looked for any. */
    isStill: (asOf: number): boolean => asOf === count && now() < believedUntil,
    look,

    /** Looks by itself from now on; gives what ends that. */
    watch(): () => void {
      let isLooking = false
      const lookOnce = async () => {
        if (isLooking) return
        isLooking = true
        // Nothing counts as unchanged meanwhile: whoever reads asks the database, and hears of it.
        await look().catch(() => {})
        isLooking = false
      }
      const timer = setInterval(lookOnce, LOOK_MS).unref()
      return () => clearInterval(timer)
    },
  }
}
