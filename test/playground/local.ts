import type { App } from '@slack/bolt'
import { expect, onTestFinished } from 'vitest'
import { createBot } from '../../src/app/bot.ts'
import { createChangeStore } from '../../src/changes/change-store.ts'
import { createHistory } from '../../src/changes/history.ts'
import { readConfig } from '../../src/config/config.ts'
import { personKey } from '../../src/core/person.ts'
import type { Users } from '../../src/embedded-service/seed.ts'
import { createLocalService } from '../../src/embedded-service/service.ts'
import { typedSecrets } from '../../src/language/secret-words.ts'
import { operations } from '../../src/operations/catalog.ts'
import { openPlayground } from '../../src/playground/local/local.ts'
import { printMessage } from '../../src/playground/local/terminal.ts'
import { people } from '../../src/playground/local-people.ts'
import { team } from '../../src/playground/local-workspace.ts'
import { createClient } from '../../src/service/client.ts'
import { createSlackHttp } from '../../src/slack/delivery/slack-http.ts'
import { createReceiver } from '../../src/slack/transport/http-receiver.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createEntries, createLinks, createTickets } from '../../src/storage/entries.ts'
import { linesOf } from '../app/log-lines.ts'
import { ADMIT_ALL, NO_TELEMETRY } from '../bot-parts.ts'
import { KEY } from '../key.ts'

const kinds = ['aws', 'azure', 'gcp'] as const
const clock = () => new Date('2026-11-18T09:00:00Z')

/** Opens the playground in this process, composed as at its start. */
export async function openLocal({ users = people }: { users?: Users } = {}) {
  const { log } = linesOf()
  const parts = new AsyncDisposableStack()
  onTestFinished(() => parts.disposeAsync())
  const database = await openDatabase(':memory:')
  parts.defer(() => database.destroy())
  const sealer = createSealer([KEY])
  const entries = createEntries({ database, sealer, clock })
  const links = createLinks(entries)
  const local = createLocalService({ file: ':memory:', key: KEY, clock, kinds, users })
  const listening = await local.listen(0, '127.0.0.1')
  parts.defer(listening.close)
  const opened = await openPlayground({
    clock,
    database,
    links,
    typedSecrets: typedSecrets(operations),
    report: error => expect.fail(String(error)),
    embedded: local,
  })
  const { interceptors } = opened.inspector
  const service = createClient({ url: listening.url, timeoutMs: 2000, watch: interceptors.service })
  parts.defer(service.close)
  const http = createSlackHttp({ apiUrl: opened.slack.apiUrl, interceptor: interceptors.Slack })
  parts.defer(http.close)
  const { slack, playground } = opened
  const receiver = createReceiver({
    ...ADMIT_ALL,
    signingSecret: slack.signingSecret,
    clock,
    log,
    otherwise: opened.otherwise,
  })
  let references = 0
  const bot = createBot({
    ...NO_TELEMETRY,
    pauseMeans: readConfig({}).pauseMeans,
    slack: { tokenOf: async () => slack.botToken, apiUrl: slack.apiUrl },
    http,
    service,
    entries,
    links,
    store: createChangeStore({ database, sealer, clock, owner: 'one' }),
    history: createHistory(database),
    pictures: { address: () => undefined, sealer },
    kinds,
    clock,
    log,
    reference: () => `ref-${++references}`,
  })
  bot.listenTo({ ...receiver, init: (app: App) => receiver.init(opened.watch(app)) })
  const { port } = await receiver.start(0, '127.0.0.1')
  parts.defer(async () => void (await Promise.all([receiver.stop(), opened.close()])))
  const address = `http://127.0.0.1:${port}`
  parts.defer(async () => opened.closeStreams())
  await opened.start(address)

  return {
    ...opened,
    /** The address of the page. */
    address,
    database,
    links,
    tickets: createTickets(entries),
    tokenOf: local.token,
    /** Resolves once the bot has finished all work. */
    settled: () => playground.settled(),
    keyOf: (id: string) => personKey({ team: team.id, user: id }),
    /** Types a command in #ops, and waits until everything that follows is done. */
    types: async (name: string, line: string) => {
      await playground.person(name).command(line, { channel: 'ops' })
      await playground.settled()
    },
    /** Returns the messages that a person sees in #ops. */
    reads: (name: string) => playground.person(name).messages('ops').map(printMessage),
    /** Resolves to the plans with their pauses, without the bot. */
    plans: async () => {
      const token = local.token('ana@acme.test')
      return (await service.call('listPlans', { org_id: '1001' }, token)).plans
    },
  }
}
