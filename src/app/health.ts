import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Dependency = {
  name: string
  /** Rejects while the dependency cannot be used. */
  check(): Promise<unknown>
  /** The bot is useful without it, since its replies explain the failure. */
  isOptional?: true
}

type State = {
  checking?: Promise<void> | undefined
  checkedAt: number
  error: unknown
}

/** How long a result is cached, so that frequent probes share one check. */
const HOLDS_MS = { working: 10_000, failed: 2000 }
/** A proxy that probes every two seconds has seen the 503 by then (see the Caddyfile). */
const DRAIN_MS = 3000
/** Two probes within this time come from a proxy. */
const PROBE_INTERVAL_MS = 10_000

type Deps = {
  dependencies: readonly Dependency[]
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** Called when a dependency goes down or comes back. */
  changed?: (name: string, isDown: boolean, error: unknown) => void
  /** Formats why a dependency is down, without secrets. */
  reasonOf?: (error: unknown) => string | undefined
  wait?: (ms: number) => Promise<unknown>
}

/** Answers the probes: `/healthz` while the process serves, `/readyz` while its dependencies work. */
export function createHealth({
  dependencies,
  now,
  changed = () => {},
  reasonOf = () => undefined,
  wait = sleep,
}: Deps) {
  const states = new Map(dependencies.map(dependency => [dependency, newState()]))
  const probes = new Map<string, { last: number; before: number }>()
  let isLeaving = false

  async function check(dependency: Dependency, state: State): Promise<void> {
    const wasDown = isDown(state)
    try {
      await dependency.check()
      state.error = undefined
    } catch (error) {
      state.error = error
    }
    state.checkedAt = now()
    state.checking = undefined
    if (isDown(state) !== wasDown) changed(dependency.name, !wasDown, state.error)
  }

  async function current(): Promise<[Dependency, State][]> {
    const due = [...states].filter(
      ([, state]) => now() - state.checkedAt >= (isDown(state) ? HOLDS_MS.failed : HOLDS_MS.working),
    )
    await Promise.all(due.map(([dependency, state]) => (state.checking ??= check(dependency, state))))
    return [...states]
  }

  function probed(path: string): void {
    const before = probes.get(path)?.last ?? Number.NEGATIVE_INFINITY
    probes.set(path, { last: now(), before })
  }

  async function readiness(): Promise<[status: number, text: string]> {
    const down = (await current()).filter(([, state]) => isDown(state))
    if (isLeaving) return [503, 'stopping']
    if (down.length === 0) return [200, 'ready']
    const list = down
      .map(([{ name }, { error }]) => [name, reasonOf(error)])
      .map(([name, reason]) => (reason === undefined ? name : `${name} (${reason})`))
      .join(', ')
    const isUseful = down.every(([{ isOptional }]) => isOptional)
    return isUseful ? [200, `ready, but without: ${list}`] : [503, `not ready: ${list}`]
  }

  return {
    /** Whether each dependency works. */
    working: async (): Promise<(readonly [name: string, works: boolean])[]> =>
      (await current()).map(([{ name }, state]) => [name, !isDown(state)]),

    /** Fails the probes from now on. Resolves once a proxy has noticed. */
    async leave(): Promise<void> {
      isLeaving = true
      const isProbed = [...probes.values()].some(({ before }) => now() - before < PROBE_INTERVAL_MS)
      if (isProbed) await wait(DRAIN_MS)
    },

    routes: {
      'GET /healthz': (_: unknown, response: ServerResponse) => {
        probed('/healthz')
        say(response, isLeaving ? 503 : 200, isLeaving ? 'stopping' : 'ok')
      },
      'GET /readyz': async (_: unknown, response: ServerResponse) => {
        probed('/readyz')
        say(response, ...(await readiness()))
      },
    },
  }
}

const newState = (): State => ({
  checkedAt: Number.NEGATIVE_INFINITY,
  error: undefined,
})

const isDown = ({ error }: State): boolean => error !== undefined

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
