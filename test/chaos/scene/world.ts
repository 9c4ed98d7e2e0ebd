import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { personKey } from '../../../src/core/person.ts'
import { createLocalService } from '../../../src/embedded-service/service.ts'
import type { Signed } from '../../../src/playground/delivery.ts'
import { createPlayground } from '../../../src/playground/local-slack.ts'
import { team } from '../../../src/playground/local-workspace.ts'
import { openDatabase } from '../../../src/storage/database.ts'
import { createSealer } from '../../../src/storage/encryption.ts'
import { createLinks } from '../../../src/storage/links.ts'
import { KEY } from '../../key.ts'
import { openDesk } from './desk.ts'
import type { Asker } from './wish.ts'

const clock = () => new Date()
/** People of one organization could do each other's work: whose token was used is what tells. */
const COLLEAGUES = 5

/**
 * A Slack and a service with people who are linked, in organizations of a few each, and a database of the bot's that
 * knows them. `carrier` brings the bot what Slack sends.
 */
export async function openWorld(deps: { people: number; place: string | undefined; carrier: Signed }) {
  const folder = await mkdtemp(join(tmpdir(), 'dayshift-chaos-'))
  const file = join(folder, 'dayshift.db')
  const place = deps.place ?? file
  const about = Array.from({ length: deps.people }, (_, at) => ({
    ...{ id: `U9PERSON${at}`, name: `Person ${at}`, zone: 'Europe/Berlin', email: `person-${at}@acme.test` },
  }))
  const slack = createPlayground({
    ...{ clock, people: about, channels: [{ id: 'C1OPS', name: 'ops' }], carrier: deps.carrier },
    remembers: 100,
  })
  const users = about.map(({ email, name }) => ({ email, name, role: 'owner' as const }))
  const service = createLocalService({
    file: ':memory:',
    key: KEY,
    clock,
    kinds: ['aws', 'azure', 'gcp'],
    users,
  })
  const [api, serving] = await Promise.all([slack.listen(), service.listen(0, '127.0.0.1')])
  slack.connect('http://dayshift.test/slack/events')
  const desk = await openDesk(serving.url)

  const askers: Asker[] = []
  let organization = { id: '', name: '' }
  for (const [at, person] of about.entries()) {
    const token = service.token(person.email)
    if (at % COLLEAGUES === 0) {
      const name = `Umbrella ${at / COLLEAGUES}`
      const { org_id = '' } = await desk.call('createOrganization', { org_name: name }, token)
      organization = { id: org_id, name }
      const credential = { type: 'aws', name: 'shop', specific: { role: 'r' }, comments: '' }
      await desk.call('createCredential', { org_id, ...credential }, token)
    } else {
      const user = {
        org_id: organization.id,
        user_id: person.email,
        role: 'member' as const,
        state: 'active' as const,
      }
      await desk.call('addUser', user, askers[at - (at % COLLEAGUES)]?.token ?? '')
    }
    askers.push({ ...person, token, organization })
  }

  const database = await openDatabase(place)
  const links = createLinks({ database, sealer: createSealer([KEY]), clock })
  for (const { id: user, token, organization } of askers)
    await links.keep(personKey({ team: team.id, user }), { token, organization })

  return {
    folder,
    slack,
    api: api.url,
    service: serving.url,
    desk,
    askers,
    database,
    /** Where the bot keeps what it knows; nothing of a database that was given. */
    file: deps.place === undefined ? file : undefined,
    /** What every replica is told, but for where Slack and the service are. */
    environment: {
      DATABASE_URL: deps.place ?? `file:${file}`,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      ENCRYPTION_KEY: KEY.toString('base64'),
    },
    async close() {
      await Promise.all([desk.close(), database.destroy()])
      await Promise.all([api.close(), serving.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
