import { expect, it, onTestFinished } from 'vitest'
import { createPassage } from '../../src/changes/passage.ts'
import { createRecord } from '../../src/changes/record.ts'
import { createAdmit } from '../../src/core/authenticate.ts'
import { createClient } from '../../src/service/client.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createLinks, personKey } from '../../src/storage/links.ts'

it('a change is made with the link that it was asked for with, which is looked for once', async () => {
  const clock = () => new Date(0)
  const database = await openDatabase(':memory:')
  const service = createClient({ url: 'http://127.0.0.1:9', timeoutMs: 1 })
  onTestFinished(() => Promise.all([service.close(), database.destroy()]).then(() => {}))
  const kept = createLinks({ database, sealer: createSealer([Buffer.alloc(32)]), clock })
  const person = { key: personKey({ team: 'T1', user: 'U1' }), user: 'U1' }
  await kept.keep(person.key, { token: 'of then' })
  let looks = 0
  const find: typeof kept.find = key => {
    looks += 1
    return kept.find(key)
  }
  const { admit } = createAdmit({
    service,
    links: { ...kept, find },
    record: createRecord(database),
    clock,
    kinds: ['aws', 'azure', 'gcp'],
  })
  const whereabouts = async () => ({ zone: 'UTC' })
  const inSlack = async () => ({})
  const asked = admit({ person, workspace: { team: 'T1' }, whereabouts, inSlack }, 'asking')
  await asked.bind('linked', {})
  await kept.keep(person.key, { token: 'of now' })
  const journal = { sent: async () => {}, isHeld: () => true, isOvertaken: async () => false }
  const passage = createPassage({
    journal,
    id: 'e1',
    operation: 'pause.remove',
    now: new Date(1),
    within: undefined,
  })
  const { link, at } = await asked.passing(passage).linked()
  expect([link.token, at.now, looks]).toEqual(['of then', new Date(1), 1])
})
