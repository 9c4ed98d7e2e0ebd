import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net'
import process from 'node:process'

/** So many wait to be heard while the loop is at something else; more than the usual 511 come in a rush. */
const BACKLOG = 4096
/**
 * So many sockets share the port, where there are files for them. In each turn of its loop Node takes one connection from
 * each (libuv's `uv__server_io`): in a flood, whose turns are long, a single one would leave all others waiting for seconds
 * before anybody could as much as turn them away.
 */
export const SOCKETS = 64

/**
 * Lets a server listen, with so many sockets in all where the system has them share a port; gives the address, and
 * all the servers that take connections for it. Rejects where the port is in use.
 */
export async function listen(
  server: Server,
  { port, host, sockets = SOCKETS }: { port: number; host: string; sockets?: number | undefined },
): Promise<{ address: AddressInfo; servers: readonly Server[] }> {
  const reusePort = process.platform === 'linux'
  if (reusePort && port !== 0) await probe(port, host)
  const servers: Server[] = []
  const open = async (one: Server, at: ListenOptions) => {
    one.listen({ ...at, backlog: BACKLOG })
    servers.push(one)
    await once(one, 'listening')
  }
  try {
    await open(server, { port, host, reusePort })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port.')
    if (!reusePort) return { address, servers }
    const at = { port: address.port, host: address.address }
    // A name that one process has at a time: of two that start in the same instant, both of which found nobody, one ends.
    await open(createServer(), { path: `\0dayshift ${at.host} ${at.port}` })
    const others = Array.from({ length: sockets - 1 }, () =>
      createServer({ allowHalfOpen: true, noDelay: true }, socket => server.emit('connection', socket)),
    )
    await Promise.all(others.map(one => open(one, { ...at, reusePort })))
    return { address, servers }
  } catch (error) {
    for (const each of servers) each.close()
    throw error
  }
}

/** Rejects where somebody else listens: whoever shares a port would share it with another process as well. */
async function probe(port: number, host: string): Promise<void> {
  const alone = createServer().listen({ port, host })
  await once(alone, 'listening')
  alone.close()
  await once(alone, 'close')
}
