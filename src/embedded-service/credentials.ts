import type { credentials } from '../service/contract/credentials.ts'
import { admin, type HandlersOf, member } from './handler.ts'
import { found, invalid, quoted } from './service-refusal.ts'
import { type Row, rowId, type Store } from './service-store.ts'

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

const resources = '(SELECT count(*) FROM resources WHERE credential = credentials.id) AS resources'

/** The credential of this organization. Throws a 404. */
export function credentialOf(store: Store, org_id: string, credential_id: string): Row {
  const sql = `SELECT *, ${resources} FROM credentials WHERE id = :id AND org_id = :org`
  const credential = store.one(sql, { id: rowId(credential_id), org: rowId(org_id) })
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
  /** Throws unless `specific` has exactly the keys of its kind. The message repeats no value. */
  function checkSpecific(kind: string, purpose: 'create' | 'update', specific: Record<string, string>): void {
    const keys = KEYS[kinds.indexOf(kind)]?.[purpose]
    if (keys === undefined) throw invalid(`type must be one of ${kinds.join(', ')}.`)
    if (Object.keys(specific).length !== keys.length || !keys.every(key => specific[key]?.trim()))
      throw invalid(`specific must hold ${keys.join(', ')} and nothing else, none of them empty.`)
  }

  return {
    listCredentials: member(({ org_id }) => {
      const sql = `SELECT CAST(id AS TEXT) AS id, type, name, comments, last_time, ${resources}
        FROM credentials WHERE org_id = :org ORDER BY credentials.id`
      return { credentials: store.rows(sql, { org: rowId(org_id) }) }
    }),

    createCredential: admin(({ org_id, type, name, specific, comments }) => {
      checkSpecific(type, 'create', specific)
      const facts = { type, name, comments, last_time: clock().toISOString() }
      const credential = { org_id: rowId(org_id), ...facts, specific: store.seal(JSON.stringify(specific)) }
      return { credential_id: store.insert('credentials', credential) }
    }),

    removeCredential: admin(({ org_id, credential_id }) => {
      const { id, name, resources } = credentialOf(store, org_id, credential_id)
      if (resources !== 0)
        throw invalid(
          `The credential ${name} still serves ${resources} resources: remove them, or give them another credential, first.`,
        )
      store.run('DELETE FROM credentials WHERE id = :id', { id })
      return {}
    }),

    updateCredential: admin(({ org_id, credential_id, data }) => {
      const credential = credentialOf(store, org_id, credential_id)
      const { name = credential.name, comments = credential.comments, specific = {} } = data
      if (data.specific) checkSpecific(String(credential.type), 'update', data.specific)
      const { id } = credential
      const stored = store.one('SELECT specific FROM credentials WHERE id = :id', { id })?.specific
      const merged = { ...Object(JSON.parse(store.open(stored))), ...specific }
      store.update('credentials', id, {
        name,
        comments,
        last_time: clock().toISOString(),
        specific: store.seal(JSON.stringify(merged)),
      })
      return {}
    }),
  }
}
