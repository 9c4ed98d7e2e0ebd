import { hash, randomBytes } from 'node:crypto'
import type { Database } from './database.ts'
import type { Sealer } from './seal.ts'

export const TICKET_MINUTES = 15

/** Whoever needs more has something else to paste, or guesses. */
const MOST_TRIES = 10

/**
 * After that whoever took it is probably gone. Where that one is only slow, the journal knows by the ticket that it is the
 * same that is asked for.
 */
const TAKEN_MINUTES = 2

/** For what does not look so the database is not asked: anybody may come to the page. */
const TICKET = /^[\w-]{43}$/

export type Tickets = ReturnType<typeof createTickets>

/**
 * Tickets of fifteen minutes for what waits for its secrets: whoever has the id may say them, until it worked once.
 * Neither the ids nor what waits can be read out of the database.
 */
export function createTickets(deps: { database: Database; sealer: Sealer; clock: () => Date }) {
  const { database, sealer, clock } = deps

  const inMinutes = (minutes: number) => new Date(clock().getTime() + minutes * 60_000).toISOString()

  async function find(id: string): Promise<string | undefined> {
    if (!TICKET.test(id)) return undefined
    const row = await database
      .selectFrom('tickets')
      .select('waiting')
      .where('hash', '=', hashOf(id))
      .where('expires_at', '>', inMinutes(0))
      .where('tries', '<', MOST_TRIES)
      .executeTakeFirst()
    return row && sealer.openIfCan(row.waiting, hashOf(id))
  }

  return {
    /**
     * A new ticket's id, of 43 letters of base64url, for a text that waits for somebody of a workspace. What has expired
     * is thrown away.
     */
    async issue(
      waiting: string,
      of: { team?: string; enterprise?: string | undefined } = {},
    ): Promise<string> {
      await database.deleteFrom('tickets').where('expires_at', '<=', inMinutes(0)).execute()
      const id = randomBytes(32).toString('base64url')
      const hash = hashOf(id)
      const row = {
        hash,
        waiting: sealer.seal(waiting, hash),
        expires_at: inMinutes(TICKET_MINUTES),
        tries: 0,
        team: of.team ?? null,
        enterprise: of.enterprise ?? null,
      }
      await database.insertInto('tickets').values(row).execute()
      return id
    },

    /** What waits for this ticket; nothing where it is unknown, expired, used up or tried too often. Changes nothing. */
    find,

    /** The same for one who tries it now: until it is given back, all others are told that it is taken. */
    async take(id: string): Promise<{ waiting: string } | 'taken' | undefined> {
      if (!TICKET.test(id)) return undefined
      const row = await database
        .updateTable('tickets')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1), taken_until: inMinutes(TAKEN_MINUTES) }))
        .where('hash', '=', hashOf(id))
        .where('expires_at', '>', inMinutes(0))
        .where('tries', '<', MOST_TRIES)
        .where(({ or, eb }) => or([eb('taken_until', 'is', null), eb('taken_until', '<=', inMinutes(0))]))
        .returning('waiting')
        .executeTakeFirst()
      const waiting = row && sealer.openIfCan(row.waiting, hashOf(id))
      if (waiting !== undefined) return { waiting }
      return row === undefined && (await isTaken(id)) ? 'taken' : undefined
    },

    /** After a try that failed; tells whether there may be another. */
    async giveBack(id: string): Promise<boolean> {
      await database
        .updateTable('tickets')
        .set({ taken_until: null })
        .where('hash', '=', hashOf(id))
        .execute()
      return (await find(id)) !== undefined
    },

    /** After a try that never began, and does not count. */
    async putBack(id: string): Promise<void> {
      await database
        .updateTable('tickets')
        .set(({ eb }) => ({ tries: eb('tries', '-', 1), taken_until: null }))
        .where('hash', '=', hashOf(id))
        .execute()
    },

    /** After it worked: nobody can use it again. */
    async spend(id: string): Promise<void> {
      await database.deleteFrom('tickets').where('hash', '=', hashOf(id)).execute()
    },
  }

  async function isTaken(id: string): Promise<boolean> {
    const row = await database
      .selectFrom('tickets')
      .select('hash')
      .where('hash', '=', hashOf(id))
      .where('taken_until', '>', inMinutes(0))
      .executeTakeFirst()
    return row !== undefined
  }
}

const hashOf = (id: string): string => hash('sha256', id, 'base64url')
