import { parsed } from '../message/json.ts'
import type { Database } from './database.ts'
import { type Installation, installationSchema, ownerOf, ownersFor, type Workspace } from './installation.ts'
import { SealError, type Sealer } from './seal.ts'

/** Longer than Slack takes to renew a token; after that another may try. */
const RENEWAL_MS = 30_000

export type Installs = ReturnType<typeof createInstalls>

/** In which workspaces the app is installed, with which token. Installations are kept sealed. */
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

  async function openOf(owner: string): Promise<Installation | undefined> {
    const sealed = await sealedOf(owner)
    const installation = sealed === undefined ? undefined : open(sealed, owner)
    if (sealed === undefined || installation === undefined) return undefined
    if (!sealer.isCurrent(sealed)) await sealAgain(owner, installation, sealed)
    return installation
  }

  /** Nothing where none of the keys opens it, or another version wrote it: only installing again helps. */
  function open(sealed: string, owner: string): Installation | undefined {
    const unread = (reason: string): undefined =>
      void log.error({ owner, reason }, 'an installation cannot be read')
    try {
      const { data } = installationSchema.safeParse(parsed(sealer.open(sealed, owner)))
      return data ?? unread('it does not fit')
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      return unread(error.message)
    }
  }

  /**
   * Touches the row only while it holds `older`: an installation kept in the meantime stays. Where nothing can be written
   * just now it is done the next time.
   */
  const sealAgain = (owner: string, installation: Installation, older: string) =>
    database
      .updateTable('installs')
      .set({ installation: sealer.seal(JSON.stringify(installation), owner) })
      .where('owner', '=', owner)
      .where('installation', '=', older)
      .execute()
      .catch(() => {})

  /** Whether the row held `older` until then. */
  async function putInPlace(owner: string, installation: Installation, older: string): Promise<boolean> {
    const { numUpdatedRows } = await database
      .updateTable('installs')
      .set({ installation: sealer.seal(JSON.stringify(installation), owner), renewed_until: null })
      .where('owner', '=', owner)
      .where('installation', '=', older)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
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

    /**
     * Puts renewed tokens in the place of the older installation; one that was kept in the meantime stays, and one that
     * was only sealed anew in the meantime does not.
     */
    async renew(installation: Installation, older: Installation): Promise<void> {
      const owner = ownerOf(installation)
      for (;;) {
        const there = await sealedOf(owner)
        if (!there || open(there, owner)?.bot.token !== older.bot.token) return
        if (await putInPlace(owner, installation, there)) return
      }
    },

    /** The installation that serves a workspace: its own, or its enterprise's. */
    async find(workspace: Workspace): Promise<Installation | undefined> {
      for (const owner of ownersFor(workspace)) {
        const found = await openOf(owner)
        if (found) return found
      }
      return undefined
    },
  }
}
