import { type SqlBool, sql } from 'kysely'
import { type Args, nounOf, type OperationId } from '../core/args.ts'
import { type ChangeState, HISTORY_DAYS } from '../core/change.ts'
import type { Subject, ValueChange } from '../core/operation.ts'
import type { PostedMessage, Reply } from '../message/reply.ts'
import type { Database } from '../storage/database.ts'
import { digest, type Sealer } from '../storage/encryption.ts'
import { CLOSED, SCHEDULED } from '../storage/schema.ts'
import { createAccept } from './accept.ts'
import { announcementOf, createAnnouncementStore, endOf } from './announcement-store.ts'
import { type ClaimedChange, createChangeRows, EMPTY, type Patch, type Scheduled } from './change-rows.ts'
import { isAboutAny } from './history.ts'
import { createLeases, DELIVERY_MS, FREE, LEASE_MS } from './leases.ts'

const LONGEST_BACKOFF_MS = 5 * 60_000
const PRUNE_BATCH = 500

/** Rows of one statement: SQLite takes 32,766 values, and a row has some 25. */
const INSERT_BATCH = 500

/** What came of a change, as it is stored. */
export type Finished = Patch & { state: ChangeState; result: Reply; detail: readonly ValueChange[] }

export type ChangeStore = ReturnType<typeof createChangeStore>

/**
 * The table of changes: each step of one is an update of its row by the process that has its lease.
 * @param owner names this process
 */
export function createChangeStore(deps: {
  database: Database
  sealer: Sealer
  clock: () => Date
  owner: string
}) {
  const { database, clock, owner } = deps
  const rows = createChangeRows(deps)
  const { encode, decode } = rows
  const leases = createLeases(deps)
  const { hold, letGo, isHeld, renew } = leases

  /** The time in so many ms. */
  const inMs = (ms: number): string => new Date(clock().getTime() + ms).toISOString()

  /** Updates a change that this process has. @throws LeaseLost */
  const update = (id: string, patch: Patch, connection = database): Promise<void> =>
    leases.update(id, encode(id, patch), connection)

  /**
   * Updates a change that waits for a second person, so that one decision counts; false where it waits no more.
   * @param holder only where this process still has it
   */
  async function updateWaiting(id: string, patch: Patch, holder?: string): Promise<boolean> {
    const { numUpdatedRows } = await database
      .updateTable('changes')
      .set({ ...FREE, ...encode(id, patch) })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .$if(holder !== undefined, query => query.where('lease_owner', '=', holder ?? ''))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  const inState = (state: string) => database.selectFrom('changes').selectAll().where('state', '=', state)

  function scheduledRow({ key, dueAt, args, origin, about = [], ...scheduled }: Scheduled) {
    const id = digest(key)
    const subjects = about.map(({ plan, name }) => ({ kind: 'plan', id: plan, name }))
    return {
      ...EMPTY,
      ...encode(id, { args: { args, omitted: [] }, origin, subjects }),
      ...scheduled,
      id,
      idempotency_key: id,
      organization: about[0]?.organization ?? null,
      is_private: 1,
      state: SCHEDULED,
      due_at: dueAt.toISOString(),
      accepted_at: inMs(0),
    }
  }

  /** It was no change: there is something to ask first, or nothing to do, or it is done. */
  async function remove(id: string): Promise<void> {
    letGo(id)
    await database.deleteFrom('changes').where('id', '=', id).where('lease_owner', '=', owner).execute()
  }

  /** Only the history is left of it, and the message that announces its pauses. @throws LeaseLost */
  async function close(id: string, patch: Patch = {}): Promise<void> {
    await update(id, { ...CLOSED, ...patch })
    letGo(id)
  }

  return {
    isHeld,
    letGo,
    renew,
    updateWaiting,
    close,
    delete: remove,
    accept: createAccept({ database, rows, leases, clock }),
    ...createAnnouncementStore({ database, encode, decode }),

    /** Stores the arguments, with which recovery continues. @throws LeaseLost */
    storeArgs: (id: string, args: Patch['args'], subjects: readonly Subject[]): Promise<void> =>
      update(id, { args, subjects, lease_until: hold(id) }),

    /** @throws LeaseLost */
    updateOrigin: (id: string, origin: Patch['origin']): Promise<void> => update(id, { origin }),

    /** Stores what came of a change, before anyone is told, and at once what is scheduled with it. @throws LeaseLost */
    async finish(id: string, outcome: Finished, scheduled: readonly Scheduled[] = []): Promise<void> {
      const next = scheduled.map(scheduledRow)
      const patch: Patch = {
        ...outcome,
        request: null,
        args: null,
        // From now on they count deliveries.
        attempts: 0,
        finished_at: inMs(0),
        lease_until: inMs(DELIVERY_MS),
      }
      if (next.length === 0) await update(id, patch)
      else
        await database.transaction().execute(async transaction => {
          await update(id, patch, transaction)
          for (let from = 0; from < next.length; from += INSERT_BATCH)
            await transaction
              .insertInto('changes')
              .values(next.slice(from, from + INSERT_BATCH))
              .onConflict(conflict => conflict.column('id').doNothing())
              .execute()
        })
      // Not renewed: another process delivers it, should this one hang.
      letGo(id)
    },

    /** Keeps a change until a second person has decided: they are asked now or, with another `origin`, by the runner. @throws LeaseLost */
    async wait(id: string, { origin, ...waiting }: Patch): Promise<void> {
      const question =
        origin === undefined ? { lease_until: inMs(DELIVERY_MS) } : { ...FREE, origin, due_at: inMs(0) }
      await update(id, { ...waiting, ...question, state: 'waiting', args: null, attempts: 0 })
      letGo(id)
    },

    /**
     * After a delivery, or after it is given up: a question waits for its decision, a digest for its next time; of a change
     * the history stays, and its announcement while a pause of it stands. @throws LeaseLost
     */
    async markDelivered(
      { id, isScheduled }: Pick<ClaimedChange, 'id' | 'isScheduled'>,
      reply: Reply | undefined,
      posted: readonly PostedMessage[],
      isDelivered = true,
    ): Promise<void> {
      const announcement = reply && announcementOf(reply, posted)
      if (reply?.waitsUntil) {
        letGo(id)
        const question = { announcement: announcement ?? null, result: null, due_at: reply.waitsUntil }
        // One that is decided already, or asked again since by another process, stays so.
        await updateWaiting(id, question, owner)
        return
      }
      if (isScheduled && reply?.nextRun) {
        const { at, args } = reply.nextRun
        await update(id, { ...FREE, due_at: at, args: { args, omitted: [] }, attempts: 0 })
        return letGo(id)
      }
      if (!reply || (isScheduled && !announcement)) return remove(id)
      await close(id, {
        ...(isDelivered && { delivered_at: inMs(0) }),
        ...(announcement && { announcement, due_at: endOf(announcement), channel: announcement.channel }),
      })
    },

    /** Leaves a change to any process, later the more often it was tried. @throws LeaseLost */
    async postpone(id: string, attempts: number): Promise<void> {
      const ms = Math.min(LONGEST_BACKOFF_MS, 10_000 * 2 ** attempts)
      await update(id, { ...FREE, due_at: inMs(ms) })
      letGo(id)
    },

    async schedule(scheduled: Scheduled): Promise<void> {
      const row = scheduledRow(scheduled)
      await database
        .insertInto('changes')
        .values(row)
        .onConflict(conflict => conflict.column('id').doUpdateSet(row))
        .execute()
    },

    /** Whether something was scheduled with the key. */
    async unschedule(key: string): Promise<boolean> {
      const query = database.deleteFrom('changes').where('id', '=', digest(key))
      return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0n
    },

    /** What is scheduled of an operation in a workspace. */
    async scheduled(operation: OperationId, team: string): Promise<{ actor: string; args: Args }[]> {
      const query = inState(SCHEDULED)
        .where('due_at', 'is not', null)
        .where('operation', '=', operation)
        .where('team', '=', team)
      return (await query.execute())
        .map(decode)
        .map(({ actor, stored }) => ({ actor, args: stored?.args ?? {} }))
    },

    /** Claims up to `limit` changes that are due and that no other process has. */
    async claim(limit: number): Promise<ClaimedChange[]> {
      const from = clock().getTime()
      const now = new Date(from).toISOString()
      const isDue = sql<SqlBool>`due_at <= ${now} and (lease_until is null or lease_until <= ${now})`
      const claimed = await database
        .updateTable('changes')
        .set(({ eb }) => ({
          lease_owner: owner,
          lease_until: inMs(LEASE_MS),
          attempts: eb('attempts', '+', 1),
        }))
        .where('id', 'in', select =>
          select.selectFrom('changes').select('id').where(isDue).orderBy('due_at').limit(limit),
        )
        .where(isDue)
        .returningAll()
        .execute()
      for (const { id } of claimed) hold(id, from)
      return claimed.map(decode)
    },

    /** What waits for a second person: one change, or those about a plan. */
    async waiting(
      organization: string,
      { id, plan }: { id?: string; plan?: string },
    ): Promise<ClaimedChange[]> {
      const query = inState('waiting')
        .where('organization', '=', organization)
        .$if(id !== undefined, query => query.where('id', '=', id ?? ''))
        .$if(plan !== undefined, query => query.where(isAboutAny([{ kind: 'plan', id: plan ?? '' }])))
      return (await query.execute()).map(decode)
    },

    /**
     * Whether a later change is about one of the same subjects; without subjects, whether one is of the same noun in the
     * same organization.
     */
    async isOvertaken(change: {
      id: string
      since: Date
      organization: string
      operation: string
      subjects: readonly Pick<Subject, 'kind' | 'id'>[]
    }): Promise<boolean> {
      const noun = `${nounOf(change.operation)}.`
      const later = database
        .selectFrom('changes')
        .select('id')
        .where('id', '<>', change.id)
        .where('accepted_at', '>', change.since.toISOString())
        .where('organization', '=', change.organization)
        .where('state', 'in', ['done', 'partly', 'unknown'])
        .where(
          change.subjects.length > 0
            ? isAboutAny(change.subjects)
            : sql<SqlBool>`substr(operation, 1, ${noun.length}) = ${noun}`,
        )
      return (await later.limit(1).execute()).length > 0
    },

    /** Deletes expired entries, and delivered changes after 90 days, the oldest first; true where there may be more. */
    async prune(): Promise<boolean> {
      await database.deleteFrom('entries').where('expires_at', '<=', inMs(0)).execute()
      const end = inMs(-HISTORY_DAYS * 24 * 60 * 60_000)
      const { numDeletedRows } = await database
        .deleteFrom('changes')
        .where('id', 'in', select =>
          select
            .selectFrom('changes')
            .select('id')
            .where('accepted_at', '<', end)
            .where('due_at', 'is', null)
            .orderBy('accepted_at')
            .limit(PRUNE_BATCH),
        )
        .executeTakeFirstOrThrow()
      return numDeletedRows >= PRUNE_BATCH
    },
  }
}
