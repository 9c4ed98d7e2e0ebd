import { createBounded } from '../core/bounded.ts'
import { frozen } from '../core/derived.ts'
import type { Database } from './database.ts'
import { createChangeWatch } from './link-changes.ts'
import { SealError, type Sealer } from './seal.ts'
import { createStatement } from './statement.ts'

/** People come again within minutes, and to open a token costs more than all else that finding a link does. */
const KEPT = { ttl: 10 * 60_000 }

export type PersonKey = `${string}:${string}`
export type Organization = { id: string; name: string }
export type Link = { token: string; organization?: Organization }

export type Links = ReturnType<typeof createLinks>

/** The person has a link, but none of the keys opens it: only linking again helps. */
export class LinkUnreadable extends Error {
  override name = 'LinkUnreadable'
}

/** Slack's user ids are unique within an enterprise, or within a team that belongs to none. */
export const personKey = (of: { enterprise?: string; team: string; user: string }): PersonKey =>
  `${of.enterprise ?? of.team}:${of.user}`

/** Of whom the key of a link is: the enterprise or team, and the id there. The inverse of `personKey`. */
export function readPersonKey(key: string): { owner: string; user: string } {
  const at = key.indexOf(':')
  return { owner: key.slice(0, at), user: key.slice(at + 1) }
}

/**
 * Who acts in the service with which token and for which organization. Tokens are kept sealed.
 * @param now milliseconds of a clock that never goes back
 */
export function createLinks(deps: {
  database: Database
  sealer: Sealer
  clock: () => Date
  now?: () => number
}) {
  const { database, sealer, clock, now = () => performance.now() } = deps

  /** The links that were found, with their tokens as they were sealed, and how many changes there had been by then. */
  const known = createBounded<{ sealed: string; link: Link; asOf: number }>(KEPT)
  const changes = createChangeWatch({ database, now })

  const openToken = (sealed: string, person: PersonKey): string => {
    try {
      return sealer.open(sealed, person)
    } catch (error) {
      if (error instanceof SealError) throw new LinkUnreadable(`The link cannot be read: ${error.message}`)
      throw error
    }
  }

  const linkOf = createStatement(database, value =>
    database
      .selectFrom('links')
      .select(['token', 'organization_id', 'organization_name'])
      .where('person', '=', value('person')),
  )

  /**
   * Touches the row only while it holds `older`: a link kept in the meantime stays. Where nothing can be written just now
   * it is done the next time.
   */
  const sealAgain = (person: PersonKey, token: string, older: string) =>
    database
      .updateTable('links')
      .set({ token: sealer.seal(token, person) })
      .where('person', '=', person)
      .where('token', '=', older)
      .execute()
      .catch(() => {})

  /** Does what changes links. Whoever is asked about meanwhile may be told what stood before: nothing of that is kept. */
  async function changing<T>(work: () => Promise<T>): Promise<T> {
    changes.note()
    try {
      return await work()
    } finally {
      changes.note()
    }
  }

  const writing = <T>(query: { executeTakeFirstOrThrow(): Promise<T> }): Promise<T> =>
    changing(() => query.executeTakeFirstOrThrow())

  async function find(person: PersonKey): Promise<Link | undefined> {
    const before = changes.count()
    const { rows } = await linkOf({ person })
    const [row] = rows
    if (row === undefined) {
      known.delete(person)
      return undefined
    }
    const last = known.get(person)
    const token = last?.sealed === row.token ? last.link.token : openToken(row.token, person)
    if (!sealer.isCurrent(row.token)) await sealAgain(person, token, row.token)
    const organization = organizationIn(row)
    const link = frozen(organization ? { token, organization } : { token })
    known.set(person, { sealed: row.token, link, asOf: before })
    return link
  }

  return {
    /** @throws LinkUnreadable; a token sealed with an older key is sealed anew with the current one */
    find,

    /**
     * The same for what only reads: what was found before counts until any link is changed, by another process a few
     * seconds longer; only while it is looked for that.
     * @throws LinkUnreadable
     */
    async recall(person: PersonKey): Promise<Link | undefined> {
      const last = known.get(person)
      return last && changes.isStill(last.asOf) ? last.link : find(person)
    },

    ...{ changing, look: changes.look, watch: changes.watch },

    /** The organization that the person has chosen, also where no key opens their token. */
    async chosen(person: PersonKey): Promise<Organization | undefined> {
      const { rows } = await linkOf({ person })
      return organizationIn(rows[0])
    },

    /** Keeps the link, made through a workspace, in place of the one there was, if any. */
    async keep(
      person: PersonKey,
      link: Link,
      through: { team?: string; enterprise?: string | undefined } = {},
    ): Promise<void> {
      const row = {
        token: sealer.seal(link.token, person),
        organization_id: link.organization?.id ?? null,
        organization_name: link.organization?.name ?? null,
        kept_at: clock().toISOString(),
        team: through.team ?? null,
        enterprise: through.enterprise ?? null,
      }
      const insert = database.insertInto('links').values({ person, ...row })
      await writing(insert.onConflict(conflict => conflict.column('person').doUpdateSet(row)))
    },

    /** False when the person has no link to choose for. */
    async choose(person: PersonKey, organization: Organization): Promise<boolean> {
      const row = { organization_id: organization.id, organization_name: organization.name }
      const { numUpdatedRows } = await writing(
        database.updateTable('links').set(row).where('person', '=', person),
      )
      return numUpdatedRows > 0n
    },

    /** The organization is called so from now on, for everybody who chose it. */
    async rename({ id, name }: Organization): Promise<void> {
      await writing(
        database.updateTable('links').set({ organization_name: name }).where('organization_id', '=', id),
      )
    },

    /** Nobody has chosen the organization any more; gives how many had. */
    async drop(organization: string): Promise<number> {
      const none = { organization_id: null, organization_name: null }
      const { numUpdatedRows } = await writing(
        database.updateTable('links').set(none).where('organization_id', '=', organization),
      )
      return Number(numUpdatedRows)
    },

    /** True when there was a link; one that no key opens goes as well. */
    async forget(person: PersonKey): Promise<boolean> {
      const { numDeletedRows } = await writing(database.deleteFrom('links').where('person', '=', person))
      return numDeletedRows > 0n
    },
  }
}

/**
 * The same for one person, in a workspace: what they do with their own link; and of an organization, what became of it for
 * all who chose it.
 */
export const linksOf = (links: Links, person: PersonKey, workspace: Parameters<Links['keep']>[2]) => ({
  chosen: () => links.chosen(person),
  keep: (link: Link) => links.keep(person, link, workspace),
  choose: (organization: Organization) => links.choose(person, organization),
  forget: () => links.forget(person),
  ...{ rename: links.rename, drop: links.drop },
})

export type OwnLinks = ReturnType<typeof linksOf>

type Chosen = { organization_id: string | null; organization_name: string | null }

function organizationIn(row: Chosen | undefined): Organization | undefined {
  const { organization_id: id = null, organization_name: name = null } = row ?? {}
  return id === null || name === null ? undefined : { id, name }
}
