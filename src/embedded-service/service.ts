import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAccess } from './access.ts'
import * as acme from './acme.ts'
import { createHandlers } from './handlers.ts'
import { createHttp } from './http.ts'
import type { Kinds } from './kinds.ts'
import { type Person, peopleOf } from './people.ts'
import { createPerform } from './perform.ts'
import { seed, seedAnew, type Users } from './seed.ts'
import { openStore } from './store.ts'

/** How long requests under way may take once the service is closing. */
const closingMs = 1000

type Settings = {
  /** Path of the SQLite file, or `:memory:`. */
  file: string
  clock: () => Date
  kinds: Kinds
  /** Who has an account in a new database, the organization's owner among them. */
  users?: Users
  /** Hears of failures that no request is to blame for. */
  report?: (error: unknown) => void
}

export type LocalService = {
  /** Listens, on a port of the system's choice when it is 0. `close`, or a port that cannot be had, closes the database. */
  listen(port: number, host: string): Promise<{ url: string; close(): Promise<void> }>
  /** Everybody who has an account, with the token that they act with. */
  tokens(): Person[]
  /** The token of one person, found by e-mail. Throws when nobody has it. */
  token(email: string): string
  /** Starts over with what a new database has. Whoever has an account then as before keeps the token. */
  reset(): void
}

/** The scheduling service itself, over SQLite. An empty database is seeded with a believable organization. */
export function createLocalService(settings: Settings): LocalService {
  const { file, clock, kinds, users = acme.users, report = () => {} } = settings
  const store = openStore(file)
  const seeded = () => ({ now: clock(), kinds, users })
  seed(store, seeded())
  const handlers = createHandlers(store, kinds, clock)
  const server = createHttp(createPerform(store, createAccess(store, handlers), handlers), report)

  function close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const late = setTimeout(() => server.closeAllConnections(), closingMs)
    server.close(() => {
      clearTimeout(late)
      store.close()
      resolve()
    })
    return promise
  }

  return {
    async listen(port, host) {
      try {
        await once(server.listen(port, host), 'listening')
      } catch (error) {
        store.close()
        throw error
      }
      return { url: urlOf(server.address()), close }
    },
    tokens: () => peopleOf(store),
    token: email => {
      const person = peopleOf(store).find(each => each.email === email)
      if (person === undefined) throw new Error(`nobody has the e-mail ${email}`)
      return person.token
    },
    reset: () => seedAnew(store, seeded()),
  }
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return ''
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
