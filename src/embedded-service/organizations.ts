import type { organizations } from '../service/contract/organizations.ts'
import { anyone, type HandlersOf, owner } from './handler.ts'
import { invalid, quoted } from './service-refusal.ts'
import { rowId, type Store } from './service-store.ts'

/** Columns of an organization. Its owner is the first active one; there always is one. */
export const organizationColumns = `CAST(organizations.id AS TEXT) AS org_id, organizations.name AS org_name,
  (SELECT email FROM users WHERE org_id = organizations.id AND role = 'owner' AND state = 'active'
   ORDER BY id LIMIT 1) AS owner,
  (SELECT count(*) FROM resources JOIN plans ON plans.id = plan_id WHERE org_id = organizations.id) AS resources`

export function createOrganizations(store: Store): HandlersOf<typeof organizations> {
  /** Throws if the person belongs to another organization of this name. */
  function claimName(email: string, name: string, own = ''): void {
    const other = store.one(
      `SELECT organizations.id FROM organizations JOIN users ON org_id = organizations.id
       WHERE email = :email AND name = :name AND organizations.id <> :own`,
      { email, name, own: rowId(own) },
    )
    if (other !== undefined) throw invalid(`An organization of yours is called ${quoted(name)} already.`)
  }

  return {
    listOrganizations: anyone((_, { email }) => {
      const sql = `SELECT ${organizationColumns}, users.role FROM organizations
        JOIN users ON users.org_id = organizations.id
        WHERE users.email = :email AND users.state = 'active' ORDER BY organizations.id`
      return { data: { organizations: store.rows(sql, { email }) } }
    }),

    createOrganization: anyone(({ org_name }, { email }) => {
      claimName(email, org_name)
      const org_id = store.insert('organizations', { name: org_name })
      store.insert('users', { org_id: rowId(org_id), email, role: 'owner', state: 'active' })
      return { org_id }
    }),

    updateOrganization: owner(({ org_id, org_name }, { email }) => {
      claimName(email, org_name, org_id)
      store.update('organizations', rowId(org_id), { name: org_name })
      return {}
    }),

    removeOrganization: owner(({ org_id }) => {
      store.run('DELETE FROM organizations WHERE id = :id', { id: rowId(org_id) })
      return {}
    }),
  }
}
