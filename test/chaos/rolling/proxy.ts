import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { Pool, request } from 'undici'
import { listen } from '../../port.ts'

/** As the Caddyfile has it. */
const HEALTH_MS = { interval: 2000, timeout: 1000 }
/** So often somebody is asked before they count on it. */
const ENOUGH = 2
const FAIL_MS = 5000
const TRY_MS = { duration: 2000, interval: 100 }
/** Caddy keeps connections for two minutes, unless the other side closes them. */
const KEPT_MS = 120_000

type Upstream = { address: string; pool: Pool; underWay: number; healthy: boolean; downUntil: number }

/**
 * What Caddy does by the Caddyfile: of those that answer when they are asked for their health it takes the one with least
 * to do, and another where a connection cannot be made; what one has taken is not sent to another.
 */
export async function openProxy(addresses: readonly string[]) {
  const upstreams = addresses.map((address): Upstream => {
    const pool = new Pool(address, { connections: 128, keepAliveTimeout: KEPT_MS, connect: { timeout: 500 } })
    return { address, pool, underWay: 0, healthy: true, downUntil: 0 }
  })
  const lost: string[] = []

  async function check(upstream: Upstream): Promise<void> {
    const signal = AbortSignal.timeout(HEALTH_MS.timeout)
    try {
      const { statusCode, body } = await request(`${upstream.address}/healthz`, { signal })
      await body.dump()
      upstream.healthy = statusCode === 200
    } catch {
      upstream.healthy = false
    }
  }
  const known = Promise.withResolvers<void>()
  let checks = 0
  const checking = setInterval(async () => {
    await Promise.all(upstreams.map(check))
    checks = upstreams.every(({ healthy }) => healthy) ? checks + 1 : 0
    if (checks >= ENOUGH) known.resolve()
  }, HEALTH_MS.interval)

  const choose = (): Upstream | undefined =>
    upstreams
      .filter(({ healthy, downUntil }) => healthy && downUntil < performance.now())
      .toSorted((a, b) => a.underWay - b.underWay)[0]

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const { host: _, connection: __, ...headers } = incoming.headers
    const until = performance.now() + TRY_MS.duration
    for (;;) {
      const upstream = choose()
      if (upstream) {
        upstream.underWay += 1
        try {
          const path = incoming.url ?? '/'
          const answer = await upstream.pool.request({ path, method: 'POST', headers, body })
          const { 'content-type': type } = answer.headers
          response.writeHead(answer.statusCode, type ? { 'content-type': String(type) } : {})
          return void response.end(Buffer.from(await answer.body.arrayBuffer()))
        } catch (error) {
          const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
          if (code !== 'ECONNREFUSED') {
            lost.push(code)
            return void response.writeHead(502).end()
          }
          upstream.downUntil = performance.now() + FAIL_MS
        } finally {
          upstream.underWay -= 1
        }
      }
      if (performance.now() > until) {
        lost.push('nobody is there')
        return void response.writeHead(503).end()
      }
      await after(TRY_MS.interval)
    }
  }

  const server = createServer((incoming, response) => {
    pass(incoming, response).catch(() => response.destroy())
  })
  const port = await listen(server)

  return {
    address: `http://127.0.0.1:${port}`,
    /** Resolves when all have been asked for their health more than once, and are well. */
    known: known.promise,
    /** Why requests were answered by nobody but the proxy. */
    lost,
    async close() {
      clearInterval(checking)
      server.close()
      server.closeAllConnections()
      await Promise.all(upstreams.map(({ pool }) => pool.destroy()))
    },
  }
}
