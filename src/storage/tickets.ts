import { randomBytes } from 'node:crypto'
import type { Workspace } from '../core/person.ts'
import type { Database } from './database.ts'
import { digest, type Sealer } from './encryption.ts'
import { workspaceColumns } from './schema.ts'

export const TICKET_MINUTES = 15

/** The page is public: other ids do not reach the database. */
const TICKET = /^[\w-]{43}$/

export type Tickets = ReturnType<typeof createTickets>

/**
 * Tickets of fifteen minutes for requests that wait for their secrets: the id allows to enter them, until that worked once.
 * The database has neither the ids nor the requests in plain text.
 */
export function createTickets(deps: { database: Database; sealer: Sealer; clock: () => Date }) {
  const { database, sealer, clock } = deps

  const inMinutes = (minutes: number) => new Date(clock().getTime() + minutes * 60_000).toISOString()

  return {
    /** The id of a new ticket, 43 letters of base64url, for a request of a workspace. Deletes expired tickets. */
    async issue(waiting: string, workspace: Workspace = {}): Promise<string> {
      await database.deleteFrom('tickets').where('expires_at', '<=', inMinutes(0)).execute()
      const id = randomBytes(32).toString('base64url')
      const hash = digest(id)
      const row = {
        hash,
        waiting: sealer.seal(waiting, hash),
        expires_at: inMinutes(TICKET_MINUTES),
        ...workspaceColumns(workspace),
      }
      await database.insertInto('tickets').values(row).execute()
      return id
    },

    /** The request of a ticket; undefined where it is unknown, expired or used. */
    async find(id: string): Promise<string | undefined> {
      if (!TICKET.test(id)) return undefined
      const row = await database
        .selectFrom('tickets')
        .select('waiting')
        .where('hash', '=', digest(id))
        .where('expires_at', '>', inMinutes(0))
        .executeTakeFirst()
      return row && sealer.openIfCan(row.waiting, digest(id))
    },

    /** After it worked. */
    async spend(id: string): Promise<void> {
      await database.deleteFrom('tickets').where('hash', '=', digest(id)).execute()
    },
  }
}
