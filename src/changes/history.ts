import { type SqlBool, sql } from 'kysely'
import {
  CHANGE_STATES,
  type ChangeState,
  HISTORY_LIMIT,
  type HistoryQuery,
  type PastChange,
} from '../core/change.ts'
import type { Subject } from '../core/operation.ts'
import { blocksOf, type PostedMessage, type Reply } from '../message/reply.ts'
import type { Database } from '../storage/database.ts'
import { SCHEDULED, type Tables } from '../storage/schema.ts'
import type { Announcement, ChangeRows } from './change-rows.ts'

const BATCH = 500

/** Creates the history of changes, for people, operators and metrics. */
export function createHistory(database: Database) {
  const visible = ({ organization, person, subject }: HistoryQuery) =>
    database
      .selectFrom('changes')
      .where('organization', '=', organization)
      .where('state', '<>', SCHEDULED)
      // Decisions are part of the change that they concern.
      .where('operation', 'not like', 'approval.%')
      .where(({ and, or, eb }) =>
        or([eb('actor', '=', person), and([eb('is_private', '=', 0), eb('state', '!=', 'failed')])]),
      )
      .$if(subject !== undefined, query => query.where(isAboutAny(subject ? [subject] : [])))

  return {
    async count(query: HistoryQuery): Promise<number> {
      const some = visible(query)
        .select('id')
        .limit(HISTORY_LIMIT + 1)
      const { count } = await database
        .selectFrom(some.as('some'))
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async find(query: HistoryQuery, id: string): Promise<PastChange | undefined> {
      const row = await visible(query).select(PAST_COLUMNS).where('id', '=', id).executeTakeFirst()
      return row && pastChangeOf(row)
    },

    async page(query: HistoryQuery, { from, size }: { from: number; size: number }): Promise<PastChange[]> {
      const rows = await visible(query)
        .select(PAST_COLUMNS)
        .orderBy('accepted_at', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset(from)
        .execute()
      return rows.map(pastChangeOf)
    },

    /** Counts the undelivered changes by state. */
    async openCounts(): Promise<[ChangeState, number][]> {
      const rows = await database
        .selectFrom('changes')
        .select(({ fn }) => ['state', fn.countAll().as('count')])
        .where('due_at', 'is not', null)
        .where('delivered_at', 'is', null)
        .where('state', '<>', SCHEDULED)
        .groupBy('state')
        .execute()
      const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]))
      return CHANGE_STATES.map(state => [state, counts.get(state) ?? 0])
    },

    /** All changes of all people since a time, oldest first. */
    async *since(time: Date): AsyncGenerator<PastChange> {
      let last: PastChange | undefined
      do {
        const { acceptedAt = time.toISOString(), id = '' } = last ?? {}
        const rows = await database
          .selectFrom('changes')
          .select(PAST_COLUMNS)
          .where('state', '<>', SCHEDULED)
          .where(sql<SqlBool>`(accepted_at, id) > (${acceptedAt}, ${id})`)
          .orderBy('accepted_at')
          .orderBy('id')
          .limit(BATCH)
          .execute()
        const page = rows.map(pastChangeOf)
        yield* page
        last = page.at(-1)
      } while (last)
    },
  }
}

/** Creates the store of announcements, which are part of their changes. */
export function createAnnouncementStore({ database, encode, decode }: ChangeRows & { database: Database }) {
  return {
    /** The announcements of pauses of some plans. */
    async announcements(organization: string, plans: readonly string[]) {
      const rows = await database
        .selectFrom('changes')
        .selectAll()
        .where('organization', '=', organization)
        .where('announcement', 'is not', null)
        .where(isAboutAny(plans.map(id => ({ kind: 'plan', id }))))
        .execute()
      return rows.flatMap(row => {
        const { id, announcement } = decode(row)
        return announcement ? [{ id, announcement, sealed: row.announcement }] : []
      })
    },

    /** The channel of the last announcement of each plan, if it is the same for all. */
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

    /**
     * Updates an announcement; undefined once none of its pauses stands. Resolves to false if it is no longer as it
     * was read (`sealed`).
     */
    async updateAnnouncement(id: string, sealed: string | null, announcement?: Announcement) {
      const query = database
        .updateTable('changes')
        .set(encode(id, announcement ? { announcement } : { announcement: null, due_at: null }))
        .where('id', '=', id)
        .where('announcement', 'is not distinct from', sealed)
      return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n
    },
  }
}

/** When the last pause of an announcement ends. */
export const endOf = ({ pauses }: Announcement): string | null =>
  pauses
    .map(({ endsAt }) => endsAt)
    .toSorted()
    .at(-1) ?? null

/** The announcement in a posted reply, if it announces something. */
export function announcementOf(reply: Reply, posted: readonly PostedMessage[]): Announcement | undefined {
  const { announces, remindsOf: pauses = announces ?? (reply.waitsUntil ? [] : undefined), text } = reply
  const last = posted.at(-1)
  if (!last || !pauses) return undefined
  return { ...last, copies: posted.slice(0, -1), text, blocks: blocksOf(reply), pauses, outcomes: [] }
}

/** Whether a change concerns one of the subjects: a substring of the JSON that the store writes. Quotes are escaped in names. */
export function isAboutAny(subjects: readonly Pick<Subject, 'kind' | 'id'>[]) {
  const parts = subjects.map(({ kind, id }) => JSON.stringify({ kind, id }).slice(0, -1).toWellFormed())
  const matches = parts.map(part => sql<SqlBool>`replace(subjects, ${`${part},`}, '') <> subjects`)
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`
}

export const PAST_COLUMNS = [
  'id',
  'operation',
  'actor',
  'team',
  'organization',
  'subjects',
  'detail',
  'state',
  'accepted_at',
  'finished_at',
  'delivered_at',
] as const

export const pastChangeOf = (row: Pick<Tables['changes'], (typeof PAST_COLUMNS)[number]>): PastChange => ({
  id: row.id,
  operation: row.operation,
  actor: row.actor,
  team: row.team,
  organization: row.organization ?? undefined,
  subjects: JSON.parse(row.subjects),
  detail: JSON.parse(row.detail),
  state: CHANGE_STATES.find(state => state === row.state) ?? 'unknown',
  acceptedAt: row.accepted_at,
  finishedAt: row.finished_at ?? undefined,
  deliveredAt: row.delivered_at ?? undefined,
})
