import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** The port on which a server listens. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

/** Has a server listen on this machine; resolves with its port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return portOf(server)
}

/** Below those that systems give to outgoing connections, one of which could take it before it is listened on. */
const LOWEST = 10_000
const HIGHEST = 32_000

let next = randomInt(LOWEST, HIGHEST)

/** A free port, another each time. */
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
