import { randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import {
  type Links,
  LinkUnreadable,
  type Organization,
  type PersonKey,
  type Workspace,
} from '../core/person.ts'
import type { Database } from './database.ts'
import { digest, type Sealer } from './encryption.ts'
import type { EntryKind, Tables } from './schema.ts'

export type Entry = Tables['entries']

type NewEntry = {
  /** What tells it from others of its kind: keeping it again replaces it. */
  key: readonly string[]
  /** JSON, sealed. */
  value?: unknown
  /** How long it counts; without it, for ever. */
  ttlMs?: number
  /** The workspace through which it was made: it goes with that. */
  workspace?: Workspace
} & Partial<Pick<Entry, 'person' | 'organization' | 'subject' | 'name'>>

export type Entries = ReturnType<typeof createEntries>

/** What is kept of people and workspaces besides their changes: sealed values by kind and key. */
export function createEntries(deps: { database: Database; sealer: Sealer; clock: () => Date }) {
  const { database, sealer, clock } = deps

  function rowOf(kind: EntryKind, { key, value, ttlMs, workspace = {}, ...columns }: NewEntry): Entry {
    const id = entryId(kind, ...key)
    const now = clock()
    return {
      person: null,
      organization: null,
      subject: null,
      name: null,
      ...columns,
      id,
      kind,
      value: value === undefined ? null : sealer.seal(value, id),
      team: workspace.team ?? null,
      enterprise: workspace.enterprise ?? null,
      written_at: now.toISOString(),
      expires_at: ttlMs === undefined ? null : new Date(now.getTime() + ttlMs).toISOString(),
    }
  }

  /** The entries of a kind that have not expired. */
  const of = (kind: EntryKind) =>
    database
      .selectFrom('entries')
      .selectAll()
      .where('kind', '=', kind)
      .where(sql<SqlBool>`(expires_at is null or expires_at > ${clock().toISOString()})`)

  return {
    database,
    of,
    seal: sealer.seal,

    find: (kind: EntryKind, ...key: string[]): Promise<Entry | undefined> =>
      of(kind)
        .where('id', '=', entryId(kind, ...key))
        .executeTakeFirst(),

    /** The value of an entry; undefined where no key opens it. */
    open: ({ value, id }: Pick<Entry, 'value' | 'id'>): unknown => sealer.open(value ?? '', id),

    async keep(kind: EntryKind, entry: NewEntry): Promise<void> {
      const row = rowOf(kind, entry)
      await database
        .insertInto('entries')
        .values(row)
        .onConflict(conflict => conflict.column('id').doUpdateSet(row))
        .execute()
    },

    /** Keeps an entry unless there is one that counts: true for the one process that kept it. */
    async claim(kind: EntryKind, entry: NewEntry): Promise<boolean> {
      const row = rowOf(kind, entry)
      const { numInsertedOrUpdatedRows = 0n } = await database
        .insertInto('entries')
        .values(row)
        .onConflict(conflict =>
          conflict.column('id').doUpdateSet(row).where('entries.expires_at', '<=', row.written_at),
        )
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },

    /** False where there is none. */
    async remove(kind: EntryKind, ...key: string[]): Promise<boolean> {
      const { numDeletedRows } = await database
        .deleteFrom('entries')
        .where('id', '=', entryId(kind, ...key))
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}

/** The id of an entry: a digest of its kind and its key, which may be a secret. */
export const entryId = (kind: EntryKind, ...key: string[]): string => digest(JSON.stringify([kind, ...key]))

/** The links of people, in the database: the sealed token, and the organization as its subject. */
export function createLinks(entries: Entries): Links {
  const { database } = entries

  function tokenOf(link: Entry): string {
    const token = entries.open(link)
    if (typeof token !== 'string') throw new LinkUnreadable('No key opens the link')
    return token
  }

  const ofOrganization = (id: string) =>
    database.updateTable('entries').where('kind', '=', 'link').where('subject', '=', id)

  return {
    async find(person) {
      const link = await entries.find('link', person)
      if (link === undefined) return undefined
      const organization = organizationOf(link)
      return { token: tokenOf(link), ...(organization && { organization }) }
    },

    async chosen(person) {
      const link = await entries.find('link', person)
      return link && organizationOf(link)
    },

    keep: (person, { token, organization }, workspace = {}) =>
      entries.keep('link', {
        key: [person],
        value: token,
        person,
        workspace,
        subject: organization?.id ?? null,
        name: organization?.name ?? null,
      }),

    async choose(person, { id, name }) {
      const { numUpdatedRows } = await database
        .updateTable('entries')
        .where('id', '=', entryId('link', person))
        .set({ subject: id, name })
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async rename({ id, name }) {
      await ofOrganization(id).set({ name }).execute()
    },

    async drop(organization) {
      const query = ofOrganization(organization).set({ subject: null, name: null })
      return Number((await query.executeTakeFirstOrThrow()).numUpdatedRows)
    },

    async forget(person) {
      const forgotten = await database
        .deleteFrom('entries')
        .where('person', '=', person)
        .where('kind', 'in', ['link', 'step', 'follow'])
        .returning('kind')
        .execute()
      return forgotten.some(({ kind }) => kind === 'link')
    },
  }
}

const organizationOf = ({ subject: id, name }: Entry): Organization | undefined =>
  id === null || name === null ? undefined : { id, name }

export const TICKET_MINUTES = 15

/** The page is public: other ids do not reach the database. */
const TICKET = /^[\w-]{43}$/

export type Tickets = ReturnType<typeof createTickets>

/**
 * Tickets of fifteen minutes for requests that wait for their secrets: the id allows to enter them, until
 * that worked once. The database has neither the ids nor the requests in plain text.
 */
export const createTickets = (entries: Entries) => ({
  /** The id of a new ticket, 43 letters of base64url, for a request of a workspace. */
  async issue(waiting: string, workspace: Workspace = {}): Promise<string> {
    const id = randomBytes(32).toString('base64url')
    await entries.keep('ticket', { key: [id], value: waiting, workspace, ttlMs: TICKET_MINUTES * 60_000 })
    return id
  },

  /** The request of a ticket; undefined where it is unknown, expired or used. */
  async find(id: string): Promise<string | undefined> {
    const ticket = TICKET.test(id) ? await entries.find('ticket', id) : undefined
    const waiting = ticket && entries.open(ticket)
    return typeof waiting === 'string' ? waiting : undefined
  },

  /** After it worked. */
  spend: async (id: string): Promise<void> => void (await entries.remove('ticket', id)),
})

export type AllowedSteps = ReturnType<typeof createAllowedSteps>

/** Which steps of workflows a person has allowed to act in their name, in the organization in which they act. */
export function createAllowedSteps(entries: Entries) {
  async function keyOf(person: PersonKey, step: string): Promise<string[]> {
    const link = await entries.find('link', person)
    return [person, link?.subject ?? '', step]
  }

  return {
    async allow(person: PersonKey, step: string, workspace: Workspace): Promise<void> {
      // Allowing again changes nothing.
      await entries.claim('step', { key: await keyOf(person, step), person, workspace })
    },

    isAllowed: async (person: PersonKey, step: string): Promise<boolean> =>
      (await entries.find('step', ...(await keyOf(person, step)))) !== undefined,
  }
}
