import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Role } from '../service/contract/users.ts'
import type { Store } from './store.ts'

const personRow = z.object({ email: z.string(), name: z.string(), token: z.string() })

/** Somebody with an account: the token is what they act with. */
export type Person = z.output<typeof personRow>

/** Everybody with an account, in the order in which they came. */
export function peopleOf(store: Store): Person[] {
  return store.all(personRow, 'SELECT email, name, token FROM people ORDER BY rowid')
}

/** Gives this e-mail an account with a token of its own, unless it has one. */
export function addPerson(store: Store, email: string, name = nameFrom(email)): void {
  const sql = 'INSERT INTO people (email, name, token) VALUES (?, ?, ?) ON CONFLICT (email) DO NOTHING'
  store.run(sql, email, name, randomBytes(24).toString('base64url'))
}

/** Makes somebody with an account a user of an organization. */
export function enroll(store: Store, organization: number, user: User): void {
  const sql = 'INSERT INTO users (org_id, email, role, state) VALUES (?, ?, ?, ?)'
  store.run(sql, organization, user.email, user.role, user.state)
}

type User = { email: string; role: Role; state: string }

function nameFrom(email: string): string {
  const [local = email] = email.split('@')
  return local.charAt(0).toUpperCase() + local.slice(1)
}
