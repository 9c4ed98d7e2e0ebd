import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a column may hold: both databases read it as it was written. Times are ISO 8601 in UTC, booleans 0 and 1. */
type Stored = string | number | null

export type Tables = Storable<{
  changes: ChangeTable
  homes: HomeTable
  installs: InstallTable
  links: LinkTable
  tickets: TicketTable
  used_states: UsedStateTable
}>

type Storable<T extends { [N in keyof T]: { [C in keyof T[N]]: Stored } }> = T

/** A change that a person asked for, from before Slack is acknowledged until 90 days later. */
export type ChangeTable = {
  id: string
  /** Digest of the Slack request: a repeated delivery is the same change. */
  idempotency_key: string
  /** Digest of the button, form or typed sentence that it came from, while using that again is the same change. */
  source_key: string | null
  operation: string
  /** Sealed: the request as it came, without secrets. */
  request: string | null
  /** Sealed: the validated arguments, stored before anything is sent. */
  args: string | null
  /** Sealed: where the answer goes. */
  origin: string | null
  /** The key of the person's link. */
  actor: string
  team: string
  organization: string | null
  /** JSON: what it is about, as `Subject[]`. */
  subjects: string
  /** JSON: what it changed, as `ValueChange[]`. */
  detail: string
  is_private: number
  /** `accepted`, then `done`, `partly`, `failed` or `unknown`. */
  state: string
  /** Sealed: the reply. */
  result: string | null
  delivered_at: string | null
  /** The process that works on it, and until when no other one does. */
  lease_owner: string | null
  lease_until: string | null
  /** How often it was claimed: to execute it, then to deliver its result. */
  attempts: number
  /** When there is something to do; null when it is delivered. */
  due_at: string | null
  accepted_at: string
  finished_at: string | null
}

/** What a delivered change loses: everything sealed, and its lease. */
export const CLOSED = {
  request: null,
  args: null,
  origin: null,
  result: null,
  lease_owner: null,
  lease_until: null,
  due_at: null,
} satisfies Partial<ChangeTable>

/** When a person opened the Home tab last. */
type HomeTable = { person: string; opened_at: string }

/** An installation; `owner` is the id of a workspace or of an enterprise, `installation` is sealed. */
type InstallTable = {
  owner: string
  /** The enterprise that the workspace belongs to, or that is the owner itself. */
  enterprise: string | null
  installation: string
  installed_at: string
  /** Until then one process alone renews its token. */
  renewed_until: string | null
}

/** A linked person; `token` is sealed, and the workspace is the one through which the link was made. */
type LinkTable = {
  person: string
  token: string
  organization_id: string | null
  organization_name: string | null
  kept_at: string
  team: string | null
  enterprise: string | null
}

/** A ticket for the private page; `hash` is of its id, `waiting` is sealed. */
type TicketTable = {
  hash: string
  waiting: string
  expires_at: string
  tries: number
  taken_until: string | null
  team: string | null
  enterprise: string | null
}

/** An OAuth state that Slack has sent back: it counts once. */
type UsedStateTable = { hash: string; expires_at: string }

type Column = 'text' | 'text not null' | 'integer not null'

const COLUMNS: { [T in keyof Tables]: Record<keyof Tables[T], Column> } = {
  changes: {
    id: 'text not null',
    idempotency_key: 'text not null',
    source_key: 'text',
    operation: 'text not null',
    request: 'text',
    args: 'text',
    origin: 'text',
    actor: 'text not null',
    team: 'text not null',
    organization: 'text',
    subjects: 'text not null',
    detail: 'text not null',
    is_private: 'integer not null',
    state: 'text not null',
    result: 'text',
    delivered_at: 'text',
    lease_owner: 'text',
    lease_until: 'text',
    attempts: 'integer not null',
    due_at: 'text',
    accepted_at: 'text not null',
    finished_at: 'text',
  },
  homes: { person: 'text not null', opened_at: 'text not null' },
  installs: {
    owner: 'text not null',
    enterprise: 'text',
    installation: 'text not null',
    installed_at: 'text not null',
    renewed_until: 'text',
  },
  links: {
    person: 'text not null',
    token: 'text not null',
    organization_id: 'text',
    organization_name: 'text',
    kept_at: 'text not null',
    team: 'text',
    enterprise: 'text',
  },
  tickets: {
    hash: 'text not null',
    waiting: 'text not null',
    expires_at: 'text not null',
    tries: 'integer not null',
    taken_until: 'text',
    team: 'text',
    enterprise: 'text',
  },
  used_states: { hash: 'text not null', expires_at: 'text not null' },
}

/** Makes the tables; the first column of each is its primary key. */
const createTables: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    for (const [table, columns] of Object.entries(COLUMNS)) {
      let create = schema.createTable(table)
      const named = Object.entries(columns)
      for (const [index, [name, type]] of named.entries())
        create = create.addColumn(name, type.startsWith('text') ? 'text' : 'integer', column => {
          const constrained = type.endsWith('not null') ? column.notNull() : column
          return index === 0 ? constrained.primaryKey() : constrained
        })
      await create.execute()
    }
    await schema.createIndex('changes_idempotency').unique().on('changes').column('idempotency_key').execute()
    await schema.createIndex('changes_source').unique().on('changes').column('source_key').execute()
    await schema
      .createIndex('changes_due')
      .on('changes')
      .column('due_at')
      .where('due_at', 'is not', null)
      .execute()
    await schema
      .createIndex('changes_history')
      .on('changes')
      .columns(['organization', 'accepted_at'])
      .execute()
    await schema.createIndex('changes_accepted').on('changes').column('accepted_at').execute()
  },
}

/** In the order of their names. */
export const migrations: Record<string, Migration> = { '0001-tables': createTables }
