import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { atPortOf } from '../config/ports.ts'
import { typedSecrets } from '../language/secret-words.ts'
import { operations } from '../operations/catalog.ts'
import type { Surroundings } from '../playground/local/local.ts'

type Deps = Pick<Surroundings, 'clock' | 'database' | 'links'> & { log: Logger }

/**
 * The service and the Slack that are configured, or what is in their place where there are none: that stands until
 * `parts` stop, and is loaded only then.
 */
export async function standIn(config: Config, deps: Deps, parts: AsyncDisposableStack) {
  const { url, embedded } =
    config.service.kind === 'remote'
      ? { ...config.service, embedded: undefined }
      : await embed(config, deps, parts)
  if (config.slack.kind === 'playground') return { url, ...(await play({ ...deps, embedded }, parts)) }
  if (embedded)
    deps.log.warn(
      'there is no SERVICE_URL: people act in a made-up organization, of a service that runs in this process',
    )
  return { url, slack: config.slack, playground: undefined }
}

/** A Slack to play with. */
async function play(
  { log, ...around }: Omit<Surroundings, 'report' | 'typedSecrets'> & { log: Logger },
  parts: AsyncDisposableStack,
) {
  const { openPlayground } = await import('../playground/local/local.ts')
  const playground = await openPlayground({
    ...around,
    typedSecrets: typedSecrets(operations),
    report: error => log.error({ err: error }, 'what happened in the playground could not be kept'),
  })
  parts.defer(playground.close)
  return { slack: playground.slack, playground }
}

/** The embedded service, with the playground's people in it where they are the only ones. */
async function embed(config: Config, { clock, log }: Deps, parts: AsyncDisposableStack) {
  const { createLocalService } = await import('../embedded-service/service.ts')
  const service = createLocalService({
    file: join(config.database.folder, 'service.db'),
    clock,
    kinds: config.credentialKinds,
    ...(config.slack.kind === 'playground' && {
      users: (await import('../playground/local/people.ts')).people,
    }),
    report: error => log.error({ err: error }, 'the embedded service failed'),
  })
  const { url, close } = await atPortOf('SERVICE_PORT', service.listen(config.servicePort, '127.0.0.1'))
  parts.defer(close)
  const tokenOf = (email: string) => service.tokens().find(person => person.email === email)?.token
  return { url, embedded: { url, tokenOf, reset: service.reset } }
}
