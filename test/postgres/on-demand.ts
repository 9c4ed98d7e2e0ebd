import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { listen } from '../port.ts'
import { startPostgres } from './server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address that returns the URL of the shared PostgreSQL server. */
    postgres: string
  }
}

/** Runs before all tests: starts PostgreSQL when the first test needs it, and stops it after the last. */
export default async function offerPostgres(project: TestProject) {
  let starting: ReturnType<typeof startPostgres> | undefined
  const server = createServer(async (_, response) => {
    starting ??= startPostgres()
    const answer = await starting.then(
      ({ url }) => ({ status: 200, text: url }),
      error => ({ status: 500, text: String(error) }),
    )
    response.writeHead(answer.status, { connection: 'close' }).end(answer.text)
  })
  const port = await listen(server)
  project.provide('postgres', `http://127.0.0.1:${port}`)
  return async () => {
    server.close()
    const postgres = await starting?.catch(() => undefined)
    await postgres?.stop()
  }
}
