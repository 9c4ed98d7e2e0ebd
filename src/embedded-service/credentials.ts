import type { credentials } from '../service/contract/credentials.ts'
import { admin, found, type HandlersOf, invalid, member, quoted } from './router.ts'
import type { Row, Store } from './service-store.ts'

/** The names of the provider kinds that the document calls kind_a, kind_b and kind_c. */
export type Kinds = readonly [string, string, string]

/** The document's limit on the resources of one credential. */
const MAX_RESOURCES = 1000

/** The document's keys of `specific`, kind by kind. */
const KEYS = [
  { create: ['role'], update: ['role'] },
  { create: ['tenant', 'clientId', 'key'], update: ['clientId', 'key'] },
  { create: ['project'], update: ['project'] },
]

/** The credential of this organization. Throws a 404. */
export function credentialOf({ sql }: Store, org_id: string, credential_id: string) {
  const credential = sql.get`SELECT * FROM credential_facts
    WHERE CAST(id AS TEXT) = ${credential_id} AND org_id = ${org_id}`
  return found(credential, `There is no credential ${quoted(credential_id)} in this organization.`)
}

/** Throws if the credential serves as many resources as it may. */
export function checkRoom({ name, resources }: Row): void {
  if (Number(resources) >= MAX_RESOURCES)
    throw invalid(`The credential ${name} serves ${MAX_RESOURCES} resources, the most there may be.`)
}

/** Credentials. No answer contains `specific`. */
export function createCredentials(
  store: Store,
  kinds: Kinds,
  clock: () => Date,
): HandlersOf<typeof credentials> {
  const { sql, insert, seal, open } = store

  /** Throws unless `specific` has exactly the keys of its kind. The message repeats no value. */
  function checkSpecific(kind: string, purpose: 'create' | 'update', specific: Record<string, string>): void {
    const keys = KEYS[kinds.indexOf(kind)]?.[purpose]
    if (keys === undefined) throw invalid(`type must be one of ${kinds.join(', ')}.`)
    if (Object.keys(specific).length !== keys.length || !keys.every(key => specific[key]?.trim()))
      throw invalid(`specific must hold ${keys.join(', ')} and nothing else, none of them empty.`)
  }

  return {
    listCredentials: member(({ org_id }) => ({
      credentials: sql.all`SELECT CAST(id AS TEXT) AS id, type, name, comments, last_time, resources
        FROM credential_facts WHERE org_id = ${org_id} ORDER BY credential_facts.id`,
    })),

    createCredential: admin(({ org_id, type, name, specific, comments }) => {
      checkSpecific(type, 'create', specific)
      const last_time = clock().toISOString()
      const sealed = seal(JSON.stringify(specific))
      const credential = { org_id, type, name, comments, last_time, specific: sealed }
      return { credential_id: insert('credentials', credential) }
    }),

    removeCredential: admin(({ org_id, credential_id }) => {
      const { id, name, resources } = credentialOf(store, org_id, credential_id)
      if (resources !== 0)
        throw invalid(
          `The credential ${name} still serves ${resources} resources: remove them, or give them another credential, first.`,
        )
      sql.run`DELETE FROM credentials WHERE id = ${id}`
    }),

    updateCredential: admin(({ org_id, credential_id, data }) => {
      const credential = credentialOf(store, org_id, credential_id)
      const { name = String(credential.name), comments = String(credential.comments), specific = {} } = data
      if (data.specific) checkSpecific(String(credential.type), 'update', data.specific)
      const merged = { ...Object(JSON.parse(open(credential.specific))), ...specific }
      sql.run`UPDATE credentials SET name = ${name}, comments = ${comments},
        last_time = ${clock().toISOString()}, specific = ${seal(JSON.stringify(merged))}
        WHERE id = ${credential.id}`
    }),
  }
}
