import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Types that both databases return as written. Times are ISO 8601 in UTC as `text`, booleans 0 and 1. */
type Types = { text: string | null; 'text not null': string; 'integer not null': number }

/** The columns of each table; the first is the primary key. */
const TABLES = {
  /**
   * Changes, recorded before Slack is acknowledged and kept for 90 days. Also scheduled tasks of the bot, such
   * as reminders: they have the state `scheduled` and are deleted when done, or once the pauses that their
   * message announces are over.
   */
  changes: {
    id: 'text not null',
    /** Digest of what identifies the Slack request, to recognise repeated deliveries. */
    idempotency_key: 'text not null',
    /** Digest of the button, form or sentence it came from, while using that again counts as the same change. */
    source_key: 'text',
    operation: 'text not null',
    /** Encrypted: the request as received, without secrets. */
    request: 'text',
    /** Encrypted: the validated arguments, stored before anything is sent. */
    args: 'text',
    /** Encrypted: where the answer goes. */
    origin: 'text',
    /** The key of the person's link. */
    actor: 'text not null',
    /** The workspace of the request. */
    team: 'text not null',
    enterprise: 'text',
    organization: 'text',
    /** JSON: `Subject[]`. */
    subjects: 'text not null',
    /** JSON: `ValueChange[]`. */
    detail: 'text not null',
    is_private: 'integer not null',
    /**
     * `accepted`, then `done`, `partly`, `failed` or `unknown`; `waiting` for a second person, then also
     * `declined` or `expired`; or `scheduled`.
     */
    state: 'text not null',
    /** Encrypted: the reply. */
    result: 'text',
    delivered_at: 'text',
    /** Encrypted: the message that announces pauses, while one of them stands, or that asks for approval. */
    announcement: 'text',
    /** The channel of the announcement. */
    channel: 'text',
    /** The process that works on it, and when another may take over. */
    lease_owner: 'text',
    lease_until: 'text',
    /** Counts claims: first to execute it, then to deliver its result. */
    attempts: 'integer not null',
    /** When the runner has to act; null once it is delivered and the pauses it announces are over. */
    due_at: 'text',
    accepted_at: 'text not null',
    finished_at: 'text',
  },
  /** Everything else: encrypted values by kind and key. */
  entries: {
    /** Digest of the kind and the key, which may be a secret such as the id of a ticket. */
    id: 'text not null',
    kind: 'text not null',
    /** Encrypted JSON. */
    value: 'text',
    /** The workspace that it was made in. */
    team: 'text',
    enterprise: 'text',
    /** The key of the person's link. */
    person: 'text',
    /** The organization that it applies to. */
    organization: 'text',
    /** The id by which its kind is looked up: of an organization, a plan or a workspace. */
    subject: 'text',
    /** The name of the subject at that time. */
    name: 'text',
    written_at: 'text not null',
    expires_at: 'text',
  },
} as const satisfies Record<string, Record<string, keyof Types>>

type Row<C extends Record<string, keyof Types>> = { -readonly [K in keyof C]: Types[C[K]] }

export type Tables = { [T in keyof typeof TABLES]: Row<(typeof TABLES)[T]> }

/**
 * - `link`: a person's access token and current organization
 * - `step`: a workflow step that may act in a person's name
 * - `follow`, `protect`, `remind`: who follows a plan, who approves its changes, when a channel is reminded
 * - `ticket`: a request that waits for secrets from the private page
 * - `probe`: checks that the database takes writes
 * - `install`: an installation of the app; `state`: a used OAuth state
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

/** The state of rows that are tasks of the bot, not changes. */
export const SCHEDULED = 'scheduled'

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

/** Run in the order of their names. */
export const migrations: Record<string, Migration> = { '0001-tables': createTables }
