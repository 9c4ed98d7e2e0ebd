import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { parseJson } from '../message/json.ts'
import type { Database } from './database.ts'
import { SealError, type Sealer } from './encryption.ts'
import { CLOSED, type Tables } from './schema.ts'
import { TICKET_MINUTES } from './tickets.ts'

/** Longer than Slack takes to renew a token; after that another process may try. */
const RENEWAL_MS = 30_000

/** A workspace as a request names it; `wide` where the app was installed for the whole enterprise. */
export type Workspace = { team?: string | undefined; enterprise?: string | undefined; wide?: boolean }

/** An installation as Bolt's installer hands it over and takes it back: of one workspace, or of an enterprise. */
export type Installation = z.output<typeof installationSchema>

const named = z.object({ id: z.string().min(1), name: z.string().optional() })

/** No token of the person who installed: they are not asked for one. */
const shared = {
  user: z.object({ id: z.string() }).transform(({ id }) => ({ id, token: undefined, scopes: undefined })),
  bot: z.object({
    token: z.string(),
    scopes: z.array(z.string()),
    id: z.string(),
    userId: z.string(),
    refreshToken: z.string().optional(),
    expiresAt: z.number().optional(),
  }),
  appId: z.string().optional(),
  enterpriseUrl: z
    .url({ protocol: /^https$/ })
    .optional()
    .catch(undefined),
  authVersion: z.literal('v2'),
}

export const installationSchema = z.discriminatedUnion('isEnterpriseInstall', [
  z.object({
    ...shared,
    isEnterpriseInstall: z.literal(true),
    enterprise: named,
    team: z.undefined().optional(),
  }),
  z.object({ ...shared, isEnterpriseInstall: z.literal(false), enterprise: named.optional(), team: named }),
])

/** Slack's ids of workspaces and of enterprises differ. */
export const ownerOf = (installation: Installation): string =>
  installation.isEnterpriseInstall ? installation.enterprise.id : installation.team.id

/** The owners of installations that may serve a workspace, the likelier one first. */
function ownersFor({ team, enterprise, wide = false }: Workspace): string[] {
  const owners = wide ? [enterprise, team] : [team, enterprise]
  return owners.filter(owner => owner !== undefined)
}

export type Installs = ReturnType<typeof createInstalls>

/** In which workspaces the app is installed, with which token. Installations are sealed. */
export function createInstalls(deps: {
  database: Database
  sealer: Sealer
  clock: () => Date
  log: { error(fields: object, message: string): void }
}) {
  const { database, sealer, clock, log } = deps

  async function sealedOf(owner: string): Promise<string | undefined> {
    const row = await database
      .selectFrom('installs')
      .select('installation')
      .where('owner', '=', owner)
      .executeTakeFirst()
    return row?.installation
  }

  /** Undefined where it cannot be read: only installing again helps. */
  function open(sealed: string, owner: string): Installation | undefined {
    const cannotRead = (reason: string): undefined =>
      void log.error({ owner, reason }, 'an installation cannot be read')
    try {
      const { data } = installationSchema.safeParse(parseJson(sealer.open(sealed, owner)))
      return data ?? cannotRead('it does not fit')
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      return cannotRead(error.message)
    }
  }

  /** Replaces `older`, and nothing that was kept meanwhile; true where it did. */
  async function replace(
    owner: string,
    installation: Installation,
    older: string,
    also = {},
  ): Promise<boolean> {
    const { numUpdatedRows } = await database
      .updateTable('installs')
      .set({ installation: sealer.seal(JSON.stringify(installation), owner), ...also })
      .where('owner', '=', owner)
      .where('installation', '=', older)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  async function findOwn(owner: string): Promise<Installation | undefined> {
    const sealed = await sealedOf(owner)
    const installation = sealed === undefined ? undefined : open(sealed, owner)
    if (sealed === undefined || installation === undefined) return undefined
    // A failure leaves the work to the next time.
    if (!sealer.isCurrent(sealed)) await replace(owner, installation, sealed).catch(() => {})
    return installation
  }

  return {
    /** Keeps an installation in place of its owner's last. */
    async keep(installation: Installation): Promise<void> {
      const owner = ownerOf(installation)
      const row = {
        enterprise: installation.enterprise?.id ?? null,
        installation: sealer.seal(JSON.stringify(installation), owner),
        installed_at: clock().toISOString(),
      }
      await database
        .insertInto('installs')
        .values({ owner, ...row })
        .onConflict(conflict => conflict.column('owner').doUpdateSet(row))
        .execute()
    },

    /** Lets one process at a time renew the tokens of an installation: whether it is this one. */
    async mayRenew(installation: Installation): Promise<boolean> {
      const now = clock()
      const { numUpdatedRows } = await database
        .updateTable('installs')
        .set({ renewed_until: new Date(now.getTime() + RENEWAL_MS).toISOString() })
        .where('owner', '=', ownerOf(installation))
        .where(({ or, eb }) =>
          or([eb('renewed_until', 'is', null), eb('renewed_until', '<=', now.toISOString())]),
        )
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /** Replaces an installation by one with renewed tokens, but not one that was made meanwhile. */
    async renew(installation: Installation, older: Installation): Promise<void> {
      const owner = ownerOf(installation)
      for (;;) {
        const current = await sealedOf(owner)
        if (!current || open(current, owner)?.bot.token !== older.bot.token) return
        if (await replace(owner, installation, current, { renewed_until: null })) return
      }
    },

    /** The installation that serves a workspace: its own, or its enterprise's. */
    async find(workspace: Workspace): Promise<Installation | undefined> {
      for (const owner of ownersFor(workspace)) {
        const found = await findOwn(owner)
        if (found) return found
      }
      return undefined
    },
  }
}

/**
 * Makes a function that forgets a workspace that uninstalled the app at a time: its installation, its people's links and
 * Homes, their tickets and open changes. What is newer stays, since Slack may tell of it after the app was installed again.
 * People of an enterprise are the same in all of its workspaces: their links stay while another installation of it is
 * there. Links of guests that were made through the workspace go, unless the app is installed where they come from.
 * True where it was forgotten.
 */
export function createWipe({ database }: { database: Database }) {
  return (workspace: Workspace, at: Date): Promise<boolean> =>
    database.transaction().execute(async transaction => {
      const owner = workspace.wide ? workspace.enterprise : workspace.team
      if (owner === undefined) return false
      const gone = await deleteInstall(transaction, owner, at)
      if (!gone && (await hasInstalls(transaction, 'owner', owner))) return false
      const enterprise = gone?.enterprise ?? workspace.enterprise
      const isWide = owner === enterprise
      const until = at.toISOString()
      await transaction
        .deleteFrom('tickets')
        .where(isWide ? 'enterprise' : 'team', '=', owner)
        .where('expires_at', '<=', new Date(at.getTime() + TICKET_MINUTES * 60_000).toISOString())
        .execute()
      await forgetChanges(transaction, isWide ? servedBy(owner) : sql<SqlBool>`team = ${owner}`, until)
      if (enterprise === undefined || !(await hasInstalls(transaction, 'enterprise', enterprise)))
        await forgetPeople(transaction, enterprise ?? owner, until)
      if (isWide)
        await forgetGuests(
          transaction,
          sql`enterprise = ${owner} and team not in (select owner from installs)`,
          until,
        )
      else if (enterprise === undefined || !(await hasInstalls(transaction, 'owner', enterprise)))
        await forgetGuests(transaction, sql`team = ${owner}`, until)
      return true
    })
}

/** In one statement, so that an installation that is kept meanwhile stays. */
const deleteInstall = (transaction: Kysely<Tables>, owner: string, at: Date) =>
  transaction
    .deleteFrom('installs')
    .where('owner', '=', owner)
    .where('installed_at', '<=', at.toISOString())
    .returning('enterprise')
    .executeTakeFirst()

async function hasInstalls(
  transaction: Kysely<Tables>,
  column: 'owner' | 'enterprise',
  id: string,
): Promise<boolean> {
  const left = await transaction
    .selectFrom('installs')
    .select('owner')
    .where(column, '=', id)
    .executeTakeFirst()
  return left !== undefined
}

/** Whether a person's key begins with an owner. SQLite's LIKE ignores case. */
const belongsTo = (column: string, owner: string): Expression<SqlBool> =>
  sql`substr(${sql.ref(column)}, 1, ${sql.lit(owner.length + 1)}) = ${`${owner}:`}`

/** Changes of people of an enterprise in workspaces without an installation of their own. */
const servedBy = (enterprise: string): Expression<SqlBool> =>
  sql`${belongsTo('actor', enterprise)} and team not in (select owner from installs)`

/** Deletes open changes of which nothing was sent; of the others the history stays, `unknown` where no outcome is known. */
async function forgetChanges(
  transaction: Kysely<Tables>,
  those: Expression<SqlBool>,
  until: string,
): Promise<void> {
  const isOpen = sql<SqlBool>`due_at is not null and accepted_at <= ${until}`
  await transaction
    .deleteFrom('changes')
    .where(isOpen)
    .where('state', '=', 'accepted')
    .where('args', 'is', null)
    .where(those)
    .execute()
  const left = transaction.updateTable('changes').where(isOpen).where(those)
  await left.where('state', '=', 'accepted').set({ state: 'unknown' }).execute()
  await left.set(CLOSED).execute()
}

async function forgetPeople(transaction: Kysely<Tables>, owner: string, until: string): Promise<void> {
  await transaction
    .deleteFrom('links')
    .where(belongsTo('person', owner))
    .where('kept_at', '<=', until)
    .execute()
  await transaction
    .deleteFrom('homes')
    .where(belongsTo('person', owner))
    .where('opened_at', '<=', until)
    .execute()
}

/** The links of people for whom neither their workspace nor their enterprise has an installation. */
async function forgetGuests(
  transaction: Kysely<Tables>,
  those: Expression<SqlBool>,
  until: string,
): Promise<void> {
  const startsWith = (column: string) =>
    sql<SqlBool>`substr(links.person, 1, length(${sql.ref(column)}) + 1) = ${sql.ref(column)} || ':'`
  await transaction
    .deleteFrom('links')
    .where(those)
    .where('kept_at', '<=', until)
    .where(({ not, exists, or }) =>
      not(
        exists(
          transaction
            .selectFrom('installs')
            .select('owner')
            .where(or([startsWith('installs.owner'), startsWith('installs.enterprise')])),
        ),
      ),
    )
    .execute()
}
