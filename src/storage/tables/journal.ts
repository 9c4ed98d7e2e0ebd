import { type Kysely, sql } from 'kysely'

/**
 * One row a change that somebody asked for. `key` is of the request, `matter` of the button or form that asked, until it
 * failed or was asked for anew; both are digests. What was said with where its answer belongs, where that is once it has
 * moved (`origin`), what was known and what is told are sealed, and gone once it is told. Times are ISO 8601 in UTC.
 */
export type JournalTable = {
  id: string
  key: string
  matter: string | null
  team: string
  person: string
  operation: string
  organization: string | null
  /** 1 where it is for one person alone. */
  private: number
  state: string
  said: string | null
  origin: string | null
  known: string | null
  reply: string | null
  /** What it was about, in words; the ids of the plans that were changed, each between spaces. */
  about: string | null
  plans: string | null
  /** To what it was changed, in words. */
  detail: string | null
  lease_owner: string | null
  /** Nothing where nothing is left to do. */
  lease_until: string | null
  attempts: number
  asked_at: string
  settled_at: string | null
  announced_at: string | null
}

/** What is left of an entry with which there is nothing more to do: nobody's, and nothing of what was said. */
export const DONE_WITH = {
  ...{ said: null, origin: null, known: null, reply: null },
  ...{ lease_owner: null, lease_until: null },
}

export const createJournalTable = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .createTable('journal')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('key', 'text', column => column.notNull().unique())
      .addColumn('matter', 'text', column => column.unique())
      .addColumn('team', 'text', column => column.notNull())
      .addColumn('person', 'text', column => column.notNull())
      .addColumn('operation', 'text', column => column.notNull())
      .addColumn('organization', 'text')
      .addColumn('private', 'integer', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('said', 'text')
      .addColumn('origin', 'text')
      .addColumn('known', 'text')
      .addColumn('reply', 'text')
      .addColumn('about', 'text')
      .addColumn('plans', 'text')
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'text')
      .addColumn('attempts', 'integer', column => column.notNull())
      .addColumn('asked_at', 'text', column => column.notNull())
      .addColumn('settled_at', 'text')
      .addColumn('announced_at', 'text')
      .execute()
    await database.schema
      .createIndex('journal_lease')
      .on('journal')
      .column('lease_until')
      .where('lease_until', 'is not', null)
      .execute()
    await database.schema
      .createIndex('journal_record')
      .on('journal')
      .columns(['organization', 'asked_at'])
      .execute()
    await database.schema.createIndex('journal_time').on('journal').column('asked_at').execute()
  },
}

/**
 * By what an entry is found in the history of a plan: `#` and the id of the one that it changed, `*` where these are
 * several, or else its words. The index is of just this expression, so it stays as it is.
 */
export const SUBJECT = sql<string | null>`case
  when plans is null then substr(about, 1, 200)
  when replace(trim(plans), ' ', '') = trim(plans) then '#' || trim(plans)
  else '*' end`

/** A record tells to what something was changed. */
export const addDetails = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema.alterTable('journal').addColumn('detail', 'text').execute()
  },
}

/** The history of one plan is found without looking through all of its organization's. */
export const indexJournalSubjects = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create index journal_subject on journal (organization, (${SUBJECT}), asked_at)`.execute(
      database,
    )
  },
}
