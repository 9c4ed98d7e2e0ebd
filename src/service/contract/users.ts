import { z } from 'zod'
import { flag, identifier, list, listOf, loose, members, oneOf, pick } from './answer.ts'
import { type Endpoint, get, named, ofOrganization, post, state, states } from './endpoint.ts'

/** Assumed: the roles, which the document does not list. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

const role = z.enum(roles)

/** A role as it comes back; the service may have others. */
export const roleAnswer = oneOf(roles).catch('')

const user = z.object({ email: identifier, role: roleAnswer, state: oneOf(states).catch('') })

const may = loose(flag)
const mfa = z.object({ view: may, create: may, update: may, delete: may, usersmgmt: may })

export const users = {
  listUsers: get('/v1/organizations/users/list', 'users', {
    // A number in the document, unlike elsewhere. In a query the digits are equal.
    query: z.strictObject({ org_id: z.union([named, z.number()]) }),
    answer: z.preprocess(
      answer => ({ users: list(answer, ['users']), mfa: members(pick(answer, ['mfa'])) }),
      z
        .object({ users: listOf(user, 'users[]'), mfa })
        .transform(({ users: { read, unread }, mfa }) => ({ users: read, unread, mfa })),
    ),
  }),

  addUser: post('/v1/organizations/users/add', 'add_user', {
    body: ofOrganization.extend({ user_id: named, role, state }),
  }),

  updateUser: post('/v1/organizations/users/update', 'update_user', {
    body: ofOrganization.extend({ user_id: named, role, state }),
  }),

  removeUser: post('/v1/organizations/users/remove', 'remove_user', {
    body: ofOrganization.extend({ user_id: named, reason: z.string() }),
  }),
} satisfies Record<string, Endpoint>
