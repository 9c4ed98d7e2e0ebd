import type { Database } from './database.ts'
import { SealError, type Sealer } from './encryption.ts'
import type { Workspace } from './installations.ts'

/** `owner:user`: the enterprise or team of a person, and their user id there. */
export type PersonKey = `${string}:${string}`
export type Organization = { id: string; name: string }
export type Link = { token: string; organization?: Organization }

export type Links = ReturnType<typeof createLinks>

/** The person has a link that none of the keys opens: only linking again helps. */
export class LinkUnreadable extends Error {
  override name = 'LinkUnreadable'
}

/** Slack's user ids are unique within an enterprise, or within a team that belongs to none. */
export const personKey = (of: { enterprise?: string; team: string; user: string }): PersonKey =>
  `${of.enterprise ?? of.team}:${of.user}`

/** The inverse of `personKey`; `owner` is an enterprise or a team. */
export function readPersonKey(key: string): { owner: string; user: string } {
  const at = key.indexOf(':')
  return { owner: key.slice(0, at), user: key.slice(at + 1) }
}

/** Who acts in the service with which token, and in which organization. Tokens are sealed. */
export function createLinks(deps: { database: Database; sealer: Sealer; clock: () => Date }) {
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
    /** @throws LinkUnreadable */
    async find(person: PersonKey): Promise<Link | undefined> {
      const row = await rowOf(person)
      if (row === undefined) return undefined
      const token = open(row.token, person)
      const organization = organizationOf(row)
      return organization ? { token, organization } : { token }
    },

    /** The organization of a person, also where no key opens their token. */
    chosen: async (person: PersonKey): Promise<Organization | undefined> =>
      organizationOf(await rowOf(person)),

    /** Keeps a link that was made through a workspace, in place of an earlier one. */
    async keep(person: PersonKey, link: Link, { team, enterprise }: Workspace = {}): Promise<void> {
      const row = {
        token: sealer.seal(link.token, person),
        organization_id: link.organization?.id ?? null,
        organization_name: link.organization?.name ?? null,
        kept_at: clock().toISOString(),
        team: team ?? null,
        enterprise: enterprise ?? null,
      }
      await database
        .insertInto('links')
        .values({ person, ...row })
        .onConflict(conflict => conflict.column('person').doUpdateSet(row))
        .execute()
    },

    /** False when the person has no link. */
    async choose(person: PersonKey, { id, name }: Organization): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable('links')
        .set({ organization_id: id, organization_name: name })
        .where('person', '=', person)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /** Renames an organization for everyone who chose it. */
    async rename({ id, name }: Organization): Promise<void> {
      await database
        .updateTable('links')
        .set({ organization_name: name })
        .where('organization_id', '=', id)
        .execute()
    },

    /** Takes an organization from everyone who chose it, and counts them. */
    async drop(organization: string): Promise<number> {
      const { numUpdatedRows } = await database
        .updateTable('links')
        .set({ organization_id: null, organization_name: null })
        .where('organization_id', '=', organization)
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },

    /** True when there was a link, readable or not. */
    async forget(person: PersonKey): Promise<boolean> {
      const { numDeletedRows } = await database
        .deleteFrom('links')
        .where('person', '=', person)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}

/** What a person does with their own link in a workspace, and what became of an organization for all who chose it. */
export const linksOf = (links: Links, person: PersonKey, workspace: Workspace) => ({
  chosen: () => links.chosen(person),
  keep: (link: Link) => links.keep(person, link, workspace),
  choose: (organization: Organization) => links.choose(person, organization),
  forget: () => links.forget(person),
  rename: links.rename,
  drop: links.drop,
})

export type OwnLinks = ReturnType<typeof linksOf>

type Chosen = { organization_id: string | null; organization_name: string | null }

function organizationOf(row: Chosen | undefined): Organization | undefined {
  const { organization_id: id = null, organization_name: name = null } = row ?? {}
  return id === null || name === null ? undefined : { id, name }
}
