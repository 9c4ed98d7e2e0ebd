import { join } from 'node:path'
import type { Logger } from 'pino'
import { atPortOf, type Config } from '../config/config.ts'
import { typedSecrets } from '../language/secret-words.ts'
import { operations } from '../operations/catalog.ts'
import type { Surroundings } from '../playground/local/local.ts'
import { localKey } from '../storage/encryption.ts'

type Deps = Pick<Surroundings, 'clock' | 'database' | 'links'> & { log: Logger }
type Embedded = Surroundings['embedded']

/**
 * The configured service and Slack, or the embedded service and the playground in their places: those are
 * loaded only then, and run until `parts` are disposed of.
 */
export async function openSurroundings(config: Config, deps: Deps, parts: AsyncDisposableStack) {
  const embedded = config.service.kind === 'embedded' ? await embedService(config, deps, parts) : undefined
  const url = config.service.kind === 'remote' ? config.service.url : (embedded?.url ?? '')
  if (config.slack.kind === 'playground') return { url, ...(await openPlayground(embedded, deps, parts)) }
  if (embedded)
    deps.log.warn('SERVICE_URL is not set: people act in a made-up organization of the embedded service')
  return { url, slack: config.slack, playground: undefined }
}

async function openPlayground(embedded: Embedded, { log, ...deps }: Deps, parts: AsyncDisposableStack) {
  const { openPlayground } = await import('../playground/local/local.ts')
  const playground = await openPlayground({
    ...deps,
    embedded,
    typedSecrets: typedSecrets(operations),
    report: error => log.error({ err: error }, 'the playground could not be stored'),
  })
  parts.defer(playground.close)
  return { slack: playground.slack, playground }
}

/** With the playground, its people are the service's users. */
async function embedService(config: Config, { clock, log }: Deps, parts: AsyncDisposableStack) {
  const { createLocalService } = await import('../embedded-service/service.ts')
  const service = createLocalService({
    file: join(config.database.folder, 'service.db'),
    key: await localKey(config.database.folder),
    clock,
    kinds: config.credentialKinds,
    ...(config.slack.kind === 'playground' && {
      users: (await import('../playground/local/people.ts')).people,
    }),
    report: error => log.error({ err: error }, 'the embedded service failed'),
  })
  const { url, close } = await atPortOf('SERVICE_PORT', service.listen(config.servicePort, '127.0.0.1'))
  parts.defer(close)
  return { ...service, url }
}
