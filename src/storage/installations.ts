import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Workspace } from '../core/person.ts'
import type { Database } from './database.ts'
import { type Entries, entryId } from './entries.ts'
import { CLOSED, SCHEDULED, type Tables } from './schema.ts'

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

/** In which workspaces the app is installed, with which token. */
export function createInstalls(entries: Entries, log: { error(fields: object, message: string): void }) {
  /** Undefined where it cannot be read: only installing again helps. */
  async function findOwn(owner: string): Promise<Installation | undefined> {
    const entry = await entries.find('install', owner)
    const read = entry && installationSchema.safeParse(entries.open(entry))
    if (read?.success === false) log.error({ owner }, 'an installation cannot be read')
    return read?.data
  }

  return {
    /** Keeps an installation in place of its owner's last. */
    keep: (installation: Installation): Promise<void> =>
      entries.keep('install', {
        key: [ownerOf(installation)],
        subject: ownerOf(installation),
        value: installation,
        // Without a team: that of an enterprise stays when the workspace that it was made through is wiped.
        workspace: { enterprise: installation.enterprise?.id },
      }),

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
 * Makes a function that forgets a workspace which uninstalled the app at a time: its installation, all else that
 * was made through it, such as links, and open changes; but not what another installation of the same
 * enterprise serves, unless that one takes the workspace from the app. False where the app was installed again
 * since: Slack may tell of it late.
 */
export function createWipe({ database }: { database: Database }) {
  return (workspace: Workspace, at: Date): Promise<boolean> =>
    database.transaction().execute(async transaction => {
      const owner = workspace.wide ? workspace.enterprise : workspace.team
      if (!owner) return false
      const gone = workspace.isRevoked
        ? undefined
        : await transaction
            .deleteFrom('entries')
            .where('id', '=', entryId('install', owner))
            .where('written_at', '<=', at.toISOString())
            .returning('enterprise')
            .executeTakeFirst()
      const newer = transaction.selectFrom('entries').select('id').where('id', '=', entryId('install', owner))
      if (!gone && (await newer.executeTakeFirst())) return false
      const enterprise = workspace.isRevoked ? '' : (gone?.enterprise ?? workspace.enterprise ?? '')
      const isUnserved = workspace.isRevoked
        ? sql<SqlBool>`team = ${owner}`
        : sql<SqlBool>`(team = ${owner} or enterprise = ${enterprise})
        and team not in (select subject from entries where kind = 'install')
        and coalesce(enterprise, '') not in
          (select coalesce(enterprise, subject) from entries where kind = 'install')`
      await transaction.deleteFrom('entries').where(isUnserved).execute()
      await forgetChanges(transaction, isUnserved)
      return true
    })
}

/** Deletes open changes of which nothing was sent; of the others the history stays, `unknown` where no outcome is known. */
async function forgetChanges(transaction: Kysely<Tables>, those: Expression<SqlBool>): Promise<void> {
  const isOpen = sql<SqlBool>`due_at is not null`
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
