import type { PersonKey, Workspace } from '../core/person.ts'
import type { Database } from './database.ts'
import { workspaceColumns } from './schema.ts'

/** Slack does not tell when a Home closes: it counts as open for an hour. */
const HOUR_MS = 3_600_000

export type Openings = ReturnType<typeof createOpenings>

/** Who may be looking at their Home tab, whichever replica heard that they opened it. */
export const createOpenings = ({ database, clock }: { database: Database; clock: () => Date }) => ({
  /** Notes that a person opens their Home. */
  async note(person: PersonKey, workspace: Workspace): Promise<void> {
    const row = { opened_at: clock().toISOString(), ...workspaceColumns(workspace) }
    await database
      .insertInto('homes')
      .values({ person, ...row })
      .onConflict(conflict => conflict.column('person').doUpdateSet(row))
      .execute()
  },

  /** Who opened their Home in a workspace within the last hour, the last one first. */
  async latest(team: string, limit: number): Promise<string[]> {
    const since = new Date(clock().getTime() - HOUR_MS).toISOString()
    const rows = await database
      .selectFrom('homes')
      .select('person')
      .where('team', '=', team)
      .where('opened_at', '>', since)
      .orderBy('opened_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ person }) => person)
  },
})
