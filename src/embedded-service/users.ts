import { z } from 'zod'
import type { users } from '../service/contract/users.ts'
import { admin, type Caller, type HandlersOf, viewer } from './handler.ts'
import { addPerson, enroll } from './people.ts'
import { forbidden, invalid, quoted, unknown } from './refusal.ts'
import { rowId, type Store } from './store.ts'

const userRow = z.object({ email: z.string(), role: z.string(), state: z.string() })
type UserRow = z.output<typeof userRow>

/** Assumed: what `mfa` says is which changes ask for a second proof. This service asks for none. */
const mfa = { view: false, create: false, update: false, delete: false, usersmgmt: false }

/** The members of organizations, and what they may do. */
export function createUsers(store: Store): HandlersOf<typeof users> {
  function usersOf(organization: string): UserRow[] {
    const sql = 'SELECT email, role, state FROM users WHERE org_id = ? ORDER BY joined'
    return store.all(userRow, sql, rowId(organization))
  }

  function userOf(users: UserRow[], email: string): UserRow {
    const user = users.find(each => each.email === email.toLowerCase())
    if (user === undefined) throw unknown(`${quoted(email)} does not belong to this organization.`)
    return user
  }

  /** An owner is made, changed and removed by owners alone. */
  function guardOwners(caller: Caller, roles: string[]): void {
    if (caller.role !== 'owner' && roles.includes('owner'))
      throw forbidden('Only an owner may make, change or remove an owner.')
  }

  /** Throws when this is the last active owner. */
  function keepAnOwner(users: UserRow[], leaving: UserRow): void {
    const owners = users.filter(each => each.role === 'owner' && each.state === 'active')
    if (owners.length === 1 && owners[0] === leaving)
      throw invalid(`${leaving.email} is the last active owner: make somebody else an owner first.`)
  }

  return {
    listUsers: viewer(({ org_id }) => ({ users: usersOf(String(org_id)), mfa })),

    addUser: admin(({ org_id, user_id, role, state }, caller) => {
      guardOwners(caller, [role])
      const email = user_id.toLowerCase()
      if (usersOf(org_id).some(each => each.email === email))
        throw invalid(`${quoted(user_id)} belongs to this organization already.`)
      addPerson(store, email)
      enroll(store, rowId(org_id), { email, role, state })
      return {}
    }),

    updateUser: admin(({ org_id, user_id, role, state }, caller) => {
      const users = usersOf(org_id)
      const user = userOf(users, user_id)
      guardOwners(caller, [user.role, role])
      if (role !== 'owner' || state !== 'active') keepAnOwner(users, user)
      const sql = 'UPDATE users SET role = ?, state = ? WHERE org_id = ? AND email = ?'
      store.run(sql, role, state, rowId(org_id), user.email)
      return {}
    }),

    removeUser: admin(({ org_id, user_id }, caller) => {
      const users = usersOf(org_id)
      const user = userOf(users, user_id)
      guardOwners(caller, [user.role])
      keepAnOwner(users, user)
      store.run('DELETE FROM users WHERE org_id = ? AND email = ?', rowId(org_id), user.email)
      return {}
    }),
  }
}
