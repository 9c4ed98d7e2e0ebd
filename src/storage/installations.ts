import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Workspace } from '../core/person.ts'
import type { Database } from './database.ts'
import { type Entries, entryId } from './entries.ts'
import { SCHEDULED } from './schema.ts'

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
const ownerOf = (installation: Installation): string =>
  installation.isEnterpriseInstall ? installation.enterprise.id : installation.team.id

export type Installs = ReturnType<typeof createInstalls>

export function createInstalls(entries: Entries, log: { error(fields: object, message: string): void }) {
  /** Resolves to undefined if the installation cannot be decrypted; the app has to be installed again then. */
  async function findOf(owner: string): Promise<Installation | undefined> {
    const entry = await entries.find('install', owner)
    const installation = entry && entries.open<Installation>(entry)
    if (entry && !installation) log.error({ owner }, 'no key in ENCRYPTION_KEY opens this installation')
    return installation
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
    async find({ team, enterprise, wide }: Workspace): Promise<Installation | undefined> {
      for (const owner of wide ? [enterprise, team] : [team, enterprise]) {
        const installation = owner && (await findOf(owner))
        if (installation) return installation
      }
      return undefined
    },
  }
}

/**
 * Creates the function that deletes the data of a workspace that uninstalled the app, or of an enterprise that
 * had installed it for all of its workspaces: installation, links and other entries, and what was scheduled.
 * Workspaces with an installation of their own keep theirs. Nothing that was written after that time is
 * deleted: Slack may report late, and the app may be installed again.
 */
export function createForget({ database }: { database: Database }) {
  return async ({ team, enterprise, wide = false }: Workspace, at: Date): Promise<void> => {
    const [column, owner] = wide ? (['enterprise', enterprise] as const) : (['team', team] as const)
    if (!owner) return
    const isUnserved = sql<SqlBool>`team not in (select subject from entries where kind = 'install')`
    await database.transaction().execute(async transaction => {
      await transaction
        .deleteFrom('entries')
        .where('id', '=', entryId('install', owner))
        .where('written_at', '<=', at.toISOString())
        .execute()
      await transaction
        .deleteFrom('entries')
        .where('kind', '<>', 'install')
        .where(column, '=', owner)
        .where('written_at', '<=', at.toISOString())
        .where(isUnserved)
        .execute()
      await transaction
        .deleteFrom('changes')
        .where('state', '=', SCHEDULED)
        .where(column, '=', owner)
        .where('accepted_at', '<=', at.toISOString())
        .where(isUnserved)
        .execute()
    })
  }
}
