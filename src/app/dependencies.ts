import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { createChangeStore } from '../changes/change-store.ts'
import { createHistory } from '../changes/history.ts'
import { atPortOf, type Config } from '../config/config.ts'
import { typedSecrets } from '../language/secret-words.ts'
import { operations } from '../operations/catalog.ts'
import type { PlaygroundDeps } from '../playground/local/local.ts'
import { type createSlackHttp, webApiOptions } from '../slack/delivery/slack-http.ts'
import type { TokenOf } from '../slack/oauth/installer.ts'
import { openDatabase } from '../storage/database.ts'
import { createSealer, localKey } from '../storage/encryption.ts'
import { createEntries, createLinks, type Entries } from '../storage/entries.ts'
import { createInstalls } from '../storage/installations.ts'
import type { Routes } from '../web/web-server.ts'

type Deps = { clock: () => Date; log: Logger }

/** The expiry of the entry that a write check saves. */
const PROBE_MS = 60_000

/** Opens the database and its stores; disposing of `parts` closes it. */
export async function openStores(
  config: Pick<Config, 'database' | 'encryptionKeys'>,
  { clock }: Pick<Deps, 'clock'>,
  parts: AsyncDisposableStack,
) {
  const { place, folder } = config.database
  const database = await openDatabase(place)
  parts.defer(() => database.destroy())
  const sealer = createSealer(config.encryptionKeys ?? [await localKey(folder)])
  const entries = createEntries({ database, sealer, clock })
  return {
    database,
    sealer,
    entries,
    links: createLinks(entries),
    /** Rejects if the database takes no writes. */
    check: () => entries.save('probe', { key: [], ttlMs: PROBE_MS }),
    store: createChangeStore({ database, sealer, clock, owner: randomUUID() }),
    history: createHistory(database),
  }
}

/** Opens the service and Slack, or the embedded service and the playground, which are loaded only then. */
export async function openBackends(
  config: Config,
  { log, ...deps }: Deps & Pick<PlaygroundDeps, 'database' | 'links'>,
  parts: AsyncDisposableStack,
) {
  const { slack, service } = config
  const embedded =
    service.kind === 'embedded' ? await embedService(config, { ...deps, log }, parts) : undefined
  const url = service.kind === 'remote' ? service.url : (embedded?.url ?? '')
  if (slack.kind !== 'playground') {
    if (embedded)
      log.warn('SERVICE_URL is not set: people act in a made-up organization of the embedded service')
    return { url, slack, playground: undefined }
  }
  const { openPlayground } = await import('../playground/local/local.ts')
  const playground = await openPlayground({
    ...deps,
    embedded,
    typedSecrets: typedSecrets(operations),
    report: error => log.error({ err: error }, 'the playground could not be stored'),
  })
  parts.defer(playground.close)
  return { url, slack: playground.slack, playground }
}

/** Starts the embedded service; with the playground, its people become the service's users. */
async function embedService(config: Config, { clock, log }: Deps, parts: AsyncDisposableStack) {
  const { createLocalService } = await import('../embedded-service/service.ts')
  const service = createLocalService({
    file: join(config.database.folder, 'service.db'),
    key: await localKey(config.database.folder),
    clock,
    kinds: config.credentialKinds,
    ...(config.slack.kind === 'playground' && {
      users: (await import('../playground/local-people.ts')).people,
    }),
    report: error => log.error({ err: error }, 'the embedded service failed'),
  })
  const { url, close } = await atPortOf('SERVICE_PORT', service.listen(config.servicePort, '127.0.0.1'))
  parts.defer(close)
  return { ...service, url }
}

/** How the bot reaches Slack: for one workspace by HTTP or Socket Mode, or for many by OAuth. */
type Connection = {
  tokenOf: TokenOf
  /** Verifies requests over HTTP; not used in Socket Mode. */
  signingSecret?: string
  /** The pages on which workspaces install the app. */
  routes?: Routes
  /** Asks Slack for the address of a WebSocket. */
  openUrl?: () => Promise<string>
  botToken?: string
}

export async function openWorkspace(
  slack: Exclude<Config['slack'], { kind: 'playground' }>,
  deps: Deps & {
    publicUrl: string | undefined
    http: Pick<ReturnType<typeof createSlackHttp>, 'fetch'>
    entries: Entries
  },
): Promise<Connection> {
  const { entries, http, log } = deps
  const clientOptions = webApiOptions({ apiUrl: slack.apiUrl, fetch: http.fetch, log })
  if (slack.kind === 'oauth') {
    const { createInstaller } = await import('../slack/oauth/installer.ts')
    const installs = createInstalls(entries, log)
    const { tokenOf, routes } = createInstaller({ ...deps, app: slack, clientOptions, installs })
    return { tokenOf, routes, signingSecret: slack.signingSecret }
  }
  const { botToken } = slack
  const workspace = { botToken, tokenOf: async () => botToken }
  if (slack.kind === 'http') return { ...workspace, signingSecret: slack.signingSecret }
  const client = new webApi.WebClient(slack.appToken, clientOptions)
  return {
    ...workspace,
    async openUrl() {
      const { url } = await client.apps.connections.open({})
      if (!url) throw new Error('Slack gave no address')
      return url
    },
  }
}
