import { z } from 'zod'
import { count, created, identifier, listed, loose, text } from './answer.ts'
import { type Endpoint, get, named, ofOrganization, post } from './endpoint.ts'

/** Access data of a cloud provider. Write-only: no answer returns it, and it must reach no log or message. */
const specific = z.record(z.string(), z.string())

/** The identifier is the name of a credential without one. */
const credential = z
  .object({
    id: identifier,
    name: loose(identifier),
    type: text.catch(''),
    comments: text.catch(''),
    resources: loose(count, 'credentials[].resources'),
    last_time: loose(text),
  })
  .transform(({ name, ...credential }) => ({ ...credential, name: name ?? credential.id }))

export const credentials = {
  listCredentials: get('/v1/organizations/credentials/list', 'list_credentials', {
    query: ofOrganization,
    answer: listed('credentials', credential).transform(({ read, unread }) => ({
      credentials: read,
      unread,
    })),
  }),

  /** Each service names the provider kinds itself, so `type` is any text. */
  createCredential: post('/v1/organizations/credentials/create', 'add_credential', {
    body: ofOrganization.extend({ type: named, name: named, specific, comments: z.string() }),
    answer: created('credential_id', 'credential'),
  }),

  removeCredential: post('//v1/organizations/credentials/delete', 'remove_credential', {
    body: ofOrganization.extend({ credential_id: named, comments: z.string() }),
  }),

  /** Only what `data` holds is changed. */
  updateCredential: post('/v1/organizations/credentials/update', 'update_credential', {
    body: ofOrganization.extend({
      credential_id: named,
      data: z.strictObject({
        name: named.optional(),
        comments: z.string().optional(),
        specific: specific.optional(),
      }),
      reason: z.string(),
    }),
  }),
} satisfies Record<string, Endpoint>
