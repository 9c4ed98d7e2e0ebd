import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createChangeStore } from '../../src/changes/change-store.ts'
import { personKey } from '../../src/core/person.ts'
import { printMessage } from '../../src/playground/local/terminal.ts'
import { team } from '../../src/playground/local-workspace.ts'
import { createClient } from '../../src/service/client.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createEntries, createLinks } from '../../src/storage/entries.ts'
import { KEY } from '../key.ts'
import { openOutsideParties } from '../outside-parties.ts'
import { openedDatabase } from '../postgres/databases.ts'
import { startProgram } from '../started-program.ts'
import { newChange } from '../stored-rows.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openWire } from '../wire.ts'

const clock = () => new Date()

/** Creates a database in which Ana is linked and has an accepted pause that no process has started. */
async function storeChange(file: string, { token, url }: { token: string; url: string }) {
  const client = createClient({ url, timeoutMs: 5000 })
  const { organizations } = await client.call('listOrganizations', {}, token)
  await client.close()
  const [organization] = organizations.map(({ org_id: id, org_name: name }) => ({ id, name }))
  const database = await openedDatabase(file)
  const sealer = createSealer([KEY])
  const person = personKey({ team: team.id, user: 'U1ANA' })
  const links = createLinks(createEntries({ database, sealer, clock }))
  await links.save(person, { token, ...(organization && { organization }) })
  const store = createChangeStore({ database, sealer, clock, owner: 'gone' })
  const since = Math.floor(clock().getTime() / 1000)
  const request = { args: {}, values: { plans: 'web-prod', from: 'tomorrow' }, omitted: [] }
  const origin = { team: team.id, user: 'U1ANA', channel: 'C1OPS', since }
  const owners = { team: team.id, actor: person, organization: null }
  await store.accept(newChange('left', { ...owners, request, origin }))
  await store.postpone('left', -99)
  return database
}

it('a process that is stopped while it recovers a change applies and announces it exactly once', {
  timeout: 60_000,
}, async () => {
  const { slack, token, environment } = await openOutsideParties()
  const wire = await openWire(environment.SERVICE_URL)
  onTestFinished(() => wire.close())
  const folder = await temporaryFolder()
  const database = await storeChange(join(folder, 'dayshift.db'), { token, url: environment.SERVICE_URL })
  const messages = () => slack.channel('ops').map(printMessage)
  const settings = { ...environment, SERVICE_URL: wire.url }

  const answer = wire.hold('pause_plan')
  const program = startProgram(folder, settings)
  const address = await program.address()
  await expect.poll(() => wire.changes().length, { timeout: 10_000 }).toBe(1)
  program.sendSignal('SIGTERM')
  const listens = () => fetch(`${address}/healthz`).then(Boolean, () => false)
  await expect.poll(listens).toBe(false)
  answer()
  expect(await program.exit()).toEqual([0, null])
  expect(messages()).toEqual([expect.stringContaining('<@U1ANA> paused *web-prod*')])

  const next = startProgram(folder, settings)
  const ready = async () => (await fetch(`${await next.address()}/readyz`)).status
  await expect.poll(ready, { timeout: 10_000 }).toBe(200)
  expect(await next.end('SIGTERM')).toEqual([0, null])
  expect([messages().length, wire.changes().length]).toEqual([1, 1])
  const changes = database.selectFrom('changes').where('state', '<>', 'scheduled')
  expect(await changes.select(['state', 'lease_until']).execute()).toEqual([
    { state: 'done', lease_until: null },
  ])
})
