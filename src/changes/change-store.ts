import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import type { Approval, Step } from '../core/approval.ts'
import { type Args, nounOf, type OperationId } from '../core/args.ts'
import type { Caller } from '../core/authenticate.ts'
import {
  type ChangeState,
  HISTORY_DAYS,
  type KnownChange,
  type PastChange,
  type StoredArgs,
} from '../core/change.ts'
import { NotRecorded } from '../core/errors.ts'
import type { Subject, ValueChange } from '../core/operation.ts'
import type { OperationRequest } from '../core/outcome.ts'
import type { PersonKey } from '../core/person.ts'
import type { Block } from '../message/blocks.ts'
import { parseJson } from '../message/json.ts'
import type { Mrkdwn } from '../message/mrkdwn.ts'
import { type AnnouncedPause, blocksOf, type PostedMessage, type Reply } from '../message/reply.ts'
import { type Database, durably } from '../storage/database.ts'
import type { Sealer } from '../storage/encryption.ts'
import { CLOSED, SCHEDULED, type Tables } from '../storage/schema.ts'
import { isAboutAny, PAST_COLUMNS, pastChangeOf } from './history.ts'

/** How long a process keeps a change without renewing its lease. */
export const LEASE_MS = 20_000

/** What is sent has so much time to go out before the lease ends. */
const MARGIN_MS = 2000

/** How long a finished change is kept for the process that delivers its result. */
const DELIVERY_MS = 25_000

const LONGEST_BACKOFF_MS = 5 * 60_000
const PRUNE_BATCH = 500

/** Rows of one statement: SQLite takes 32,766 values, and a row has some 25. */
const INSERT_BATCH = 500

/** No process works on it. */
const FREE = { lease_owner: null, lease_until: null }

/** Another process has the change now, and does what is left to do. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** A request as it came; `omitted` names the arguments and inputs that hold secrets, which are not stored. */
export type StoredRequest = Omit<OperationRequest, 'operation'> & {
  omitted: readonly string[]
  /** When it was said, as ISO 8601, where that is known: phrases are read at that time. */
  sentAt?: string | undefined
}

export type NewChange = {
  id: string
  key: string
  /** Using the same source again is the same change for `ttlMs` after its delivery, or `inFlight` alone. */
  source: { key: string; ttlMs: number | 'inFlight' } | undefined
  operation: string
  request: StoredRequest
  origin: unknown
  actor: string
  team: string
  enterprise?: string | undefined
  organization: string | undefined
  isPrivate: boolean
}

/** What another process left behind. What is over is undefined, and so is what no key opens. */
export type ClaimedChange = PastChange & {
  request: StoredRequest | undefined
  stored: StoredArgs | undefined
  origin: unknown
  result: Reply | undefined
  /** Set where its pauses are over by now. */
  announcement: Announcement | undefined
  /** How often it was claimed, this time included. */
  attempts: number
  /** No change: the bot does it by itself, now. */
  isScheduled: boolean
}

/** An operation that the bot runs for a person at a time; its reply goes to the origin. Arguments and origin are JSON. */
export type Scheduled = {
  /** One of them is scheduled at a time: a later one takes its place. */
  key: string
  operation: OperationId
  args: Args
  origin: unknown
  actor: PersonKey
  team: string
  enterprise: string | null
  dueAt: Date
  /** The pauses that the reply announces. */
  about?: readonly AnnouncedPause[]
}

/** A change that is to wait for a second person, and the question. */
type Waiting = Required<Pick<StoredRequest, 'args'>> & {
  approval: Approval
  reply: Reply
  subjects: readonly Subject[]
  detail: readonly ValueChange[]
  origin: unknown
}

/** A row that waits, with its approval. */
type WaitingRow = { approval: Approval; row: Tables['changes'] }

/** A decision: `reply` tells the asker that it is declined, `take` says who does it in their place. */
type Decided = {
  step: Step
  by: PersonKey
  reply?: Reply | undefined
  take?: (Caller['workspace'] & { origin: object }) | undefined
}

/** A message that announces pauses: what it said, which pauses still stand, and what became of the others. */
export type Announcement = PostedMessage & {
  /** Where the same was told before: to the person who asked alone. */
  copies: readonly PostedMessage[]
  text: Mrkdwn
  blocks: Block[]
  pauses: readonly AnnouncedPause[]
  fates: readonly Mrkdwn[]
}

export type ChangeStore = ReturnType<typeof createChangeStore>

/**
 * The table of changes. Unique keys decide which requests are the same change; a lease, which process works on it.
 * @param owner names this process
 */
export function createChangeStore(deps: {
  database: Database
  sealer: Sealer
  clock: () => Date
  owner: string
}) {
  const { database, sealer, clock, owner } = deps

  /** When the leases of this process end; they are renewed as long as it works. */
  const held = new Map<string, number>()

  const inMs = (ms: number): string => new Date(clock().getTime() + ms).toISOString()

  function hold(id: string): string {
    held.set(id, clock().getTime() + LEASE_MS)
    return inMs(LEASE_MS)
  }

  const letGo = (id: string): void => void held.delete(id)

  const seal = (content: unknown, id: string): string =>
    sealer.seal(JSON.stringify(content ?? null).toWellFormed(), id)

  function open<T>(schema: z.ZodType<T>, sealed: string | null, id: string): T | undefined {
    const text = sealed === null ? undefined : sealer.openIfCan(sealed, id)
    return text === undefined ? undefined : schema.safeParse(parseJson(text)).data
  }

  /** @throws LeaseLost */
  async function update(
    id: string,
    to: Updateable<Tables['changes']>,
    connection: Database = database,
  ): Promise<void> {
    const { numUpdatedRows } = await connection
      .updateTable('changes')
      .set(to)
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return
    letGo(id)
    throw new LeaseLost()
  }

  function scheduledRow({
    key,
    dueAt,
    args,
    origin,
    about = [],
    ...scheduled
  }: Scheduled): Tables['changes'] {
    const id = digest(key)
    return {
      ...{ ...scheduled, ...CLOSED, id, idempotency_key: id, source_key: null },
      ...{ args: seal({ args, omitted: [] }, id), origin: seal(origin, id) },
      organization: about[0]?.organization ?? null,
      subjects: formatSubjectsJson(about.map(({ plan, name }) => ({ kind: 'plan', id: plan, name }))),
      ...{ detail: '[]', is_private: 1, state: SCHEDULED, attempts: 0 },
      ...{ due_at: dueAt.toISOString(), accepted_at: inMs(0), finished_at: null, delivered_at: null },
      channel: null,
    }
  }

  const claimedOf = (row: Tables['changes']): ClaimedChange => ({
    ...pastChangeOf(row),
    request: open(requestSchema, row.request, row.id),
    stored: open(storedSchema, row.args, row.id),
    origin: open(z.unknown(), row.origin, row.id),
    result: open(replySchema, row.result, row.id),
    announcement: open(announcementSchema, row.announcement, row.id),
    attempts: row.attempts,
    isScheduled: row.state === SCHEDULED,
  })

  /** Changes that are accepted in one turn of the event loop: a sync costs more than all else, so they share one. */
  let waiting: { rows: Tables['changes'][]; inserted: Promise<ReadonlySet<string>> } | undefined

  /** Resolves to the ids of the rows whose keys were free. */
  async function insertWaiting(): Promise<ReadonlySet<string>> {
    await setImmediate()
    const rows = waiting?.rows ?? []
    waiting = undefined
    const inserted = await durably(database, connection =>
      connection
        .insertInto('changes')
        .values(rows)
        .onConflict(conflict => conflict.doNothing())
        .returning('id')
        .execute(),
    )
    return new Set(inserted.map(({ id }) => id))
  }

  /** Inserts a row, synced to disk; false where a key of it is taken. @throws NotRecorded */
  async function insert({ id, ...change }: NewChange): Promise<boolean> {
    const row: Tables['changes'] = {
      ...{ id, operation: change.operation, actor: change.actor },
      ...{ team: change.team, enterprise: change.enterprise ?? null },
      ...{
        idempotency_key: digest(change.key),
        source_key: change.source ? digest(change.source.key) : null,
      },
      ...{ request: seal(change.request, id), args: null, origin: seal(change.origin, id), result: null },
      ...{ organization: change.organization ?? null, subjects: '[]', detail: '[]' },
      ...{ is_private: change.isPrivate ? 1 : 0, state: 'accepted', attempts: 0 },
      ...{ lease_owner: owner, lease_until: hold(id), due_at: inMs(0), accepted_at: inMs(0) },
      ...{ finished_at: null, delivered_at: null, announcement: null, channel: null },
    }
    try {
      waiting ??= { rows: [], inserted: insertWaiting() }
      waiting.rows.push(row)
      const isInserted = (await waiting.inserted).has(id)
      if (!isInserted) letGo(id)
      return isInserted
    } catch (cause) {
      letGo(id)
      // The insert may have succeeded although the database did not say so.
      await database
        .deleteFrom('changes')
        .where('id', '=', id)
        .execute()
        .catch(() => {
          throw new NotRecorded(false, cause)
        })
      throw new NotRecorded(true, cause)
    }
  }

  return {
    /**
     * Records a change; gives the earlier one that is the same, where there is one.
     * @throws NotRecorded
     */
    async accept(change: NewChange): Promise<KnownChange | undefined> {
      for (let tries = 0; tries < 4; tries += 1) {
        if (await insert(change)) return undefined
        const { source } = change
        const [key, sourceKey] = [digest(change.key), source ? digest(source.key) : '']
        const found = await database
          .selectFrom('changes')
          .select([...PAST_COLUMNS, 'idempotency_key', 'due_at'])
          .where(({ or, eb }) => or([eb('idempotency_key', '=', key), eb('source_key', '=', sourceKey)]))
          .execute()
          .catch((cause: unknown) => {
            throw new NotRecorded(false, cause)
          })
        const same = found.find(row => row.idempotency_key === key)
        const earlier = same ?? found[0]
        if (earlier && (same || (source && !isOver(earlier, source.ttlMs))))
          return { kind: 'known', change: pastChangeOf(earlier), repeats: same ? 'request' : 'source' }
        // Frees the source; the unique index picks the next change that has it.
        if (earlier)
          await database
            .updateTable('changes')
            .set({ source_key: null })
            .where('id', '=', earlier.id)
            .execute()
      }
      throw new NotRecorded(true)
    },

    /** Stores the arguments, with which recovery continues. @throws LeaseLost */
    storeArgs: (id: string, stored: StoredArgs, subjects: readonly Subject[]): Promise<void> =>
      update(id, {
        args: seal(stored, id),
        subjects: formatSubjectsJson(subjects),
        lease_until: hold(id),
      }),

    /** @throws LeaseLost */
    updateOrigin: (id: string, origin: unknown): Promise<void> => update(id, { origin: seal(origin, id) }),

    /** Stores what came of a change, before anyone is told, and at once what is scheduled with it. @throws LeaseLost */
    async finish(id: string, { scheduled = [], freesSource, ...finished }: Finished): Promise<void> {
      const row: Updateable<Tables['changes']> = {
        state: finished.state,
        result: seal(finished.reply, id),
        detail: JSON.stringify(finished.detail).toWellFormed(),
        ...(finished.subjects && { subjects: formatSubjectsJson(finished.subjects) }),
        ...(finished.organization && { organization: finished.organization }),
        ...(freesSource && { source_key: null }),
        request: null,
        args: null,
        // From now on they count deliveries.
        attempts: 0,
        finished_at: inMs(0),
        lease_until: inMs(DELIVERY_MS),
      }
      const rows = scheduled.map(scheduledRow)
      if (rows.length === 0) await update(id, row)
      else
        await database.transaction().execute(async transaction => {
          await update(id, row, transaction)
          for (let from = 0; from < rows.length; from += INSERT_BATCH)
            await transaction
              .insertInto('changes')
              .values(rows.slice(from, from + INSERT_BATCH))
              .onConflict(conflict => conflict.column('id').doNothing())
              .execute()
        })
      // Not renewed: another process delivers it, should this one hang.
      letGo(id)
    },

    /** Asks a second person, now or, with another `origin`, by the runner. @throws LeaseLost */
    async wait(id: string, { approval, args, reply, subjects, detail, origin }: Waiting): Promise<void> {
      await update(id, {
        ...{ state: 'waiting', detail: JSON.stringify(detail), subjects: formatSubjectsJson(subjects) },
        ...{ request: seal({ args, omitted: [], approval }, id), args: null, result: seal(reply, id) },
        ...(origin === undefined
          ? { lease_until: inMs(DELIVERY_MS) }
          : { ...FREE, origin: seal(origin, id), due_at: inMs(0) }),
        attempts: 0,
      })
      letGo(id)
    },

    /** The question is asked: it stands until somebody decides, as they may have done, or its time is over. */
    async markAsked(id: string, until: string, message: Announcement | undefined): Promise<void> {
      letGo(id)
      await database
        .updateTable('changes')
        .set({ ...FREE, result: null, announcement: message ? seal(message, id) : null, due_at: until })
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .where('state', '=', 'waiting')
        .execute()
    },

    /** What waits for a second person, until its time is over. */
    async waiting(organization: string, id: string): Promise<WaitingRow | undefined> {
      const row = await database
        .selectFrom('changes')
        .selectAll()
        .where('id', '=', id)
        .where('organization', '=', organization)
        .where('state', '=', 'waiting')
        .executeTakeFirst()
      const { approval } = (row && open(requestSchema, row.request, id)) ?? {}
      return row && approval && approval.until > inMs(0) ? { approval, row } : undefined
    },

    /** Decides about a change that waits: one decision counts. False where it waits no more. */
    async decide({ row, approval }: WaitingRow, { step, by, reply, take }: Decided): Promise<boolean> {
      const { id } = row
      const request = {
        ...open(requestSchema, row.request, id),
        saidAt: inMs(0),
        approval: { ...approval, by },
      }
      const { channel, thread, about, step: ended } = open(originSchema, row.origin, id) ?? {}
      const { numUpdatedRows } = await database
        .updateTable('changes')
        .set({
          ...{ ...FREE, announcement: null, due_at: inMs(0), attempts: 0 },
          detail: JSON.stringify([...pastChangeOf(row).detail, { field: step, after: by }]),
          ...(reply
            ? { state: 'declined', request: null, result: seal(reply, id), finished_at: inMs(0) }
            : { state: 'accepted', request: seal(request, id), result: null }),
          ...(take && {
            ...{ actor: by, team: take.team, enterprise: take.enterprise ?? null },
            origin: seal({ ...take.origin, channel, thread, about, step: ended }, id),
          }),
        })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /**
     * Only the history is left of it, and the message that announces its pauses. `isDelivered` is false where no one is
     * to be told. @throws LeaseLost
     */
    async close(
      id: string,
      isDelivered: boolean,
      {
        state,
        announcement,
      }: { state?: ChangeState | undefined; announcement?: Announcement | undefined } = {},
    ): Promise<void> {
      await update(id, {
        ...CLOSED,
        ...(isDelivered && { delivered_at: inMs(0) }),
        ...(state && { state }),
        ...(announcement && {
          announcement: seal(announcement, id),
          due_at: endOf(announcement),
          channel: announcement.channel,
        }),
      })
      letGo(id)
    },

    /** The messages that announce pauses of some plans. */
    async announcements(organization: string, plans: readonly string[]) {
      const rows = await database
        .selectFrom('changes')
        .select(['id', 'announcement'])
        .where('organization', '=', organization)
        .where('announcement', 'is not', null)
        .where(isAboutAny(plans.map(id => ({ kind: 'plan', id }))))
        .execute()
      return rows.flatMap(({ id, announcement: sealed }) => {
        const announcement = open(announcementSchema, sealed, id)
        return announcement ? [{ id, announcement }] : []
      })
    },

    /** The channel in which each of these plans was announced last; undefined where there is no such one. */
    async channelOf(
      team: string,
      organization: string,
      plans: Iterable<string>,
    ): Promise<string | undefined> {
      let channel: string | undefined
      for (const id of plans) {
        const row = await database
          .selectFrom('changes')
          .select('channel')
          .where('organization', '=', organization)
          .where('team', '=', team)
          .where('channel', 'not like', 'D%')
          .where(isAboutAny([{ kind: 'plan', id }]))
          .orderBy('accepted_at', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (!row?.channel || row.channel !== (channel ?? row.channel)) return undefined
        channel = row.channel
      }
      return channel
    },

    /** Stores what a message announces now; undefined where nothing of it stands any more. */
    async updateAnnouncement(id: string, announcement: Announcement | undefined): Promise<void> {
      await database
        .updateTable('changes')
        .set(announcement ? { announcement: seal(announcement, id) } : { announcement: null, due_at: null })
        .where('id', '=', id)
        .execute()
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
      const { numDeletedRows } = await database
        .deleteFrom('changes')
        .where('id', '=', digest(key))
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },

    /** What is scheduled of an operation in a workspace. */
    async scheduled(operation: OperationId, team: string): Promise<{ actor: string; args: Args }[]> {
      const rows = await database
        .selectFrom('changes')
        .select(['id', 'actor', 'args'])
        .where('state', '=', SCHEDULED)
        .where('due_at', 'is not', null)
        .where('operation', '=', operation)
        .where('team', '=', team)
        .execute()
      return rows.map(({ id, actor, args }) => ({ actor, args: open(storedSchema, args, id)?.args ?? {} }))
    },

    /** Leaves what was done to the next time that it is due, with other arguments. @throws LeaseLost */
    async repeat(id: string, { at, args }: NonNullable<Reply['again']>): Promise<void> {
      await update(id, {
        ...{ due_at: at, args: seal({ args, omitted: [] }, id) },
        ...{ attempts: 0, lease_owner: null, lease_until: null },
      })
      letGo(id)
    },

    /** Leaves a change to any process, later the more often it was tried. @throws LeaseLost */
    async postpone(id: string, attempts: number): Promise<void> {
      const ms = Math.min(LONGEST_BACKOFF_MS, 10_000 * 2 ** attempts)
      await update(id, { due_at: inMs(ms), lease_owner: null, lease_until: null })
      letGo(id)
    },

    /** It was no change: there is something to ask first, or nothing to do, or it is done. */
    async delete(id: string): Promise<void> {
      letGo(id)
      await database.deleteFrom('changes').where('id', '=', id).where('lease_owner', '=', owner).execute()
    },

    /** Claims up to `limit` changes that are due and that no other process has. */
    async claim(limit: number): Promise<ClaimedChange[]> {
      const now = inMs(0)
      const isDue = sql<SqlBool>`due_at <= ${now} and (lease_until is null or lease_until <= ${now})`
      const rows = await database
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
      for (const { id } of rows) hold(id)
      return rows.map(claimedOf)
    },

    /** Whether this process has the change for long enough to send something. */
    isHeld: (id: string): boolean => (held.get(id) ?? 0) - MARGIN_MS > clock().getTime(),

    letGo,

    /** Renews the leases of this process that have run for half their time. */
    async renew(): Promise<void> {
      const now = clock().getTime()
      const ids = [...held].filter(([, until]) => until - now < LEASE_MS / 2).map(([id]) => id)
      if (ids.length === 0) return
      const renewed = await database
        .updateTable('changes')
        .set({ lease_until: inMs(LEASE_MS) })
        .where('id', 'in', ids)
        .where('lease_owner', '=', owner)
        .returning('id')
        .execute()
      const own = new Set(renewed.map(({ id }) => id))
      for (const id of ids) {
        if (!own.has(id)) letGo(id)
        else if (held.has(id)) held.set(id, now + LEASE_MS)
      }
    },

    /**
     * Whether a later change is about one of the same subjects; without subjects, whether one is of the same noun in the
     * same organization.
     */
    async isOvertaken(change: Overtakable): Promise<boolean> {
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

    /** Deletes delivered changes after 90 days, the oldest first; true where there may be more. */
    async prune(): Promise<boolean> {
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

  /** Whether an earlier change with the same source does not count any more. */
  function isOver(row: Pick<Tables['changes'], OverColumns>, ttlMs: number | 'inFlight'): boolean {
    if (row.state === 'failed') return true
    const isClosed = row.due_at === null || row.delivered_at !== null
    if (ttlMs === 'inFlight') return row.finished_at !== null || isClosed
    const end = Date.parse(row.delivered_at ?? row.finished_at ?? row.accepted_at)
    return isClosed && clock().getTime() - end >= ttlMs
  }
}

type OverColumns = 'state' | 'finished_at' | 'delivered_at' | 'accepted_at' | 'due_at'

/** What came of a change; subjects and organization where they were not known before. */
export type Finished = {
  state: ChangeState
  reply: Reply
  detail: readonly ValueChange[]
  subjects?: readonly Subject[]
  organization?: string | undefined
  scheduled?: readonly Scheduled[]
  freesSource?: boolean | undefined
}

/** A change that may be overtaken, and what it is about. */
export type Overtakable = {
  id: string
  since: Date
  organization: string
  operation: string
  subjects: readonly Pick<Subject, 'kind' | 'id'>[]
}

/** The members in this order: `isAboutAny` looks for them. */
const formatSubjectsJson = (subjects: readonly Subject[]): string =>
  JSON.stringify(subjects, ['kind', 'id', 'name']).toWellFormed()

const digest = (text: string): string => hash('sha256', text, 'base64url')

// What opens was written by this program: the operation validates its arguments once more.
const isObject = (content: unknown) => typeof content === 'object' && content !== null
const requestSchema = z.custom<StoredRequest>(isObject)
/** What of an origin says where the asker is. */
const originSchema = z.custom<{ channel?: string; thread?: string; about?: string; step?: string }>(isObject)
const storedSchema = z.custom<StoredArgs>(isObject)
const replySchema = z.custom<Reply>(isObject)
const announcementSchema = z.custom<Announcement>(isObject)

/** When all pauses of an announcement are over. */
const endOf = ({ pauses }: Announcement): string | null =>
  pauses
    .map(({ endsAt }) => endsAt)
    .toSorted()
    .at(-1) ?? null

/** The announcement that a reply became by being posted. */
export function announcementOf(reply: Reply, posted: readonly PostedMessage[]): Announcement | undefined {
  const { announces, remindsOf: pauses = announces ?? (reply.waitsUntil ? [] : undefined), text } = reply
  const last = posted.at(-1)
  if (!last || !pauses) return undefined
  return { ...last, copies: posted.slice(0, -1), text, blocks: blocksOf(reply), pauses, fates: [] }
}
