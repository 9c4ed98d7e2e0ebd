import { randomBytes } from 'node:crypto'
import type { users } from '../service/contract/users.ts'
import { digest } from '../storage/encryption.ts'
import { admin, type Caller, type HandlersOf, viewer } from './handler.ts'
import { forbidden, found, invalid, quoted } from './service-refusal.ts'
import { type Row, rowId, type Store, type Value } from './service-store.ts'

/** Someone with an account. */
export type Person = { email: string; name: string; token: string }

/** Everyone with an account, the oldest first. */
export const peopleOf = (store: Store): Person[] =>
  store
    .rows('SELECT email, name, token FROM people ORDER BY rowid')
    .map(({ email, name, token }) => ({ email: String(email), name: String(name), token: store.open(token) }))

/** Creates an account with an access token, unless the e-mail has one. */
export function addPerson(store: Store, email: string, name = nameFrom(email)): void {
  const sql = 'INSERT INTO people VALUES (:email, :name, :token_hash, :token) ON CONFLICT (email) DO NOTHING'
  store.run(sql, { email, name, ...tokenColumns(store, randomBytes(24).toString('base64url')) })
}

/** A token is looked up by its hash, and shown again to the operator of the service. */
export const tokenColumns = (store: Store, token: string) => ({
  token_hash: digest(token),
  token: store.seal(token),
})

/** The e-mail of the person with this access token. */
export const emailOf = (store: Store, token: string): Value =>
  store.one('SELECT email FROM people WHERE token_hash = :hash', { hash: digest(token) })?.email

function nameFrom(email: string): string {
  const [local = email] = email.split('@')
  return local.charAt(0).toUpperCase() + local.slice(1)
}

/** Assumed: `mfa` says which changes require a second factor. None do here. */
const mfa = { view: false, create: false, update: false, delete: false, usersmgmt: false }

export function createUsers(store: Store): HandlersOf<typeof users> {
  function userOf(org_id: string, email: string): Row {
    const sql = 'SELECT id, email, role FROM users WHERE org_id = :org AND email = :email'
    const user = store.one(sql, { org: rowId(org_id), email })
    return found(user, `${quoted(email)} does not belong to this organization.`)
  }

  function guardOwners(caller: Caller, roles: Value[]): void {
    if (caller.role !== 'owner' && roles.includes('owner'))
      throw forbidden('Only an owner may make, change or remove an owner.')
  }

  /** Throws if no other owner of the organization is active. */
  function keepAnOwner(org_id: string, leaving: Row): void {
    const sql = `SELECT id FROM users WHERE org_id = :org AND role = 'owner' AND state = 'active'`
    const owners = store.rows(sql, { org: rowId(org_id) })
    if (owners.length === 1 && owners[0]?.id === leaving.id)
      throw invalid(`${leaving.email} is the last active owner: make somebody else an owner first.`)
  }

  return {
    listUsers: viewer(({ org_id }) => {
      const sql = 'SELECT email, role, state FROM users WHERE org_id = :org ORDER BY id'
      return { users: store.rows(sql, { org: rowId(String(org_id)) }), mfa }
    }),

    addUser: admin(({ org_id, user_id, role, state }, caller) => {
      guardOwners(caller, [role])
      const email = user_id.toLowerCase()
      addPerson(store, email)
      store.insert('users', { org_id: rowId(org_id), email, role, state })
      return {}
    }),

    updateUser: admin(({ org_id, user_id, role, state }, caller) => {
      const user = userOf(org_id, user_id)
      guardOwners(caller, [user.role, role])
      if (role !== 'owner' || state !== 'active') keepAnOwner(org_id, user)
      store.update('users', user.id, { role, state })
      return {}
    }),

    removeUser: admin(({ org_id, user_id }, caller) => {
      const user = userOf(org_id, user_id)
      guardOwners(caller, [user.role])
      keepAnOwner(org_id, user)
      store.run('DELETE FROM users WHERE id = :id', { id: user.id })
      return {}
    }),
  }
}
