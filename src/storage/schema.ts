import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Workspace } from '../core/person.ts'

/** What both databases read as it was written. Times are ISO 8601 in UTC as `text`, booleans 0 and 1. */
type Types = { text: string | null; 'text not null': string; 'integer not null': number }

/** The columns of every table; the first one is its primary key. */
const TABLES = {
  /**
   * Changes that people asked for, from before Slack is acknowledged until 90 days later; and what the bot does later by
   * itself, such as reminders: those have the state `scheduled`, and are deleted when they are done, or stay as long as
   * their message announces pauses.
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
    /** `accepted`, then `done`, `partly`, `failed` or `unknown`; `waiting` for a second person, then also `declined` or `expired`; or `scheduled`. */
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
  /** The steps of workflows that a person has allowed to act in their name, until they unlink. */
  allowed_steps: {
    /** Digest of the person, their organization and what the step does. */
    id: 'text not null',
    /** The key of the person's link. */
    person: 'text not null',
    allowed_at: 'text not null',
    team: 'text',
    enterprise: 'text',
  },
  /** When a person opened the Home tab last, and in which workspace. */
  homes: { person: 'text not null', opened_at: 'text not null', team: 'text', enterprise: 'text' },
  /** Plans that people follow or protect, and when a channel is reminded of its pauses. */
  subscriptions: {
    /** Digest of all that makes it the same subscription: saying it again replaces it. */
    id: 'text not null',
    /** `follow`, `protect` or `remind`. */
    kind: 'text not null',
    team: 'text not null',
    enterprise: 'text',
    organization: 'text',
    /** The id of the plan or the channel. */
    subject: 'text not null',
    name: 'text not null',
    /** The key of the person's link. */
    person: 'text not null',
    /** JSON: what was asked for. */
    settings: 'text not null',
    made_at: 'text not null',
  },
  /** Installations by the id of a workspace or an enterprise, sealed; one process at a time renews a token. */
  installs: {
    owner: 'text not null',
    /** The enterprise that the workspace belongs to, or that is the owner itself. */
    enterprise: 'text',
    installation: 'text not null',
    installed_at: 'text not null',
    renewed_until: 'text',
  },
  /** Linked people; the token is sealed, and the workspace is the one through which the link was made. */
  links: {
    person: 'text not null',
    token: 'text not null',
    organization_id: 'text',
    organization_name: 'text',
    kept_at: 'text not null',
    team: 'text',
    enterprise: 'text',
  },
  /** Tickets for the private page, by the digest of their id; the request that waits is sealed. */
  tickets: {
    hash: 'text not null',
    waiting: 'text not null',
    expires_at: 'text not null',
    team: 'text',
    enterprise: 'text',
  },
} as const satisfies Record<string, Record<string, keyof Types>>

type Row<C extends Record<string, keyof Types>> = { -readonly [K in keyof C]: Types[C[K]] }

export type Tables = { [T in keyof typeof TABLES]: Row<(typeof TABLES)[T]> }

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
    await schema
      .createIndex('subscriptions_subject')
      .on('subscriptions')
      .columns(['subject', 'kind'])
      .execute()
  },
}

/** In the order of their names. */
export const migrations: Record<string, Migration> = { '0001-tables': createTables }

/** The columns of the workspace through which a row was made. */
export const workspaceColumns = ({ team, enterprise }: Workspace) => ({
  team: team ?? null,
  enterprise: enterprise ?? null,
})
