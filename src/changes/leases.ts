import type { Database } from '../storage/database.ts'
import type { Told } from '../storage/dialects/opened.ts'
import { createStatement } from '../storage/statement.ts'
import type { JournalTable } from '../storage/tables/journal.ts'

/** Renewed long before it is over: whoever holds an entry longer without that is gone. */
export const LEASE_MS = 20_000

/** What is sent has so much time to go out: while entries are renewed in time, they have more. */
const MARGIN_MS = 2000

/** For so long is it kept for whoever tells what became of it. */
const TELLING_MS = 60_000

/** The value by which an entry is found, beside those of its columns. */
const ENTRY = 'entry'

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
  /** Until when this process has each by now, and after when it does not keep it any longer. */
  const held = new Map<string, { until: number; last: number }>()

  const inMs = (ms: number) => new Date(clock().getTime() + ms).toISOString()

  /** Keeps an entry for this process while it works at it; gives until when it has it at first. */
  function hold(id: string, from = clock().getTime(), last = Number.POSITIVE_INFINITY): string {
    const until = from + LEASE_MS
    held.set(id, { until, last })
    return new Date(until).toISOString()
  }

  /** By the columns that they change: there are only a few. */
  const statements = new Map<string, ReturnType<typeof changing>>()

  const changing = (columns: readonly string[], told: Told) =>
    createStatement(
      database,
      value =>
        database
          .updateTable('journal')
          .set(Object.fromEntries(columns.map(column => [column, value(column)])))
          .where('id', '=', value(ENTRY))
          .where('lease_owner', '=', owner),
      told,
    )

  /** Changes an entry of this process. @throws LeaseLost where another has it */
  async function change(id: string, to: Partial<JournalTable>, told: Told = 'kept'): Promise<void> {
    const columns = Object.keys(to)
    const key = [told, ...columns].join()
    const run = statements.get(key) ?? changing(columns, told)
    statements.set(key, run)
    const { numAffectedRows } = await run({ ...to, [ENTRY]: id })
    if (numAffectedRows === 0n) {
      held.delete(id)
      throw new LeaseLost()
    }
  }

  return {
    hold,
    /** The same for what is over and only to be told: for a minute at most, should that hang. */
    holdToTell(id: string): string {
      const now = clock().getTime()
      return hold(id, now, now + TELLING_MS)
    },
    /** Nothing works at it here any more: it is this process's no longer than its lease says. */
    letGo: (id: string): void => void held.delete(id),
    change,

    /** All that something is at work at here, also where its lease is over by the clock: the clock may have been set. */
    mine: (): string[] => [...held.keys()],

    /** Whether this process still has it, and for some time, so that nobody else does it meanwhile. */
    isHeld: (id: string): boolean => (held.get(id)?.until ?? 0) - MARGIN_MS > clock().getTime(),

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
      const until = now + LEASE_MS
      for (const [id, { until, last }] of held) if (until <= now && last <= now) held.delete(id)
      const ageing = [...held].filter(([, lease]) => lease.until - now < LEASE_MS / 2 && lease.last > now)
      const ids = ageing.map(([id]) => id)
      if (ids.length === 0) return
      const kept = await database
        .updateTable('journal')
        .set({ lease_until: new Date(until).toISOString() })
        .where('id', 'in', ids)
        .where('lease_owner', '=', owner)
        .returning('id')
        .execute()
      const own = new Set(kept.map(({ id }) => id))
      // Another process has the others by now.
      for (const id of ids) if (!own.has(id)) held.delete(id)
      for (const id of own) {
        // What was let go of meanwhile stays so.
        const lease = held.get(id)
        if (lease) held.set(id, { ...lease, until: Math.max(lease.until, until) })
      }
    },
  }
}
