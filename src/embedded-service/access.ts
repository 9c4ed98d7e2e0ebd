import { z } from 'zod'
import type { EndpointName } from '../service/contract/contract.ts'
import { type Role, roles } from '../service/contract/users.ts'
import type { Caller, Handlers } from './handler.ts'
import { forbidden, quoted, Refusal, unknown } from './refusal.ts'
import { rowId, type Store } from './store.ts'

const personRow = z.object({ email: z.string() })
const userRow = z.object({ role: z.enum(roles), state: z.string(), organization: z.string() })

/** Who may do what: the person behind a token, and their role where they want to act. */
export function createAccess(store: Store, handlers: Handlers) {
  /** The person's e-mail. Throws a 401 when the header holds no token that is known. */
  function identify(authorization: string | undefined): string {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) throw new Refusal(401, 'Send an access token: "Authorization: Bearer <token>".')
    const person = store.one(personRow, 'SELECT email FROM people WHERE token = ?', token)
    if (person === undefined) throw new Refusal(401, 'This access token is not known.')
    return person.email
  }

  /** Throws a 404 where the person does not belong, and a 403 where their state or role does not allow it. */
  function admit(email: string, endpoint: EndpointName, organization: string): Caller {
    const { least } = handlers[endpoint]
    if (least === 'anyone') return { email, role: undefined }
    return { email, role: roleIn(organization, email, least) }
  }

  function roleIn(organization: string, email: string, least: Role): Role {
    const user = store.one(
      userRow,
      `SELECT role, state, organizations.name AS organization FROM users
       JOIN organizations ON organizations.id = users.org_id WHERE org_id = ? AND email = ?`,
      rowId(organization),
      email,
    )
    if (user === undefined)
      throw unknown(`There is no organization ${quoted(organization)} that you belong to.`)
    if (user.state !== 'active') throw forbidden(`You are inactive in ${user.organization}.`)
    if (reaches(user.role, least)) return user.role
    const enough = OR.format(roles.filter(role => reaches(role, least)))
    throw forbidden(`This needs the role ${enough}: in ${user.organization} you are ${user.role}.`)
  }

  return { identify, admit }
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Whether a role is at least another; the roles stand in order, the strongest first. */
const reaches = (role: Role, least: Role): boolean => roles.indexOf(role) <= roles.indexOf(least)
