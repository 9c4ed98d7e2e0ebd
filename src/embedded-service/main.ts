import { join } from 'node:path'
import process from 'node:process'
import { environment, readServiceConfig } from '../config/config.ts'
import { atPortOf } from '../config/ports.ts'
import { createLocalService } from './service.ts'

try {
  const { host, port, credentialKinds, database } = readServiceConfig(environment())
  const service = createLocalService({
    file: join(database.folder, 'service.db'),
    clock: () => new Date(),
    kinds: credentialKinds,
    report: error => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
  })
  const { url, close } = await atPortOf('SERVICE_PORT', service.listen(port, host))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void close())
  const [first] = service.tokens()
  process.stdout.write(
    `The scheduling service listens at ${url}\nTry it as ${first?.name}:\n\n` +
      `  curl -H 'Authorization: Bearer ${first?.token}' '${url}/v1/organizations/list?action=list'\n\n`,
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
