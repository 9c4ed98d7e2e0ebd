import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { type JournalTable, SUBJECT } from '../storage/tables/journal.ts'
import type { EntryState, Past } from './entry.ts'

/** Whose record is read: of an organization, as one of its people may see it, of one plan or of all. */
export type RecordQuery = {
  organization: string
  person: string
  plan?: { id: string; name: string } | undefined
}

/** More than that nobody turns the pages of. */
export const MOST_PAST = 1000

export type PastRecord = ReturnType<typeof createRecord>

/** The record of what was asked for: who, when, what, and what became of it. No reasons and no secrets are in it. */
export function createRecord(database: Database) {
  const seen = ({ organization, person, plan }: RecordQuery) =>
    database
      .selectFrom('journal')
      .where('organization', '=', organization)
      .where(({ or, eb }) => or([eb('private', '=', 0), eb('person', '=', person)]))
      .$if(plan !== undefined, query =>
        query
          .where(SUBJECT, 'in', [`#${plan?.id}`, plan?.name ?? '', '*'])
          .where(({ or, eb }) => or([eb('plans', 'is', null), isAmong(plan?.id)])),
      )

  return {
    /** How many entries there are, or one more than `MOST_PAST`. What is for one person alone only that person sees. */
    async count(asked: RecordQuery): Promise<number> {
      const { count } = await database
        .selectFrom(
          seen(asked)
            .select('id')
            .limit(MOST_PAST + 1)
            .as('some'),
        )
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** So many of them from a place on, latest first. */
    async some(asked: RecordQuery, { from, size }: { from: number; size: number }): Promise<Past[]> {
      const rows = await seen(asked)
        .select(PAST)
        .orderBy(asked.plan ? ofFew : 'asked_at', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset(from)
        .execute()
      return rows.map(pastOf)
    },

    /** How many entries there is still something to do for, by how far they are. */
    async open(): Promise<[EntryState, number][]> {
      const rows = await database
        .selectFrom('journal')
        .select(({ fn }) => ['state', fn.countAll().as('count')])
        .where('lease_until', 'is not', null)
        .groupBy('state')
        .execute()
      const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]))
      return STATES.map(state => [state, counts.get(state) ?? 0])
    },

    /** All entries since a moment, of everybody, in the order in which they were asked for. */
    async *since(moment: Date): AsyncGenerator<Past> {
      let last = { asked_at: moment.toISOString(), id: '' }
      for (;;) {
        const rows = await database
          .selectFrom('journal')
          .select(PAST)
          .where('asked_at', '>=', last.asked_at)
          .where(({ or, eb }) => or([eb('asked_at', '>', last.asked_at), eb('id', '>', last.id)]))
          .orderBy('asked_at')
          .orderBy('id')
          .limit(BATCH)
          .execute()
        yield* rows.map(pastOf)
        const end = rows.at(-1)
        if (end === undefined) return
        last = end
      }
    },
  }
}

const BATCH = 500

/** Whether a plan is among those of an entry. Not by LIKE, which takes other letters for those of an id. */
export const isAmong = (id: string | undefined) => sql<SqlBool>`replace(plans, ${` ${id} `}, '') <> plans`

/** What one plan has is found by its subject and sorted then: no database is to look for it in the order of time. */
const ofFew = sql`coalesce(asked_at, '')`

/** What is left of an entry. */
export const PAST = [
  ...(['id', 'team', 'person', 'operation', 'organization', 'about', 'detail', 'state'] as const),
  ...(['asked_at', 'settled_at', 'announced_at'] as const),
] as const

export const pastOf = (row: Pick<Selectable<JournalTable>, (typeof PAST)[number]>): Past => ({
  id: row.id,
  team: row.team,
  person: row.person,
  operation: row.operation,
  organization: row.organization ?? undefined,
  about: row.about ?? undefined,
  detail: row.detail ?? undefined,
  state: stateOf(row.state),
  askedAt: row.asked_at,
  settledAt: row.settled_at ?? undefined,
  announcedAt: row.announced_at ?? undefined,
})

const STATES: readonly EntryState[] = ['asked', 'sent', 'done', 'partly', 'failed', 'unknown']

export const stateOf = (word: string): EntryState => STATES.find(state => state === word) ?? 'unknown'
