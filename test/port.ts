import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Returns the port on which a server listens. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

/** Starts a server on the loopback interface; resolves to its port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return portOf(server)
}

/** Below the ephemeral ports, so that no outgoing connection takes the port before the server listens. */
const LOWEST = 10_000
const HIGHEST = 32_000

let next = randomInt(LOWEST, HIGHEST)

/** Returns a free port, different on each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next = port < HIGHEST ? port + 1 : LOWEST
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  await once(server.close(), 'close')
  return true
}
