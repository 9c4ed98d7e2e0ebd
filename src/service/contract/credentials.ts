import { z } from 'zod'
import { count, createdId, done, identifier, listed, loose, text } from './answer.ts'
import { type Endpoint, named, none } from './endpoint.ts'

/** A cloud provider's access data. Write-only: it comes back in no answer, and must reach no log or message. */
const specific = z.record(z.string(), z.string())

/** One without a name is called by its identifier. */
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
  listCredentials: {
    title: 'List credentials',
    method: 'GET',
    path: '/v1/organizations/credentials/list',
    action: 'list_credentials',
    query: z.strictObject({ org_id: named }),
    body: none,
    answer: listed('credentials', credential).transform(({ read, unread }) => ({
      credentials: read,
      unread,
    })),
  },

  /** The provider kinds have names of their own in each service, so `type` is any of them. */
  createCredential: {
    title: 'Create credential',
    method: 'POST',
    path: '/v1/organizations/credentials/create',
    action: 'add_credential',
    query: none,
    body: z.strictObject({ org_id: named, type: named, name: named, specific, comments: z.string() }),
    answer: z.preprocess(
      answer => ({ credential_id: createdId(answer, 'credential_id', 'credential') }),
      z.object({ credential_id: loose(identifier) }),
    ),
  },

  removeCredential: {
    title: 'Remove credential',
    method: 'POST',
    path: '//v1/organizations/credentials/delete',
    action: 'remove_credential',
    query: none,
    body: z.strictObject({ org_id: named, credential_id: named, comments: z.string() }),
    answer: done,
  },

  /** Only what `data` holds is changed. */
  updateCredential: {
    title: 'Update credential',
    method: 'POST',
    path: '/v1/organizations/credentials/update',
    action: 'update_credential',
    query: none,
    body: z.strictObject({
      org_id: named,
      credential_id: named,
      data: z.strictObject({
        name: named.optional(),
        comments: z.string().optional(),
        specific: specific.optional(),
      }),
      reason: z.string(),
    }),
    answer: done,
  },
} satisfies Record<string, Endpoint>
