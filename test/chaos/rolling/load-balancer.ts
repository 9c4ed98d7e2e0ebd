import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { Pool, request } from 'undici'
import { listen } from '../../port.ts'

/** The settings of the Caddyfile. */
const HEALTH_MS = { interval: 1000, timeout: 1000 }
const FAIL_MS = 5000
const TRY_MS = { duration: 2000, interval: 100 }
/** Caddy's time-out of idle connections. */
const KEEP_ALIVE_MS = 120_000

/** Rounds of healthy checks before the replicas count as ready. */
const ENOUGH = 2

type Upstream = { address: string; pool: Pool; inFlight: number; isHealthy: boolean; downUntil: number }

/**
 * Balances like Caddy with the Caddyfile: picks the healthy replica with the fewest requests, and another if
 * it cannot connect; never resends a request that a replica may have received.
 */
export async function openLoadBalancer(addresses: readonly string[]) {
  const upstreams = addresses.map((address): Upstream => {
    const options = { connections: 128, keepAliveTimeout: KEEP_ALIVE_MS, connect: { timeout: 500 } }
    return { address, pool: new Pool(address, options), inFlight: 0, isHealthy: true, downUntil: 0 }
  })
  const failures: string[] = []

  async function check(upstream: Upstream): Promise<void> {
    const signal = AbortSignal.timeout(HEALTH_MS.timeout)
    try {
      const { statusCode, body } = await request(`${upstream.address}/healthz`, { signal })
      await body.dump()
      upstream.isHealthy = statusCode === 200
    } catch {
      upstream.isHealthy = false
    }
  }
  const ready = Promise.withResolvers<void>()
  let healthyRounds = 0
  const checking = setInterval(async () => {
    await Promise.all(upstreams.map(check))
    healthyRounds = upstreams.every(({ isHealthy }) => isHealthy) ? healthyRounds + 1 : 0
    if (healthyRounds >= ENOUGH) ready.resolve()
  }, HEALTH_MS.interval)

  const choose = (): Upstream | undefined =>
    upstreams
      .filter(({ isHealthy, downUntil }) => isHealthy && downUntil < performance.now())
      .toSorted((a, b) => a.inFlight - b.inFlight)[0]

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const { host: _, connection: __, ...headers } = incoming.headers
    const until = performance.now() + TRY_MS.duration
    for (;;) {
      const upstream = choose()
      if (upstream) {
        upstream.inFlight += 1
        try {
          const path = incoming.url ?? '/'
          const answer = await upstream.pool.request({ path, method: 'POST', headers, body })
          const { 'content-type': type } = answer.headers
          response.writeHead(answer.statusCode, type ? { 'content-type': String(type) } : {})
          return void response.end(Buffer.from(await answer.body.arrayBuffer()))
        } catch (error) {
          const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
          if (code !== 'ECONNREFUSED') {
            failures.push(code)
            return void response.writeHead(502).end()
          }
          upstream.downUntil = performance.now() + FAIL_MS
        } finally {
          upstream.inFlight -= 1
        }
      }
      if (performance.now() > until) {
        failures.push('no replica was healthy')
        return void response.writeHead(503).end()
      }
      await after(TRY_MS.interval)
    }
  }

  const server = createServer((incoming, response) => {
    forward(incoming, response).catch(() => response.destroy())
  })
  const port = await listen(server)

  return {
    address: `http://127.0.0.1:${port}`,
    /** Resolves once all replicas are healthy. */
    ready: ready.promise,
    /** The reasons why requests reached no replica. */
    failures,
    async close() {
      clearInterval(checking)
      server.close()
      server.closeAllConnections()
      await Promise.all(upstreams.map(({ pool }) => pool.destroy()))
    },
  }
}
