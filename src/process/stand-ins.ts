import { join } from 'node:path'
import type { Logger } from 'pino'
import { atPortOf, type Config } from '../config.ts'
import type { Surroundings } from '../playground/local/local.ts'

/** A Slack to play with, until `parts` stop; loaded only where there is no other. */
export async function play(around: Omit<Surroundings, 'report'>, log: Logger, parts: AsyncDisposableStack) {
  const { openPlayground } = await import('../playground/local/local.ts')
  const report = (error: unknown) =>
    log.error({ err: error }, 'what happened in the playground could not be kept')
  const playground = await openPlayground({ ...around, report })
  parts.defer(playground.close)
  return { slack: playground.slack, playground }
}

/**
 * The embedded service, until `parts` stop, with the playground's people in it where they are the only ones; loaded only
 * where there is no other.
 */
export async function embed(
  config: Config,
  { clock, log }: { clock: () => Date; log: Logger },
  parts: AsyncDisposableStack,
) {
  const { createLocalService } = await import('../service/local/service.ts')
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
