import { type Links, LinkUnreadable, type Organization, type PersonKey } from '../core/person.ts'
import type { Database } from './database.ts'
import { SealError, type Sealer } from './encryption.ts'
import { workspaceColumns } from './schema.ts'

/** The links of people, in the database. Tokens are sealed. */
export function createLinks(deps: { database: Database; sealer: Sealer; clock: () => Date }): Links {
  const { database, sealer, clock } = deps

  const rowOf = (person: PersonKey) =>
    database
      .selectFrom('links')
      .select(['token', 'organization_id', 'organization_name'])
      .where('person', '=', person)
      .executeTakeFirst()

  function open(sealed: string, person: PersonKey): string {
    try {
      return sealer.open(sealed, person)
    } catch (error) {
      if (error instanceof SealError) throw new LinkUnreadable(`The link cannot be read: ${error.message}`)
      throw error
    }
  }

  return {
    async find(person) {
      const row = await rowOf(person)
      if (row === undefined) return undefined
      const token = open(row.token, person)
      const organization = organizationOf(row)
      return organization ? { token, organization } : { token }
    },

    chosen: async person => organizationOf(await rowOf(person)),

    async keep(person, link, workspace = {}) {
      const row = {
        token: sealer.seal(link.token, person),
        organization_id: link.organization?.id ?? null,
        organization_name: link.organization?.name ?? null,
        kept_at: clock().toISOString(),
        ...workspaceColumns(workspace),
      }
      await database
        .insertInto('links')
        .values({ person, ...row })
        .onConflict(conflict => conflict.column('person').doUpdateSet(row))
        .execute()
    },

    async choose(person, { id, name }) {
      const { numUpdatedRows } = await database
        .updateTable('links')
        .set({ organization_id: id, organization_name: name })
        .where('person', '=', person)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async rename({ id, name }) {
      await database
        .updateTable('links')
        .set({ organization_name: name })
        .where('organization_id', '=', id)
        .execute()
    },

    async drop(organization) {
      const { numUpdatedRows } = await database
        .updateTable('links')
        .set({ organization_id: null, organization_name: null })
        .where('organization_id', '=', organization)
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },

    async forget(person) {
      // First: where only these succeed, the person is asked, or follows, again.
      await database.deleteFrom('allowed_steps').where('person', '=', person).execute()
      await database
        .deleteFrom('subscriptions')
        .where('person', '=', person)
        .where('kind', '=', 'follow')
        .execute()
      const { numDeletedRows } = await database
        .deleteFrom('links')
        .where('person', '=', person)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}

type Chosen = { organization_id: string | null; organization_name: string | null }

function organizationOf(row: Chosen | undefined): Organization | undefined {
  const { organization_id: id = null, organization_name: name = null } = row ?? {}
  return id === null || name === null ? undefined : { id, name }
}
