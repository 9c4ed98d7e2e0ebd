import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Workspace } from '../core/person.ts'
import type { Database } from './database.ts'
import { type Entries, entryId } from './entries.ts'
import { CLOSED, SCHEDULED, type Tables } from './schema.ts'

/** An installation of the app in a workspace or an enterprise, as Bolt's installer stores it. */
export type Installation = z.output<typeof installationSchema>

const named = z.object({ id: z.string().min(1), name: z.string().optional() })

/** The app asks for no user token. */
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

/** The id of the workspace or enterprise; the two kinds of ids differ. */
export const ownerOf = (installation: Installation): string =>
  installation.isEnterpriseInstall ? installation.enterprise.id : installation.team.id

/** The owners of installations that may serve a workspace, the most likely first. */
function ownersFor({ team, enterprise, wide = false }: Workspace): string[] {
  const owners = wide ? [enterprise, team] : [team, enterprise]
  return owners.filter(owner => owner !== undefined)
}

export type Installs = ReturnType<typeof createInstalls>

/** Creates the store of installations. */
export function createInstalls(entries: Entries, log: { error(fields: object, message: string): void }) {
  /** Resolves to undefined if the installation cannot be decrypted; the app has to be installed again then. */
  async function findOf(owner: string): Promise<Installation | undefined> {
    const entry = await entries.find('install', owner)
    const parsed = entry && installationSchema.safeParse(entries.open(entry))
    if (parsed?.success === false) log.error({ owner }, 'an installation cannot be read')
    return parsed?.data
  }

  return {
    /** Saves an installation, replacing its owner's former one. */
    save: (installation: Installation): Promise<void> =>
      entries.save('install', {
        key: [ownerOf(installation)],
        subject: ownerOf(installation),
        value: installation,
        // No team: an enterprise's installation outlives the workspace in which it was made.
        workspace: { enterprise: installation.enterprise?.id },
      }),

    /** Finds the installation that serves a workspace: its own, or its enterprise's. */
    async find(workspace: Workspace): Promise<Installation | undefined> {
      for (const owner of ownersFor(workspace)) {
        const installation = await findOf(owner)
        if (installation) return installation
      }
      return undefined
    },
  }
}

/**
 * Creates the function that deletes the data of a workspace that uninstalled the app at a time: installation,
 * links and other entries, and open changes; but nothing that another installation of the enterprise still
 * serves. Resolves to false if the app was installed again since: Slack may report an uninstall late.
 */
export function createWipe({ database }: { database: Database }) {
  return (workspace: Workspace, at: Date): Promise<boolean> =>
    database.transaction().execute(async transaction => {
      const owner = workspace.wide ? workspace.enterprise : workspace.team
      if (!owner) return false
      const deleted = workspace.isRevoked
        ? undefined
        : await transaction
            .deleteFrom('entries')
            .where('id', '=', entryId('install', owner))
            .where('written_at', '<=', at.toISOString())
            .returning('enterprise')
            .executeTakeFirst()
      const newer = transaction.selectFrom('entries').select('id').where('id', '=', entryId('install', owner))
      if (!deleted && (await newer.executeTakeFirst())) return false
      const enterprise = workspace.isRevoked ? '' : (deleted?.enterprise ?? workspace.enterprise ?? '')
      const isUnserved = workspace.isRevoked
        ? sql<SqlBool>`team = ${owner}`
        : sql<SqlBool>`(team = ${owner} or enterprise = ${enterprise})
        and team not in (select subject from entries where kind = 'install')
        and coalesce(enterprise, '') not in
          (select coalesce(enterprise, subject) from entries where kind = 'install')`
      await transaction.deleteFrom('entries').where(isUnserved).execute()
      await closeChanges(transaction, isUnserved)
      return true
    })
}

/** Deletes open changes that were not sent; closes the others, as `unknown` if they have no outcome yet. */
async function closeChanges(transaction: Kysely<Tables>, isUnserved: Expression<SqlBool>): Promise<void> {
  const isOpen = sql<SqlBool>`due_at is not null`
  await transaction
    .deleteFrom('changes')
    .where(isOpen)
    .where(({ or, and, eb }) =>
      or([eb('state', '=', SCHEDULED), and([eb('state', '=', 'accepted'), eb('args', 'is', null)])]),
    )
    .where(isUnserved)
    .execute()
  const open = transaction.updateTable('changes').where(isOpen).where(isUnserved)
  await open.where('state', '=', 'accepted').set({ state: 'unknown' }).execute()
  await open.where('state', '=', 'waiting').set({ state: 'expired' }).execute()
  await open.set(CLOSED).execute()
}
