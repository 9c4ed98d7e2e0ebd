import { z } from 'zod'
import { count, created, firstOf, identifier, label, listed, loose, members, text } from './answer.ts'
import { type Endpoint, get, named, ofOrganization, post } from './endpoint.ts'
import { roleAnswer } from './users.ts'

/** Members are named as in the list or as in the billing description. The identifier is the name of one without. */
const organization = z.preprocess(
  value => {
    const organization = members(value)
    const org_id = firstOf(organization, ['org_id', 'id'])
    const name = label.safeParse(firstOf(organization, ['org_name', 'name'])).data
    return { ...organization, org_id, org_name: name ?? org_id }
  },
  z.object({
    org_id: identifier,
    org_name: label,
    role: roleAnswer,
    owner: text.catch(''),
    resources: loose(count, 'organizations[].resources'),
  }),
)

/** Assumed: the body of creating and updating an organization, which the document does not show. */
const description = z.strictObject({ org_name: named })

export const organizations = {
  listOrganizations: get('/v1/organizations/list', 'list', {
    answer: listed('organizations', organization).transform(({ read, unread }) => ({
      organizations: read,
      unread,
    })),
  }),

  createOrganization: post('/v1/organizations/create', 'create', {
    body: description,
    answer: created('org_id', 'organization'),
  }),

  updateOrganization: post('/v1/organizations/update', 'update', {
    query: ofOrganization,
    body: description,
  }),

  removeOrganization: post('/v1/organizations/remove', 'remove', {
    body: ofOrganization,
  }),
} satisfies Record<string, Endpoint>
