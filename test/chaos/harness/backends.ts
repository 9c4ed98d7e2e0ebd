import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { personKey } from '../../../src/core/person.ts'
import { createLocalService } from '../../../src/embedded-service/service.ts'
import type { Carrier } from '../../../src/playground/delivery.ts'
import { createPlayground } from '../../../src/playground/local-slack.ts'
import { team } from '../../../src/playground/local-workspace.ts'
import { openDatabase } from '../../../src/storage/database.ts'
import { createSealer } from '../../../src/storage/encryption.ts'
import { createEntries, createLinks } from '../../../src/storage/entries.ts'
import { KEY } from '../../key.ts'
import { openFixtures } from './fixtures.ts'
import type { Actor } from './intent.ts'

const clock = () => new Date()

/**
 * Opens Slack, the service, and the bot's database, in which all people are linked.
 * @param colleagues people per organization, to detect changes with the token of another person
 * @param place the URL of a PostgreSQL database, or undefined for SQLite
 * @param carrier sends Slack's requests to the bot; by default they go to the address of `slack.connect`
 */
export async function openBackends({
  people,
  colleagues = 5,
  place,
  carrier,
}: {
  people: number
  colleagues?: number
  place: string | undefined
  carrier?: Carrier
}) {
  const folder = await mkdtemp(join(tmpdir(), 'dayshift-chaos-'))
  const file = join(folder, 'dayshift.db')
  const profiles = Array.from({ length: people }, (_, index) => ({
    id: `U9PERSON${index}`,
    name: `Person ${index}`,
    zone: 'Europe/Berlin',
    email: `person-${index}@acme.test`,
  }))
  const slack = createPlayground({
    clock,
    people: profiles,
    channels: [{ id: 'C1OPS', name: 'ops' }],
    ...(carrier && { carrier }),
  })
  const service = createLocalService({
    file: ':memory:',
    key: KEY,
    clock,
    kinds: ['aws', 'azure', 'gcp'],
    users: profiles.map(({ email }) => ({ email, role: 'owner' as const })),
  })
  const [api, serving] = await Promise.all([slack.listen(), service.listen(0, '127.0.0.1')])
  const fixtures = await openFixtures(serving.url)

  const actors: Actor[] = []
  let organization = { id: '', name: '' }
  let owner = ''
  for (const [index, profile] of profiles.entries()) {
    const token = service.token(profile.email)
    if (index % colleagues === 0) {
      const name = `Umbrella ${index / colleagues}`
      const { org_id = '' } = await fixtures.call('createOrganization', { org_name: name }, token)
      organization = { id: org_id, name }
      owner = token
      const credential = { type: 'aws', name: 'shop', specific: { role: 'r' }, comments: '' }
      await fixtures.call('createCredential', { org_id, ...credential }, token)
    } else {
      const user = { user_id: profile.email, role: 'member' as const, state: 'active' as const }
      await fixtures.call('addUser', { org_id: organization.id, ...user }, owner)
    }
    actors.push({ ...profile, token, organization })
  }

  const database = await openDatabase(place ?? file)
  const links = createLinks(createEntries({ database, sealer: createSealer([KEY]), clock }))
  for (const { id: user, token, organization } of actors)
    await links.save(personKey({ team: team.id, user }), { token, organization })

  return {
    folder,
    slack,
    api: api.url,
    service: serving.url,
    fixtures,
    actors,
    database,
    /** The file of a SQLite database. */
    file: place === undefined ? file : undefined,
    /** The bot's variables, without the addresses of Slack and the service. */
    environment: {
      DATABASE_URL: place ?? `file:${file}`,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      ENCRYPTION_KEY: KEY.toString('base64'),
    },
    async close() {
      await Promise.all([fixtures.close(), database.destroy()])
      await Promise.all([api.close(), serving.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
