import { z } from 'zod'
import type { credentials } from '../service/contract/credentials.ts'
import { admin, type HandlersOf, member } from './handler.ts'
import { checkSpecific, type Kinds } from './kinds.ts'
import { invalid, quoted, unknown } from './refusal.ts'
import { rowId, type Store } from './store.ts'

/** The document's limit on the resources of one credential. */
const mostResources = 1000

const credentialRow = z.object({
  id: z.number(),
  type: z.string(),
  name: z.string(),
  comments: z.string(),
  resources: z.number(),
  last_time: z.string(),
})
type CredentialRow = z.output<typeof credentialRow>

// `specific` is not among the columns: it is read for nothing but its own update.
const select = `SELECT id, type, name, comments, last_time,
  (SELECT count(*) FROM resources WHERE credential = credentials.id) AS resources FROM credentials`

/** The credential of this organization. Throws a 404 when there is none. */
export function credentialOf(store: Store, organization: string, credential: string): CredentialRow {
  const sql = `${select} WHERE id = ? AND org_id = ?`
  const found = store.one(credentialRow, sql, rowId(credential), rowId(organization))
  if (found === undefined) throw unknown(`There is no credential ${quoted(credential)} in this organization.`)
  return found
}

/** Throws when the credential serves as many resources as one may. */
export function makeRoom(credential: CredentialRow): void {
  if (credential.resources >= mostResources)
    throw invalid(
      `The credential ${credential.name} serves ${mostResources} resources, the most there may be.`,
    )
}

/** The credentials of organizations. Their access data is kept, and told to nobody. */
export function createCredentials(
  store: Store,
  kinds: Kinds,
  clock: () => Date,
): HandlersOf<typeof credentials> {
  function claimName(organization: string, name: string, own?: number): void {
    const sql = `${select} WHERE org_id = ? AND name = ?`
    const other = store.one(credentialRow, sql, rowId(organization), name)
    if (other !== undefined && other.id !== own)
      throw invalid(`A credential is called ${quoted(name)} already.`)
  }

  return {
    listCredentials: member(({ org_id }) => {
      const credentials = store.all(credentialRow, `${select} WHERE org_id = ? ORDER BY id`, rowId(org_id))
      return { credentials: credentials.map(each => ({ ...each, id: String(each.id) })) }
    }),

    createCredential: admin(({ org_id, type, name, specific, comments }) => {
      checkSpecific(kinds, type, 'create', specific)
      claimName(org_id, name)
      const { id } = store.run(
        `INSERT INTO credentials (org_id, type, name, comments, specific, last_time) VALUES (?, ?, ?, ?, ?, ?)`,
        rowId(org_id),
        type,
        name,
        comments,
        JSON.stringify(specific),
        clock().toISOString(),
      )
      return { credential_id: id }
    }),

    removeCredential: admin(({ org_id, credential_id }) => {
      const credential = credentialOf(store, org_id, credential_id)
      if (credential.resources > 0)
        throw invalid(
          `The credential ${credential.name} still serves ${credential.resources} resources: remove them, or give them another credential, first.`,
        )
      store.run('DELETE FROM credentials WHERE id = ?', credential.id)
      return {}
    }),

    updateCredential: admin(({ org_id, credential_id, data }) => {
      const credential = credentialOf(store, org_id, credential_id)
      const { name = credential.name, comments = credential.comments, specific = {} } = data
      if (data.specific) checkSpecific(kinds, credential.type, 'update', data.specific)
      claimName(org_id, name, credential.id)
      store.run(
        `UPDATE credentials SET name = ?, comments = ?, specific = json_patch(specific, ?), last_time = ?
         WHERE id = ?`,
        name,
        comments,
        JSON.stringify(specific),
        clock().toISOString(),
        credential.id,
      )
      return {}
    }),
  }
}
