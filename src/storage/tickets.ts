import { randomBytes } from 'node:crypto'
import type { Workspace } from '../core/person.ts'
import type { Entries } from './entries.ts'

export const TICKET_MINUTES = 15

/** The page is public: other ids do not reach the database. */
const TICKET = /^[\w-]{43}$/

export type Tickets = ReturnType<typeof createTickets>

/**
 * Tickets of fifteen minutes for requests that wait for their secrets: the id allows to enter them, until
 * that worked once. The database has neither the ids nor the requests in plain text.
 */
export const createTickets = (entries: Entries) => ({
  /** The id of a new ticket, 43 letters of base64url, for a request of a workspace. */
  async issue(waiting: string, workspace: Workspace = {}): Promise<string> {
    const id = randomBytes(32).toString('base64url')
    await entries.keep('ticket', { key: [id], value: waiting, workspace, ttlMs: TICKET_MINUTES * 60_000 })
    return id
  },

  /** The request of a ticket; undefined where it is unknown, expired or used. */
  async find(id: string): Promise<string | undefined> {
    const ticket = TICKET.test(id) ? await entries.find('ticket', id) : undefined
    const waiting = ticket && entries.open(ticket)
    return typeof waiting === 'string' ? waiting : undefined
  },

  /** After it worked. */
  spend: async (id: string): Promise<void> => void (await entries.remove('ticket', id)),
})
