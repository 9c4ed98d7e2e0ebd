import { join } from 'node:path'
import process from 'node:process'
import { readConfig } from '../../config.ts'
import { createLocalService } from './service.ts'

const { host, servicePort, credentialKinds, databaseFolder } = readConfig(process.env)

const service = createLocalService({
  file: join(databaseFolder, 'service.db'),
  clock: () => new Date(),
  kinds: credentialKinds,
  report: error => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
})

try {
  const { url, close } = await service.listen(servicePort, host)
  const [ana] = service.tokens()
  process.stdout.write(
    `The scheduling service listens at ${url}\nTry it:\n\n` +
      `  curl -H 'Authorization: Bearer ${ana?.token}' '${url}/v1/organizations/list?action=list'\n\n`,
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
} catch (error) {
  process.stderr.write(`${sayFailure(error)}\n`)
  process.exitCode = 1
}

function sayFailure(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `The port ${servicePort} of ${host} is in use: give another one in SERVICE_PORT.`
  return `The service could not start: ${error instanceof Error ? error.message : String(error)}`
}
