import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A part that the bot needs; `check` rejects while it cannot be used. */
type Dependency = {
  name: string
  check(): Promise<unknown>
  /** Whether the bot is of use without it all the same; `worked` tells whether it could be used before. */
  spares?(error: unknown, worked: boolean): boolean
}

/** How long it holds that a dependency answers, or fails to, so that many probes ask Slack but once. */
const WORKS_MS = 10_000
const FAILS_MS = 2000
/** What worked is out of order once it has failed so often in a row: one look alone may go wrong. */
const FAILURES = 2

/** Whoever has asked the same twice within this time asks again and again, as a proxy does. */
const REGULARLY_MS = 10_000
/** A proxy that asks every two seconds has heard the answer by then (see the Caddyfile). */
const HEARD_MS = 3000

/** What came of asking a dependency, with what went wrong, and from when on it is asked anew. */
type Asked = { found: Promise<Found>; until: number }
type Found = { works: true } | { works: false; error: unknown }
type Known = { worked: boolean; failures: number; isDown: boolean }
/** What is out of order, why where that can be said, and whether the bot is of use all the same. */
type Lack = { name: string; why: string | undefined; isSpared: boolean }

type Deps = {
  dependencies: readonly Dependency[]
  /** Milliseconds of a clock that nobody sets. */
  now: () => number
  /** Hears once of each dependency that is out of order, and that is in order again. */
  changed?: (name: string, found: Found) => void
  /** Why something is out of order, in words that anybody may read. */
  why?: (error: unknown) => string | undefined
  wait?: (ms: number) => Promise<unknown>
}

/** Whether the bot serves, and whether all that it needs is in order, as an orchestrator asks for it. */
export function createHealth({
  dependencies,
  now,
  changed = () => {},
  why = () => undefined,
  wait = sleep,
}: Deps) {
  const last = new Map<Dependency, Asked>()
  const history = new Map<Dependency, Known>()
  /** When each was asked the last time, and the time before. */
  const askedAt = new Map<string, [last: number, before: number]>()
  let isLeaving = false

  function hearAsked(what: string): void {
    const [before = Number.NEGATIVE_INFINITY] = askedAt.get(what) ?? []
    askedAt.set(what, [now(), before])
  }

  function find(dependency: Dependency): Promise<Found> {
    const known = last.get(dependency)
    if (known && now() < known.until) return known.found
    const asked: Asked = {
      until: Number.POSITIVE_INFINITY,
      found: dependency
        .check()
        .then(
          (): Found => ({ works: true }),
          (error: unknown): Found => ({ works: false, error }),
        )
        .then(found => {
          asked.until = now() + (found.works ? WORKS_MS : FAILS_MS)
          hear(dependency, found)
          return found
        }),
    }
    last.set(dependency, asked)
    return asked.found
  }

  function knownOf(dependency: Dependency): Known {
    const known = history.get(dependency) ?? { worked: false, failures: 0, isDown: false }
    history.set(dependency, known)
    return known
  }

  function hear(dependency: Dependency, found: Found): void {
    const known = knownOf(dependency)
    known.failures = found.works ? 0 : known.failures + 1
    known.worked ||= found.works
    const isDown = known.failures >= (known.worked ? FAILURES : 1)
    if (isDown !== known.isDown) changed(dependency.name, found)
    known.isDown = isDown
  }

  async function lackOf(dependency: Dependency): Promise<Lack[]> {
    const found = await find(dependency)
    const { isDown, worked } = knownOf(dependency)
    if (found.works || !isDown) return []
    const isSpared = dependency.spares?.(found.error, worked) ?? false
    return [{ name: dependency.name, why: why(found.error), isSpared }]
  }

  /** What is out of order. */
  const lacks = async () => (await Promise.all(dependencies.map(lackOf))).flat()

  return {
    /** The names of what is out of order. */
    lacking: async (): Promise<string[]> => (await lacks()).map(({ name }) => name),

    /** Whether each dependency is in order, by its name. */
    async inOrder(): Promise<[name: string, is: boolean][]> {
      const lacking = await lacks()
      return dependencies.map(({ name }) => [name, !lacking.some(lack => lack.name === name)])
    },

    /**
     * It stops: whoever asks is told so. Resolves when those who ask regularly have heard it and send nobody here any more,
     * at once where there are none; until then everybody is served who comes.
     */
    async leave(): Promise<void> {
      isLeaving = true
      const isAsked = [...askedAt.values()].some(([, before]) => now() - before < REGULARLY_MS)
      if (isAsked) await wait(HEARD_MS)
    },

    routes: {
      'GET /healthz': (_: unknown, response: ServerResponse) => {
        hearAsked('healthz')
        if (isLeaving) say(response, 503, 'stopping')
        else say(response, 200, 'ok')
      },
      'GET /readyz': async (_: unknown, response: ServerResponse) => {
        hearAsked('readyz')
        const lacking = await lacks()
        const told = lacking
          .map(({ name, why }) => (why === undefined ? name : `${name} (${why})`))
          .join(', ')
        if (isLeaving) say(response, 503, 'stopping')
        else if (lacking.length === 0) say(response, 200, 'ready')
        else if (lacking.every(({ isSpared }) => isSpared)) say(response, 200, `ready, but without: ${told}`)
        else say(response, 503, `not ready: ${told}`)
      },
    },
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
