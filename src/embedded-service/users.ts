import { randomBytes } from 'node:crypto'
import type { users } from '../service/contract/users.ts'
import { digest } from '../storage/encryption.ts'
import { admin, type Caller, forbidden, found, type HandlersOf, invalid, quoted, viewer } from './router.ts'
import type { Row, Store, Value } from './service-store.ts'

/** Someone with an account. */
export type Person = { email: string; token: string }

/** Everyone with an account, the oldest first. */
export const peopleOf = ({ sql, open }: Store): Person[] =>
  sql.all`SELECT email, token FROM people ORDER BY rowid`.map(({ email, token }) => ({
    email: String(email),
    token: open(token),
  }))

/** Creates an account, unless the e-mail has one. Tokens are found by hash; the copy is for the operator. */
export function addPerson({ sql, seal }: Store, email: string): void {
  const token = randomBytes(24).toString('base64url')
  sql.run`INSERT INTO people VALUES (${email}, ${digest(token)}, ${seal(token)})
    ON CONFLICT (email) DO NOTHING`
}

/** Assumed: `mfa` says which changes require a second factor. None do here. */
const mfa = { view: false, create: false, update: false, delete: false, usersmgmt: false }

export function createUsers(store: Store): HandlersOf<typeof users> {
  const { sql, insert } = store

  function userOf(org_id: string, email: string) {
    const user = sql.get`SELECT id, email, role FROM users WHERE org_id = ${org_id} AND email = ${email}`
    return found(user, `${quoted(email)} does not belong to this organization.`)
  }

  function guardOwners(caller: Caller, roles: Value[]): void {
    if (caller.role !== 'owner' && roles.includes('owner'))
      throw forbidden('Only an owner may make, change or remove an owner.')
  }

  /** Throws if no other owner of the organization is active. */
  function keepAnOwner(org_id: string, leaving: Row): void {
    const owners = sql.all`SELECT id FROM users
      WHERE org_id = ${org_id} AND role = 'owner' AND state = 'active'`
    if (owners.length === 1 && owners[0]?.id === leaving.id)
      throw invalid(`${leaving.email} is the last active owner: make someone else an owner first.`)
  }

  return {
    listUsers: viewer(({ org_id }) => ({
      users: sql.all`SELECT email, role, state FROM users WHERE org_id = ${org_id} ORDER BY id`,
      mfa,
    })),

    addUser: admin(({ org_id, user_id, role, state }, caller) => {
      guardOwners(caller, [role])
      const email = user_id.toLowerCase()
      addPerson(store, email)
      insert('users', { org_id, email, role, state })
    }),

    updateUser: admin(({ org_id, user_id, role, state }, caller) => {
      const user = userOf(org_id, user_id)
      guardOwners(caller, [user.role, role])
      if (role !== 'owner' || state !== 'active') keepAnOwner(org_id, user)
      sql.run`UPDATE users SET role = ${role}, state = ${state} WHERE id = ${user.id}`
    }),

    removeUser: admin(({ org_id, user_id }, caller) => {
      const user = userOf(org_id, user_id)
      guardOwners(caller, [user.role])
      keepAnOwner(org_id, user)
      sql.run`DELETE FROM users WHERE id = ${user.id}`
    }),
  }
}
