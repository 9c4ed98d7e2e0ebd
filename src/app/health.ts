import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Dependency = {
  name: string
  /** Rejects while the dependency cannot be used. */
  check(): Promise<unknown>
  /** The bot is ready without it, since its replies explain the failure. */
  isOptional?: true
}

/** How long results hold, so that frequent probes share one check. */
const HOLDS_MS = 5000
/** A proxy that probes every second has seen the 503 well before (see the Caddyfile). */
const DRAIN_MS = 3000
/** Two probes within this time come from a proxy. */
const PROBE_INTERVAL_MS = 10_000

type Deps = {
  dependencies: readonly Dependency[]
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** Called when a dependency goes down or comes back. */
  onChange?: (name: string, isDown: boolean, error: unknown) => void
  wait?: (ms: number) => Promise<unknown>
}

/** Answers the probes: `/healthz` while the process serves, `/readyz` while its dependencies work. */
export function createHealth({ dependencies, now, onChange = () => {}, wait = sleep }: Deps) {
  const works = new Map(dependencies.map(({ name }) => [name, true]))
  let checking: Promise<void> | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  /** The times of the last two probes. */
  let probes = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let isLeaving = false

  async function check({ name, check }: Dependency): Promise<void> {
    const [result] = await Promise.allSettled([check()])
    const isDown = result.status === 'rejected'
    if (works.get(name) === isDown) onChange(name, isDown, isDown ? result.reason : undefined)
    works.set(name, !isDown)
  }

  async function checkAll(): Promise<void> {
    await Promise.all(dependencies.map(check))
    checkedAt = now()
    checking = undefined
  }

  async function working(): Promise<[name: string, works: boolean][]> {
    if (now() - checkedAt >= HOLDS_MS) {
      checking ??= checkAll()
      await checking
    }
    return [...works]
  }

  async function readiness(): Promise<[status: number, text: string]> {
    await working()
    if (isLeaving) return [503, 'stopping']
    const down = dependencies.filter(({ name }) => !works.get(name))
    if (down.length === 0) return [200, 'ready']
    const names = down.map(({ name }) => name).join(', ')
    return down.every(({ isOptional }) => isOptional)
      ? [200, `ready, but without: ${names}`]
      : [503, `not ready: ${names}`]
  }

  function recordProbe(): void {
    probes = [...probes.slice(1), now()]
  }

  return {
    working,

    /** Fails the probes from now on. Resolves once a proxy, if one is there, has noticed. */
    async leave(): Promise<void> {
      isLeaving = true
      const isProbed = probes.every(at => now() - at < PROBE_INTERVAL_MS)
      if (isProbed) await wait(DRAIN_MS)
    },

    routes: {
      'GET /healthz': (_: unknown, response: ServerResponse) => {
        recordProbe()
        sendText(response, isLeaving ? 503 : 200, isLeaving ? 'stopping' : 'ok')
      },
      'GET /readyz': async (_: unknown, response: ServerResponse) => {
        recordProbe()
        sendText(response, ...(await readiness()))
      },
    },
  }
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
