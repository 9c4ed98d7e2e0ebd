import type { PersonKey, Workspace } from '../core/person.ts'
import type { Entries } from './entries.ts'

/** Slack does not tell when a Home closes: it counts as open for an hour. */
const HOUR_MS = 3_600_000

export type Openings = ReturnType<typeof createOpenings>

/** Who may be looking at their Home tab, whichever replica heard that they opened it. */
export const createOpenings = (entries: Entries) => ({
  /** Notes that a person opens their Home. */
  note: (person: PersonKey, workspace: Workspace): Promise<void> =>
    entries.keep('home', {
      key: [person],
      person,
      workspace,
      subject: workspace.team ?? null,
      ttlMs: HOUR_MS,
    }),

  /** Who opened their Home in a workspace within the last hour, the last one first. */
  async latest(team: string, limit: number): Promise<string[]> {
    const query = entries.of('home').where('subject', '=', team)
    const rows = await query.orderBy('written_at', 'desc').limit(limit).execute()
    return rows.flatMap(({ person }) => person ?? [])
  },
})
