import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { personKey } from '../../../src/core/person.ts'
import { createLocalService } from '../../../src/embedded-service/service.ts'
import { createPlayground } from '../../../src/playground/local-slack.ts'
import { team } from '../../../src/playground/local-workspace.ts'
import { createClient } from '../../../src/service/client.ts'
import { openDatabase } from '../../../src/storage/database.ts'
import { createSealer } from '../../../src/storage/encryption.ts'
import { createLinks } from '../../../src/storage/links.ts'
import { KEY } from '../../key.ts'

const program = new URL('../../../src/main.ts', import.meta.url).pathname
const clock = () => new Date()

/** Collects garbage when told to, and tells how much memory is left in use. */
const WEIGH = `data:text/javascript,process.on('message',()=>{gc();gc();process.send(process.memoryUsage())});process.channel.unref()`

/** Somebody whose name stands nowhere else, and as many others as it takes that nobody asks for too much. */
const SENDER = 'U0SENDER'
const people = Array.from({ length: 60 }, (_, at) => `U9PERSON${at}`)

/** The whole bot as a process of its own, with a Slack and a service in this one, and many people who are linked. */
export async function besieged(place?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'dayshift-chaos-'))
  const about = (id: string) => ({ id, name: id, zone: 'Europe/Berlin', email: `${id}@acme.test` })
  const slack = createPlayground({
    clock,
    people: [SENDER, ...people].map(about),
    channels: [{ id: 'C1OPS', name: 'ops' }],
  })
  const service = createLocalService({ file: ':memory:', key: KEY, clock, kinds: ['aws', 'azure', 'gcp'] })
  const [api, serving] = await Promise.all([slack.listen(), service.listen(0, '127.0.0.1')])
  const token = service.token('ana@acme.test')
  const client = createClient({ url: serving.url, timeoutMs: 2000 })
  const { organizations } = await client.call('listOrganizations', {}, token)
  await client.close()
  const acme = organizations.find(({ org_name }) => org_name === 'Acme')
  if (!acme) throw new Error('The service has no Acme')
  const file = join(folder, 'dayshift.db')
  const database = await openDatabase(place ?? file)
  const links = createLinks({ database, sealer: createSealer([KEY]), clock })
  for (const user of [SENDER, ...people])
    await links.keep(personKey({ team: team.id, user }), {
      token,
      organization: { id: acme.org_id, name: acme.org_name },
    })
  await database.destroy()

  const child = spawn(process.execPath, ['--expose-gc', '--import', WEIGH, program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PORT: '0',
      DATABASE_URL: place ?? `file:${file}`,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_API_URL: api.url,
      SERVICE_URL: serving.url,
      ENCRYPTION_KEY: KEY.toString('base64'),
    },
  })
  const ended = once(child, 'exit')
  const failures: string[] = []
  const running = Promise.withResolvers<string>()
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', line => {
      const [, found] = /"address":"(http:[^"]+)"/.exec(line) ?? []
      if (found) running.resolve(found)
      if (/that nobody waited for|has to end|not acknowledged in time/.test(line)) failures.push(line)
    })
  void ended.then(() => running.reject(new Error('The bot ended')))
  const address = await running.promise
  slack.connect(`${address}/slack/events`)

  async function end(): Promise<unknown> {
    child.kill('SIGTERM')
    const [code] = await ended
    await Promise.all([api.close(), serving.close()])
    await rm(folder, { recursive: true, force: true })
    return code
  }
  let ending: Promise<unknown> | undefined

  return {
    address,
    slack,
    secret: slack.signingSecret,
    sender: SENDER,
    people,
    /** What the bot wrote of failures that no request should be able to bring about. */
    failures,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** How many MB of its heap the bot uses, once all that it does not need is gone. */
    async heapMb(): Promise<number> {
      const told = once(child, 'message')
      child.send('weigh')
      const [{ heapUsed, external }] = await told
      return Math.round((heapUsed + external) / 1024 / 1024)
    },
    /** Ends all of it, and gives the bot's exit code; again where it is called again. */
    close: () => (ending ??= end()),
  }
}
