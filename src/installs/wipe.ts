import type { Kysely } from 'kysely'
import type { Database, Tables } from '../database.ts'
import type { Workspace } from './installation.ts'

/**
 * Makes what forgets a workspace that has thrown the app out at a time: its installation, its people's links and what
 * waits for them. Nothing is forgotten that was installed after that time. People of an enterprise are the same people
 * in all of its workspaces, so their links stay while another installation of it is there. True where it was forgotten.
 */
export function createWipe({ database }: { database: Database }) {
  return (workspace: Workspace, at: Date): Promise<boolean> =>
    database.transaction().execute(async all => {
      const owner = workspace.wide ? workspace.enterprise : workspace.team
      if (owner === undefined) return false
      const last = await installOf(all, owner)
      if (last && new Date(last.installed_at) > at) return false
      const enterprise = last?.enterprise ?? workspace.enterprise
      await all.deleteFrom('installs').where('owner', '=', owner).execute()
      await all
        .deleteFrom('tickets')
        .where(owner === enterprise ? 'enterprise' : 'team', '=', owner)
        .execute()
      if (enterprise === undefined || !(await hasInstalls(all, enterprise)))
        await forgetLinks(all, enterprise ?? owner)
      return true
    })
}

const installOf = (all: Kysely<Tables>, owner: string) =>
  all
    .selectFrom('installs')
    .select(['enterprise', 'installed_at'])
    .where('owner', '=', owner)
    .executeTakeFirst()

async function hasInstalls(all: Kysely<Tables>, enterprise: string): Promise<boolean> {
  const left = await all
    .selectFrom('installs')
    .select('owner')
    .where('enterprise', '=', enterprise)
    .executeTakeFirst()
  return left !== undefined
}

/** The links of everybody whose key begins with it (`personKey`); not by LIKE, whose case SQLite passes over. */
async function forgetLinks(all: Kysely<Tables>, owner: string): Promise<void> {
  const prefix = `${owner}:`
  await all
    .deleteFrom('links')
    .where(({ eb, fn, lit }) => eb(fn<string>('substr', ['person', lit(1), lit(prefix.length)]), '=', prefix))
    .execute()
}
