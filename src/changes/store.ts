import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Reply } from '../message/reply.ts'
import type { Database, Tables } from '../storage/database.ts'
import type { Sealer } from '../storage/seal.ts'
import { DONE_WITH, type JournalTable } from '../storage/tables/journal.ts'
import { createAsk } from './asking.ts'
import type { Entry, ReadsSoFar, Settled } from './entry.ts'
import { createLeases, LEASE_MS } from './leases.ts'
import { createPruning } from './pruning.ts'
import { createRecord, isAmong, stateOf } from './record.ts'
import { createSealed } from './sealed.ts'

/** How long what could not be settled, or not be told, is left alone at most. */
const LONGEST_LEAVE_MS = 5 * 60_000
/**
 * What became of an entry: the reply that is to be told, and what is left of it when that is done; its organization where
 * that was not known before.
 */
export type Settlement = {
  state: Settled
  reply: Reply
  about: string | undefined
  detail?: string | undefined
  organization?: string | undefined
  plans: readonly string[]
  /** Whether the same may be asked for again from now on. */
  isFree?: boolean | undefined
}

/** An entry of which it is not known whether it was done, and what it is about. */
export type Undecided = {
  id: string
  since: Date
  organization: string
  operation: string
  plan: string | undefined
}

export type Journal = ReturnType<typeof createJournal>

/**
 * Every change that somebody asked for, from before it is acknowledged until its outcome is told. A unique row decides
 * which of several requests for the same it is; a lease, which of several processes has it. `owner` names this one.
 */
export function createJournal(deps: {
  database: Database
  sealer: Sealer
  clock: () => Date
  owner: string
}) {
  const { database, clock, owner } = deps
  const { hold, holdToTell, letGo, change, isHeld, mine, release, renew } = createLeases(deps)
  const sealed = createSealed(deps.sealer)
  const inMs = (ms: number) => new Date(clock().getTime() + ms).toISOString()

  function read(row: Selectable<JournalTable>): Entry {
    const { id } = row
    const asked = sealed.asked(row.said, id)
    return {
      id,
      state: stateOf(row.state),
      operation: row.operation,
      said: asked?.said,
      origin: sealed.origin(row.origin, id) ?? asked?.origin,
      known: sealed.known(row.known, id),
      reply: sealed.reply(row.reply, id),
      attempts: row.attempts,
      askedAt: new Date(row.asked_at),
    }
  }

  return {
    /** What remains of it. */
    record: createRecord(database),

    prune: createPruning(deps),

    ...{ isHeld, letGo, release, renew },

    ask: createAsk({ ...deps, sealed, hold, letGo }),

    /**
     * From now on it may have been done.
     * @throws LeaseLost
     */
    sent: (id: string, known: ReadsSoFar): Promise<void> =>
      change(id, { state: 'sent', known: sealed.seal(known, id), lease_until: hold(id) }),

    /**
     * Where its answer belongs now.
     * @throws LeaseLost
     */
    moves: (id: string, origin: string): Promise<void> => change(id, { origin: sealed.seal(origin, id) }),

    /**
     * What became of it, before it is told to anybody. What failed may be asked for again by the same button.
     * @throws LeaseLost
     */
    settle: (
      id: string,
      { state, reply, about, detail, organization, plans, isFree }: Settlement,
    ): Promise<void> =>
      change(id, {
        state,
        reply: sealed.seal(reply, id),
        about: about ?? null,
        detail: detail ?? null,
        plans: plans.length > 0 ? ` ${plans.join(' ')} ` : null,
        known: null,
        // From now on they are tries to tell it.
        attempts: 0,
        settled_at: inMs(0),
        lease_until: holdToTell(id),
        ...(organization !== undefined && { organization }),
        ...((isFree || state === 'failed') && { matter: null }),
      }),

    /** It is told; nothing is left but the record. Where the power fails at once it is told once more. */
    async announced(id: string): Promise<void> {
      await change(id, { ...DONE_WITH, announced_at: inMs(0) }, 'written')
      letGo(id)
    },

    /** Whether somebody has asked for something since. */
    async isFollowed(person: string, since: Date): Promise<boolean> {
      const later = await database
        .selectFrom('journal')
        .select('id')
        .where('asked_at', '>', since.toISOString())
        .where('person', '=', person)
        .limit(1)
        .execute()
      return later.length > 0
    },

    /**
     * Whether something else was done since an entry, as far as is known, with the same plan, or with the same kind of thing
     * in its organization where it is about none: what came later is not to be undone by it.
     */
    async isOvertaken({ id, since, organization, operation, plan }: Undecided): Promise<boolean> {
      const [noun = ''] = operation.split('.', 1)
      if (plan === undefined && noun === 'plan') return false
      const others = database
        .selectFrom('journal')
        .select('id')
        .where('id', '<>', id)
        .where('asked_at', '>', since.toISOString())
        .where('organization', '=', organization)
        .where('state', 'in', ['done', 'partly', 'unknown'])
      const same =
        plan === undefined
          ? others.where(sql<SqlBool>`substr(operation, 1, ${noun.length + 1}) = ${`${noun}.`}`)
          : others.where(isAmong(plan))
      return (await same.limit(1).execute()).length > 0
    },

    /** There is nobody left to tell. */
    async given(id: string, state?: Settled): Promise<void> {
      await change(id, { ...DONE_WITH, ...(state && { state }) })
      letGo(id)
    },

    /** It was no change after all: there is something to ask first, or nothing to do. */
    async drop(id: string): Promise<void> {
      letGo(id)
      await database.deleteFrom('journal').where('id', '=', id).where('lease_owner', '=', owner).execute()
    },

    /** Lets go of it, with what is `known` by now, for whoever has time in so many milliseconds: maybe this process. */
    async leave(id: string, ms: number, known?: ReadsSoFar): Promise<void> {
      letGo(id)
      await change(id, { lease_until: inMs(ms), ...(known && { known: sealed.seal(known, id) }) })
    },

    /**
     * So many of those that were left behind by whoever had them: from now on they are this process's, and nobody else's. A
     * lease that goes on for longer than any was given by a clock that has been set back since.
     */
    async takeOver(most: number): Promise<Entry[]> {
      const moment = clock().getTime()
      const at = (ms: number) => new Date(moment + ms).toISOString()
      const own = mine()
      const isLeft = ({ or, eb }: ExpressionBuilder<Tables, 'journal'>) =>
        or([eb('lease_until', '<=', at(0)), eb('lease_until', '>', at(2 * LONGEST_LEAVE_MS))])
      const rows = await database
        .updateTable('journal')
        .set(({ eb }) => ({
          lease_owner: owner,
          lease_until: at(LEASE_MS),
          attempts: eb('attempts', '+', 1),
        }))
        .where('id', 'in', select =>
          select
            .selectFrom('journal')
            .select('id')
            .where(isLeft)
            .$if(own.length > 0, left =>
              left.where(({ or, eb }) => or([eb('lease_owner', '<>', owner), eb('id', 'not in', own)])),
            )
            .orderBy('lease_until')
            .limit(most),
        )
        .where(isLeft)
        .returningAll()
        .execute()
      for (const { id } of rows) hold(id, moment)
      return rows.map(read)
    },

    /** How long what was tried so often is left alone: ten seconds first, and twice as long each time. */
    leaveMs: (attempts: number): number => Math.min(LONGEST_LEAVE_MS, 10_000 * 2 ** attempts),
  }
}
