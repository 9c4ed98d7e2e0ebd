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
  /** Unique within the kind: saving again replaces the entry. */
  key: readonly string[]
  /** JSON, stored encrypted. */
  value?: unknown
  /** Without it, the entry never expires. */
  ttlMs?: number
  /** The entry is deleted when the app is uninstalled from this workspace. */
  workspace?: Workspace
} & Partial<Pick<Entry, 'person' | 'organization' | 'subject' | 'name'>>

export type Entries = ReturnType<typeof createEntries>

/** Creates the store for everything but changes and installations: encrypted values by kind and key. */
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

    find: (kind: EntryKind, ...key: string[]): Promise<Entry | undefined> =>
      of(kind)
        .where('id', '=', entryId(kind, ...key))
        .executeTakeFirst(),

    /** The decrypted value of an entry; undefined if no configured key opens it. */
    open: <T = unknown>({ value, id }: Pick<Entry, 'value' | 'id'>): T | undefined =>
      sealer.open<T>(value ?? '', id),

    async save(kind: EntryKind, entry: NewEntry): Promise<void> {
      const row = rowOf(kind, entry)
      await database
        .insertInto('entries')
        .values(row)
        .onConflict(conflict => conflict.column('id').doUpdateSet(row))
        .execute()
    },

    /** Saves an entry unless one exists that has not expired. Resolves to true for the one process that saved it. */
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

    /** Resolves to false if there is no such entry. */
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

/** Creates the store of links: an entry holds the encrypted token, its subject is the current organization. */
export function createLinks(entries: Entries): Links {
  const { database } = entries

  function tokenOf(link: Entry): string {
    const token = entries.open<string>(link)
    if (token === undefined) throw new LinkUnreadable('No key opens the link')
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

    async currentOrganization(person) {
      const link = await entries.find('link', person)
      return link && organizationOf(link)
    },

    save: (person, { token, organization }, workspace = {}) =>
      entries.save('link', {
        key: [person],
        value: token,
        person,
        workspace,
        subject: organization?.id ?? null,
        name: organization?.name ?? null,
      }),

    async use(person, { id, name }) {
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

    async unset(organization) {
      await ofOrganization(organization).set({ subject: null, name: null }).execute()
    },

    async delete(person) {
      const deleted = await database
        .deleteFrom('entries')
        .where('person', '=', person)
        .where('kind', 'in', ['link', 'step', 'follow'])
        .returning('kind')
        .execute()
      return deleted.some(({ kind }) => kind === 'link')
    },
  }
}

const organizationOf = ({ subject: id, name }: Entry): Organization | undefined =>
  id === null || name === null ? undefined : { id, name }

export const TICKET_MINUTES = 15

/** Ids that cannot be tickets never reach the database: the page is public. */
const TICKET = /^[\w-]{43}$/

export type Tickets = ReturnType<typeof createTickets>

/**
 * Creates the store of tickets: requests that wait up to fifteen minutes for secrets to be entered on the
 * private page. Whoever has the id may enter them once. Ids are stored hashed, requests encrypted.
 */
export const createTickets = (entries: Entries) => ({
  /**
   * Resolves to the id of a new ticket: 43 characters of base64url.
   * @param request JSON
   */
  async issue(request: unknown, workspace: Workspace = {}): Promise<string> {
    const id = randomBytes(32).toString('base64url')
    await entries.save('ticket', { key: [id], value: request, workspace, ttlMs: TICKET_MINUTES * 60_000 })
    return id
  },

  /** The request of a ticket; undefined if it is unknown, expired or used. */
  async find(id: string): Promise<unknown> {
    const ticket = TICKET.test(id) ? await entries.find('ticket', id) : undefined
    return ticket && entries.open(ticket)
  },

  /** Deletes a ticket that was used. */
  spend: async (id: string): Promise<void> => void (await entries.remove('ticket', id)),
})

/** Creates the store of workflow steps that people allow to act in their name, in their current organization. */
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
