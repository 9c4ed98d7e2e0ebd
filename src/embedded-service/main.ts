import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { atPortOf, environment, readServiceConfig } from '../config/config.ts'
import { reasonOf } from '../storage/database.ts'
import { localKey } from '../storage/encryption.ts'
import { createLocalService } from './service.ts'

try {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ options: { public: flag, 'show-token': flag } })
  const config = readServiceConfig(environment(), { isPublic: values.public })
  const { host, port, credentialKinds, database } = config
  const service = createLocalService({
    file: join(database.folder, 'service.db'),
    key: await localKey(database.folder),
    clock: () => new Date(),
    kinds: credentialKinds,
    report: error => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
  })
  const { url, close } = await atPortOf('SERVICE_PORT', service.listen(port, host))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void close())
  process.stdout.write(`The scheduling service listens at ${url}\n`)
  const [first] = service.tokens()
  // What is written elsewhere than to a terminal is often kept.
  if (process.stdout.isTTY || values['show-token'])
    process.stdout.write(
      `Try it as ${first?.email}:\n\n` +
        `  curl -H 'Authorization: Bearer ${first?.token}' '${url}/v1/organizations/list?action=list'\n\n`,
    )
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
