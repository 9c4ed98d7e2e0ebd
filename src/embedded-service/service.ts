import { once } from 'node:events'
import * as acme from './acme.ts'
import { createBilling } from './billing.ts'
import { createCredentials, type Kinds } from './credentials.ts'
import { createOrganizations } from './organizations.ts'
import { createPauses } from './pauses.ts'
import { createPlans } from './plans.ts'
import { createResources } from './resources.ts'
import { createHttp, type Handlers } from './router.ts'
import { reseed, seed, type Users } from './seed.ts'
import { openStore, type Store } from './service-store.ts'
import { createUsers, peopleOf } from './users.ts'

type Settings = {
  /** The path of the SQLite file, or `:memory:`. */
  file: string
  /** 32 bytes, which seal what is secret in it. */
  key: Uint8Array
  clock: () => Date
  kinds: Kinds
  /** Who has an account in a new database, the organization's owner among them. */
  users?: Users
  /** Receives unexpected errors. */
  report?: (error: unknown) => void
}

export const createHandlers = (store: Store, kinds: Kinds, clock: () => Date): Handlers => ({
  ...createPlans(store),
  ...createResources(store, kinds),
  ...createPauses(store),
  ...createBilling(store, clock),
  ...createCredentials(store, kinds, clock),
  ...createUsers(store),
  ...createOrganizations(store),
})

export type LocalService = ReturnType<typeof createLocalService>

/** The scheduling service on SQLite. An empty database is seeded with the organization Acme. */
export function createLocalService(settings: Settings) {
  const { file, key, clock, kinds, users = acme.users, report = () => {} } = settings
  const store = openStore(file, key)
  const content = () => ({ now: clock(), kinds, users })
  seed(store, content())
  let [silenceMs, silentUntil] = [0, 0]

  function isSilent(method: string | undefined): boolean {
    const now = performance.now()
    if (method === 'POST' && silenceMs > 0) [silenceMs, silentUntil] = [0, now + silenceMs]
    return now < silentUntil
  }

  const server = createHttp(store, createHandlers(store, kinds, clock), report, isSilent)

  async function close(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
    store.close()
  }

  return {
    /** Listens; port 0 takes a free one. `close` also closes the database. */
    async listen(port: number, host: string): Promise<{ url: string; close(): Promise<void> }> {
      await once(server.listen(port, host), 'listening')
      const address = server.address()
      const actualPort = typeof address === 'object' ? address?.port : port
      return { url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`, close }
    },
    /** The organization in a new database. */
    organization: { ...acme.organization, id: String(acme.organization.id) },
    /** Everyone with an account, and their access tokens. */
    tokens: () => peopleOf(store),
    /** The access token of one person, empty if the e-mail has no account. */
    token: (email: string): string => peopleOf(store).find(each => each.email === email)?.token ?? '',
    /** Restores the content of a new database. Access tokens stay valid. */
    reset: () => reseed(store, content()),
    /** The pauses of the plans with a name, in days as DD/MM/YYYY. */
    pausesOf(plan: string) {
      const pauses = store.sql.all`SELECT pause_start, pause_end FROM pauses JOIN plans ON plans.id = plan_id
        WHERE name = ${plan}`
      return pauses.map(row => ({ from: String(row.pause_start), until: String(row.pause_end) }))
    },
    /** Executes requests without answering them, from the next change on and for this long. */
    breakFor(ms: number) {
      silenceMs = ms
    },
  }
}
