import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import process from 'node:process'
import type { Logger } from 'pino'
import { createBot } from './bot.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './database.ts'
import { healthRoutes } from './health.ts'
import { localKey } from './links/keys.ts'
import { createSealer } from './links/seal.ts'
import { createLinks } from './links/store.ts'
import { createLog } from './log.ts'
import { linkPeople, openPlayground } from './playground/local.ts'
import { createClient } from './service/client.ts'
import { createLocalService } from './service/local/service.ts'
import { createSlackHttp } from './slack/http.ts'
import { createReceiver } from './slack/receiver.ts'

/** A slash command that is not acknowledged within 3 s fails in front of the person. */
const PATIENCE_MS = 2000

const clock = () => new Date()

const reference = () => randomBytes(4).toString('hex')

/** Starts all that the configuration asks for; `parts` stops it in reverse order. */
async function start(config: Config, parts: AsyncDisposableStack): Promise<void> {
  const log = createLog(config.logLevel)

  const database = await openDatabase(config.databaseUrl)
  parts.defer(() => database.destroy())
  const keys = config.encryptionKeys ?? [await localKey(config.databaseFolder)]
  const links = createLinks({ database, sealer: createSealer(keys), clock })

  const { url, token } =
    config.service.kind === 'remote'
      ? { ...config.service, token: undefined }
      : await embed(config, log, parts)
  const service = createClient({ url, timeoutMs: config.serviceTimeoutMs })
  parts.defer(service.close)

  const playground = config.slack.kind === 'playground' ? await openPlayground({ clock }) : undefined
  if (playground) parts.defer(playground.close)
  const slack = config.slack.kind === 'playground' ? playground?.slack : config.slack
  if (!slack) throw new Error('There is no Slack to answer to')

  const http = createSlackHttp()
  parts.defer(http.close)
  const dependencies = [
    { name: 'database', check: () => database.selectFrom('links').select('person').limit(1).execute() },
    { name: 'slack', check: () => bot.client.auth.test({ token: slack.botToken }) },
  ]
  const receiver = createReceiver({
    signingSecret: slack.signingSecret,
    clock,
    log,
    routes: { ...healthRoutes({ dependencies, clock }), ...playground?.routes },
  })
  const bot = createBot({
    receiver,
    slack,
    http,
    service,
    links,
    clock,
    log,
    reference,
    patienceMs: PATIENCE_MS,
  })
  const { port } = await receiver.start(config.port, config.host)
  parts.defer(() => receiver.stop())

  const address = `http://${config.host}:${port}`
  log.info({ address, service: url, slack: config.slack.kind }, 'Dayshift is running')
  if (!playground) return
  playground.connect(`${address}/slack/events`)
  if (token) await linkPeople(links, service, token)
  process.stdout.write(welcome(address))
}

/** The embedded service, with the way to its people's tokens. */
async function embed(config: Config, log: Logger, parts: AsyncDisposableStack) {
  const service = createLocalService({
    file: join(config.databaseFolder, 'service.db'),
    clock,
    kinds: config.credentialKinds,
    report: error => log.error({ err: error }, 'the embedded service failed'),
  })
  const { url, close } = await service.listen(config.servicePort, '127.0.0.1')
  parts.defer(close)
  return { url, token: service.token }
}

const welcome = (address: string) => `
Dayshift runs on this machine alone: a Slack to play with, and a scheduling service of its own.
Say something to it from another terminal, as Ana in #ops:

  curl ${address} -d '/pause web-prod tomorrow to friday load test'
  curl ${address} -d 'press Resume now'

curl ${address} tells what else there is to say. Ctrl-C stops it.

`

async function main(): Promise<void> {
  const parts = new AsyncDisposableStack()
  try {
    await start(readConfig(process.env), parts)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void parts.disposeAsync())
  } catch (error) {
    process.stderr.write(
      `Dayshift could not start. ${error instanceof Error ? error.message : 'Why is not known.'}\n`,
    )
    process.exitCode = 1
    await parts.disposeAsync()
  }
}

await main()
