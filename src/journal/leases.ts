import type { Database } from '../database.ts'
import type { JournalTable } from './table.ts'

/** Renewed long before it is over: whoever holds an entry longer without that is gone. */
export const LEASE_MS = 20_000

/** Another process has the entry now: whatever is left to do is for that one. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** Which entries this process works at, and until when they are its own: `owner` names it. */
export function createLeases({
  database,
  clock,
  owner,
}: {
  database: Database
  clock: () => Date
  owner: string
}) {
  const held = new Map<string, number>()

  const inMs = (ms: number) => new Date(clock().getTime() + ms).toISOString()

  /** Keeps an entry for this process from now on; gives until when. */
  function hold(id: string): string {
    const until = clock().getTime() + LEASE_MS
    held.set(id, until)
    return new Date(until).toISOString()
  }

  /** Changes an entry of this process. @throws LeaseLost where another has it */
  async function change(id: string, to: Partial<JournalTable>): Promise<void> {
    const { numUpdatedRows } = await database
      .updateTable('journal')
      .set(to)
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) {
      held.delete(id)
      throw new LeaseLost()
    }
  }

  return {
    hold,
    letGo: (id: string): void => void held.delete(id),
    change,

    /** Whether this process still has it, so that nobody else does it meanwhile. */
    isHeld: (id: string): boolean => (held.get(id) ?? 0) > clock().getTime(),

    /**
     * Lets go of what this process holds, since it stops; but not before its time of what is on its way to the service,
     * where another would look for it too soon.
     */
    async release(): Promise<void> {
      held.clear()
      await database
        .updateTable('journal')
        .set({ lease_until: inMs(0) })
        .where('lease_owner', '=', owner)
        .where('lease_until', 'is not', null)
        .where('state', '<>', 'sent')
        .execute()
    },

    /** Keeps what this process works at for itself. */
    async renew(): Promise<void> {
      const now = clock().getTime()
      const ageing = [...held].filter(([, until]) => until > now && until - now < LEASE_MS / 2)
      const ids = ageing.map(([id]) => id)
      if (ids.length === 0) return
      const kept = await database
        .updateTable('journal')
        .set({ lease_until: inMs(LEASE_MS) })
        .where('id', 'in', ids)
        .where('lease_owner', '=', owner)
        .returning('id')
        .execute()
      for (const { id } of kept) hold(id)
    },
  }
}
