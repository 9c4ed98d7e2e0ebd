import { expect, it, onTestFinished } from 'vitest'
import { createApprovals } from '../../src/changes/approvals.ts'
import { createChangeStore } from '../../src/changes/change-store.ts'
import { createHistory } from '../../src/changes/history.ts'
import { createSubscriptions } from '../../src/changes/subscriptions.ts'
import { createAuthenticate } from '../../src/core/authenticate.ts'
import { personKey } from '../../src/core/person.ts'
import { createClient } from '../../src/service/client.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createEntries, createLinks } from '../../src/storage/entries.ts'
import { openedDatabase } from '../postgres/databases.ts'

it('a request looks up its link once and keeps it', async () => {
  const clock = () => new Date(0)
  const database = await openedDatabase(':memory:')
  const service = createClient({ url: 'http://127.0.0.1:9', timeoutMs: 1 })
  onTestFinished(() => service.close())
  const sealer = createSealer([Buffer.alloc(32)])
  const entries = createEntries({ database, sealer, clock })
  const links = createLinks(entries)
  const store = createChangeStore({ database, sealer, clock, owner: 'one' })
  const person = { key: personKey({ team: 'T1', user: 'U1' }), user: 'U1' }
  await links.save(person.key, { token: 'first' })
  let lookups = 0
  const find: typeof links.find = key => {
    lookups += 1
    return links.find(key)
  }
  const authenticate = createAuthenticate({
    service,
    clock,
    shared: {
      links: { ...links, find },
      history: createHistory(database),
      subscriptions: createSubscriptions({ entries, store, clock }),
      approvals: createApprovals({ entries, store, clock }),
      kinds: ['aws', 'azure', 'gcp'],
      operations: new Map(),
      pauseMeans: '',
    },
  })
  const caller = {
    person,
    workspace: { team: 'T1' },
    locale: async () => ({ zone: 'UTC' }),
    profileOf: async () => ({}),
    originIn: () => ({}),
  }
  const authenticated = authenticate(caller)
  await authenticated.inOrganization('linked', {})
  await links.save(person.key, { token: 'second' })
  const { link } = await authenticated.linked()
  expect([link.token, lookups]).toEqual(['first', 1])
})
