import type { organizations } from '../service/contract/organizations.ts'
import { anyone, type HandlersOf, invalid, owner, quoted } from './router.ts'
import type { Store } from './service-store.ts'

export function createOrganizations({ sql, insert }: Store): HandlersOf<typeof organizations> {
  /** Throws if the person belongs to another organization of this name. */
  function claimName(email: string, name: string, own = ''): void {
    const other = sql.get`SELECT organizations.id FROM organizations JOIN users ON org_id = organizations.id
      WHERE email = ${email} AND name = ${name} AND organizations.id <> ${own}`
    if (other) throw invalid(`An organization of yours is called ${quoted(name)} already.`)
  }

  return {
    listOrganizations: anyone((_, { email }) => {
      const organizations = sql.all`SELECT organization_facts.org_id, org_name, owner, resources, role
        FROM organization_facts JOIN users ON users.org_id = organization_facts.id
        WHERE email = ${email} AND state = 'active' ORDER BY organization_facts.id`
      return { data: { organizations } }
    }),

    createOrganization: anyone(({ org_name }, { email }) => {
      claimName(email, org_name)
      const org_id = insert('organizations', { name: org_name })
      insert('users', { org_id, email, role: 'owner', state: 'active' })
      return { org_id }
    }),

    updateOrganization: owner(({ org_id, org_name }, { email }) => {
      claimName(email, org_name, org_id)
      sql.run`UPDATE organizations SET name = ${org_name} WHERE id = ${org_id}`
    }),

    removeOrganization: owner(({ org_id }) => {
      sql.run`DELETE FROM organizations WHERE id = ${org_id}`
    }),
  }
}
