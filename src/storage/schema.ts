import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What both databases read as it was written. Times are ISO 8601 in UTC as `text`, booleans 0 and 1. */
type Types = { text: string | null; 'text not null': string; 'integer not null': number }

/** The columns of every table; the first one is its primary key. */
const TABLES = {
  /**
   * Changes that people asked for, from before Slack is acknowledged until 90 days later; and what the bot
   * does later by itself, such as reminders: those have the state `scheduled`, and are deleted when they are
   * done, or stay as long as their message announces pauses.
   */
  changes: {
    id: 'text not null',
    /** Digest of the Slack request: a repeated delivery is the same change. */
    idempotency_key: 'text not null',
    /** Digest of the button, form or typed sentence that it came from, while using that again is the same change. */
    source_key: 'text',
    operation: 'text not null',
    /** Sealed: the request as it came, without secrets. */
    request: 'text',
    /** Sealed: the validated arguments, stored before anything is sent. */
    args: 'text',
    /** Sealed: where the answer goes. */
    origin: 'text',
    /** The key of the person's link. */
    actor: 'text not null',
    /** The workspace that it was asked for in. */
    team: 'text not null',
    enterprise: 'text',
    organization: 'text',
    /** JSON: what it is about, as `Subject[]`. */
    subjects: 'text not null',
    /** JSON: what it changed, as `ValueChange[]`. */
    detail: 'text not null',
    is_private: 'integer not null',
    /**
     * `accepted`, then `done`, `partly`, `failed` or `unknown`; `waiting` for a second person, then also
     * `declined` or `expired`; or `scheduled`.
     */
    state: 'text not null',
    /** Sealed: the reply. */
    result: 'text',
    delivered_at: 'text',
    /** Sealed: the message that announces pauses, as long as one of them stands, or that asks a second person. */
    announcement: 'text',
    /** Where it was announced. */
    channel: 'text',
    /** The process that works on it, and until when no other one does. */
    lease_owner: 'text',
    lease_until: 'text',
    /** How often it was claimed: to execute it, then to deliver its result. */
    attempts: 'integer not null',
    /** When there is something to do; null when it is delivered, and the pauses are over that it announces. */
    due_at: 'text',
    accepted_at: 'text not null',
    finished_at: 'text',
  },
  /** All else that is kept, each sealed value under its kind and its key. */
  entries: {
    /** Digest of the kind and the key, which may be a secret such as the id of a ticket. */
    id: 'text not null',
    kind: 'text not null',
    /** Sealed JSON. */
    value: 'text',
    /** The workspace through which it was made. */
    team: 'text',
    enterprise: 'text',
    /** The key of the person's link. */
    person: 'text',
    /** The organization in which it holds. */
    organization: 'text',
    /** What entries of its kind are looked up by: an organization, a plan, a workspace. */
    subject: 'text',
    /** The name of the subject, when it was written. */
    name: 'text',
    written_at: 'text not null',
    expires_at: 'text',
  },
} as const satisfies Record<string, Record<string, keyof Types>>

type Row<C extends Record<string, keyof Types>> = { -readonly [K in keyof C]: Types[C[K]] }

export type Tables = { [T in keyof typeof TABLES]: Row<(typeof TABLES)[T]> }

/**
 * - `link`: the access token of a person, and their organization
 * - `step`: a step of a workflow that a person has allowed to act in their name
 * - `follow`, `protect`, `remind`: who hears of a plan, who has to approve its changes, when a channel is
 *   reminded
 * - `ticket`: a request that waits on the private page for its secrets
 * - `probe`: a check whether the database takes writes
 * - `install`: an installation of the app; `state`: a used state of OAuth
 */
export type EntryKind =
  | 'link'
  | 'step'
  | 'follow'
  | 'protect'
  | 'remind'
  | 'ticket'
  | 'probe'
  | 'install'
  | 'state'

/** The state of what is not a change: the bot does it later by itself. */
export const SCHEDULED = 'scheduled'

/** What a delivered change loses: everything sealed, and its lease. */
export const CLOSED = {
  request: null,
  args: null,
  origin: null,
  result: null,
  announcement: null,
  lease_owner: null,
  lease_until: null,
  due_at: null,
} satisfies Partial<Tables['changes']>

const createTables: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    for (const [table, columns] of Object.entries(TABLES)) {
      let create = schema.createTable(table)
      for (const [index, [name, type]] of Object.entries(columns).entries())
        create = create.addColumn(name, type === 'integer not null' ? 'integer' : 'text', column => {
          const constrained = type === 'text' ? column : column.notNull()
          return index === 0 ? constrained.primaryKey() : constrained
        })
      await create.execute()
    }
    const index = (name: string) => schema.createIndex(`changes_${name}`).on('changes')
    await index('idempotency').unique().column('idempotency_key').execute()
    await index('source').unique().column('source_key').execute()
    await index('due').column('due_at').where('due_at', 'is not', null).execute()
    await index('announced').column('organization').where(sql.ref('announcement'), 'is not', null).execute()
    await index('history').columns(['organization', 'accepted_at']).execute()
    await index('accepted').column('accepted_at').execute()
    const entries = (name: string) => schema.createIndex(`entries_${name}`).on('entries')
    await entries('subject').columns(['kind', 'subject']).execute()
    await entries('person').column('person').execute()
  },
}

/** In the order of their names. */
export const migrations: Record<string, Migration> = { '0001-tables': createTables }
