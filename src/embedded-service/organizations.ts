import { z } from 'zod'
import type { organizations } from '../service/contract/organizations.ts'
import { anyone, type HandlersOf, owner } from './handler.ts'
import { enroll } from './people.ts'
import { invalid, quoted, unknown } from './refusal.ts'
import { rowId, type Store } from './store.ts'

const organizationRow = z.object({
  org_id: z.number().transform(String),
  org_name: z.string(),
  owner: z.string(),
  resources: z.number(),
})

const ownRow = organizationRow.extend({ role: z.string() })

const idRow = organizationRow.pick({ org_id: true })

// The owner is the first active one: there is always one.
const facts = `organizations.id AS org_id, organizations.name AS org_name,
  (SELECT email FROM users WHERE org_id = organizations.id AND role = 'owner' AND state = 'active'
   ORDER BY joined LIMIT 1) AS owner,
  (SELECT count(*) FROM resources JOIN plans ON plans.id = plan_id
   WHERE org_id = organizations.id) AS resources`

/** The organization's name, owner and count of resources. Throws a 404 when there is none. */
export function organizationOf(store: Store, organization: string): z.output<typeof organizationRow> {
  const sql = `SELECT ${facts} FROM organizations WHERE id = ?`
  const found = store.one(organizationRow, sql, rowId(organization))
  if (found === undefined) throw unknown(`There is no organization ${quoted(organization)}.`)
  return found
}

/** The organizations that somebody belongs to. Whoever creates one owns it. */
export function createOrganizations(store: Store): HandlersOf<typeof organizations> {
  /** Two organizations of one person never share a name. */
  function claimName(email: string, name: string, own?: string): void {
    const other = store.one(
      idRow,
      `SELECT organizations.id AS org_id FROM organizations JOIN users ON org_id = organizations.id
       WHERE email = ? AND name = ? AND organizations.id <> ?`,
      email,
      name,
      rowId(own ?? ''),
    )
    if (other !== undefined) throw invalid(`An organization of yours is called ${quoted(name)} already.`)
  }

  return {
    listOrganizations: anyone((_, { email }) => {
      const organizations = store.all(
        ownRow,
        `SELECT ${facts}, users.role FROM organizations JOIN users ON users.org_id = organizations.id
         WHERE users.email = ? AND users.state = 'active' ORDER BY organizations.id`,
        email,
      )
      return { data: { organizations } }
    }),

    createOrganization: anyone(({ org_name }, { email }) => {
      claimName(email, org_name)
      const { id } = store.run('INSERT INTO organizations (name) VALUES (?)', org_name)
      enroll(store, rowId(id), { email, role: 'owner', state: 'active' })
      return { org_id: id }
    }),

    updateOrganization: owner(({ org_id, org_name }, { email }) => {
      claimName(email, org_name, org_id)
      store.run('UPDATE organizations SET name = ? WHERE id = ?', org_name, rowId(org_id))
      return {}
    }),

    removeOrganization: owner(({ org_id }) => {
      store.run('DELETE FROM organizations WHERE id = ?', rowId(org_id))
      return {}
    }),
  }
}
