import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { Database, Tables } from './database.ts'
import type { Workspace } from './installation.ts'
import { DONE_WITH } from './tables/journal.ts'
import { TICKET_MINUTES } from './tickets.ts'

/**
 * Makes what forgets a workspace that has thrown the app out at a time: its installation, its people's links and Homes,
 * what waits for them, and what was left to do and to tell. Nothing is forgotten that came after that time: Slack may
 * tell of it late, when somebody has installed the app again.
 * People of an enterprise are the same people in all of its workspaces, so their links stay while another installation
 * of it is there. Guests who were linked through the workspace go with it, but for those who have the app at home. True
 * where it was forgotten.
 */
export function createWipe({ database }: { database: Database }) {
  return (workspace: Workspace, at: Date): Promise<boolean> =>
    database.transaction().execute(async all => {
      const owner = workspace.wide ? workspace.enterprise : workspace.team
      if (owner === undefined) return false
      const gone = await dropInstall(all, owner, at)
      if (!gone && (await hasInstalls(all, 'owner', owner))) return false
      const enterprise = gone?.enterprise ?? workspace.enterprise
      const isWide = owner === enterprise
      const until = at.toISOString()
      await all
        .deleteFrom('tickets')
        .where(isWide ? 'enterprise' : 'team', '=', owner)
        .where('expires_at', '<=', new Date(at.getTime() + TICKET_MINUTES * 60_000).toISOString())
        .execute()
      await forgetAsked(all, isWide ? servedByAll(owner) : sql<SqlBool>`team = ${owner}`, until)
      if (enterprise === undefined || !(await hasInstalls(all, 'enterprise', enterprise)))
        await forgetPeople(all, enterprise ?? owner, until)
      if (isWide)
        await forgetGuests(
          all,
          sql`enterprise = ${owner} and team not in (select owner from installs)`,
          until,
        )
      else if (enterprise === undefined || !(await hasInstalls(all, 'owner', enterprise)))
        await forgetGuests(all, sql`team = ${owner}`, until)
      return true
    })
}

/** In one statement: an installation that comes meanwhile stays. */
const dropInstall = (all: Kysely<Tables>, owner: string, at: Date) =>
  all
    .deleteFrom('installs')
    .where('owner', '=', owner)
    .where('installed_at', '<=', at.toISOString())
    .returning('enterprise')
    .executeTakeFirst()

async function hasInstalls(all: Kysely<Tables>, by: 'owner' | 'enterprise', whose: string): Promise<boolean> {
  const left = await all.selectFrom('installs').select('owner').where(by, '=', whose).executeTakeFirst()
  return left !== undefined
}

/** Not by LIKE, whose case SQLite passes over. */
const isOf = (owner: string): Expression<SqlBool> =>
  sql`substr(person, 1, ${sql.lit(owner.length + 1)}) = ${`${owner}:`}`

/** What people of an enterprise asked for where no workspace has an installation of its own. */
const servedByAll = (enterprise: string): Expression<SqlBool> =>
  sql`${isOf(enterprise)} and team not in (select owner from installs)`

/**
 * Nobody goes on with what was asked for, or can read it any more. What was never sent is gone; of all else the record
 * stays, where what was on its way is `unknown`.
 */
async function forgetAsked(all: Kysely<Tables>, those: Expression<SqlBool>, until: string): Promise<void> {
  const isLeft = sql<SqlBool>`lease_until is not null and asked_at <= ${until}`
  await all.deleteFrom('journal').where(isLeft).where('state', '=', 'asked').where(those).execute()
  const begun = all.updateTable('journal').where(isLeft).where(those)
  await begun
    .where('state', '=', 'sent')
    .set({ state: 'unknown', ...DONE_WITH })
    .execute()
  await begun.set(DONE_WITH).execute()
}

/** The links and Homes of everybody whose key begins with it (`personKey`). */
async function forgetPeople(all: Kysely<Tables>, owner: string, until: string): Promise<void> {
  await all.deleteFrom('links').where(isOf(owner)).where('kept_at', '<=', until).execute()
  await all.deleteFrom('homes').where(isOf(owner)).where('opened_at', '<=', until).execute()
}

/** The links of those that neither their workspace nor their enterprise has an installation for. */
async function forgetGuests(all: Kysely<Tables>, those: Expression<SqlBool>, until: string): Promise<void> {
  const begins = (column: string) =>
    sql<SqlBool>`substr(links.person, 1, length(${sql.ref(column)}) + 1) = ${sql.ref(column)} || ':'`
  await all
    .deleteFrom('links')
    .where(those)
    .where('kept_at', '<=', until)
    .where(({ not, exists, or }) =>
      not(
        exists(
          all
            .selectFrom('installs')
            .select('owner')
            .where(or([begins('installs.owner'), begins('installs.enterprise')])),
        ),
      ),
    )
    .execute()
}
