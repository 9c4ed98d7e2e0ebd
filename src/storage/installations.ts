import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Workspace } from '../core/person.ts'
import { parseJson } from '../message/json.ts'
import type { Database } from './database.ts'
import { SealError, type Sealer } from './encryption.ts'
import { CLOSED, SCHEDULED, type Tables } from './schema.ts'
import { TICKET_MINUTES } from './tickets.ts'

/** Longer than Slack takes to renew a token; after that another process may try. */
const RENEWAL_MS = 30_000

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

  async function findOwn(owner: string): Promise<Installation | undefined> {
    const sealed = await sealedOf(owner)
    return sealed === undefined ? undefined : open(sealed, owner)
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
        const { numUpdatedRows } = await database
          .updateTable('installs')
          .set({ installation: sealer.seal(JSON.stringify(installation), owner), renewed_until: null })
          .where('owner', '=', owner)
          .where('installation', '=', current)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows > 0n) return
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
 * Makes a function that forgets a workspace which uninstalled the app at a time:
 * - its installation, and the links, tickets, open changes, opened Homes and allowed steps of workflows made through it;
 * - not what another installation of the same enterprise serves, unless that one takes the workspace from the app;
 * - not what is newer: Slack may tell of it after the app was installed again.
 *
 * Returns whether it was forgotten.
 */
export function createWipe({ database }: { database: Database }) {
  return (workspace: Workspace, at: Date): Promise<boolean> =>
    database.transaction().execute(async transaction => {
      const owner = workspace.wide ? workspace.enterprise : workspace.team
      if (!owner) return false
      // In one statement, so that an installation that is kept meanwhile stays.
      const gone = workspace.isRevoked
        ? undefined
        : await transaction
            .deleteFrom('installs')
            .where('owner', '=', owner)
            .where('installed_at', '<=', at.toISOString())
            .returning('enterprise')
            .executeTakeFirst()
      const newer = transaction.selectFrom('installs').select('owner').where('owner', '=', owner)
      if (!gone && (await newer.executeTakeFirst())) return false
      const enterprise = workspace.isRevoked ? '' : (gone?.enterprise ?? workspace.enterprise ?? '')
      const until = at.toISOString()
      const isUnserved = workspace.isRevoked
        ? sql<SqlBool>`team = ${owner}`
        : sql<SqlBool>`(team = ${owner} or enterprise = ${enterprise})
        and team not in (select owner from installs)
        and coalesce(enterprise, '') not in (select coalesce(enterprise, owner) from installs)`
      await transaction.deleteFrom('links').where(isUnserved).where('kept_at', '<=', until).execute()
      await transaction
        .deleteFrom('tickets')
        .where(isUnserved)
        .where('expires_at', '<=', new Date(at.getTime() + TICKET_MINUTES * 60_000).toISOString())
        .execute()
      await transaction.deleteFrom('homes').where(isUnserved).where('opened_at', '<=', until).execute()
      await transaction.deleteFrom('subscriptions').where(isUnserved).where('made_at', '<=', until).execute()
      await transaction
        .deleteFrom('allowed_steps')
        .where(isUnserved)
        .where('allowed_at', '<=', until)
        .execute()
      await forgetChanges(transaction, isUnserved, until)
      return true
    })
}

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
    .where(({ or, and, eb }) =>
      or([eb('state', '=', SCHEDULED), and([eb('state', '=', 'accepted'), eb('args', 'is', null)])]),
    )
    .where(those)
    .execute()
  const left = transaction.updateTable('changes').where(isOpen).where(those)
  await left.where('state', '=', 'accepted').set({ state: 'unknown' }).execute()
  await left.where('state', '=', 'waiting').set({ state: 'expired' }).execute()
  await left.set(CLOSED).execute()
}
