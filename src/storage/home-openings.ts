import type { Database } from './database.ts'
import type { PersonKey } from './links.ts'
import { createStatement } from './statement.ts'

/** Whoever leaves the tab and comes back opens it anew: after a week hardly anybody still stands before it. */
const DAYS = 7

export type Openings = ReturnType<typeof createOpenings>

/** Who may have their Home tab before them, whichever replica was told that they opened it. */
export function createOpenings({ database, clock }: { database: Database; clock: () => Date }) {
  const opened = createStatement(database, value =>
    database
      .selectFrom('homes')
      .select('person')
      .where('person', '=', value('person'))
      .where('opened_at', '>', value('since')),
  )

  return {
    /** Somebody opens their Home. */
    async note(person: PersonKey): Promise<void> {
      const row = { opened_at: clock().toISOString() }
      await database
        .insertInto('homes')
        .values({ person, ...row })
        .onConflict(conflict => conflict.column('person').doUpdateSet(row))
        .execute()
    },

    /** Whether somebody has opened their Home within the last week. */
    async includes(person: PersonKey): Promise<boolean> {
      const since = new Date(clock().getTime() - DAYS * 86_400_000).toISOString()
      const { rows } = await opened({ person, since })
      return rows.length > 0
    },
  }
}
