import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A part that the bot cannot do without; `check` rejects while it does not answer. */
type Dependency = { name: string; check(): Promise<unknown> }

/** How long it holds that a dependency answers, or fails to, so that many probes ask Slack but once. */
const WORKS_MS = 10_000
const FAILS_MS = 2000

/** Whoever has asked the same twice within this time asks again and again, as a proxy does. */
const REGULARLY_MS = 10_000
/** A proxy that asks every two seconds has heard the answer by then (see the Caddyfile). */
const HEARD_MS = 3000

/** What came of asking a dependency, with what went wrong, and from when on it is asked anew. */
type Asked = { found: Promise<Found>; until: number }
type Found = { works: true } | { works: false; error: unknown }

type Deps = {
  dependencies: readonly Dependency[]
  /** Milliseconds of a clock that nobody sets. */
  now: () => number
  /** Hears once of each dependency that stops answering, and that answers again. */
  changed?: (name: string, found: Found) => void
  wait?: (ms: number) => Promise<unknown>
}

/** Whether the bot serves, and whether all that it needs answers, as an orchestrator asks for it. */
export function createHealth({ dependencies, now, changed = () => {}, wait = sleep }: Deps) {
  const last = new Map<Dependency, Asked>()
  const down = new Set<string>()
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
          hear(dependency.name, found)
          return found
        }),
    }
    last.set(dependency, asked)
    return asked.found
  }

  function hear(name: string, found: Found): void {
    if (found.works === !down.has(name)) return
    if (found.works) down.delete(name)
    else down.add(name)
    changed(name, found)
  }

  /** The names of what does not answer. */
  async function lacking(): Promise<string[]> {
    const checked = await Promise.all(dependencies.map(async each => ({ ...each, ...(await find(each)) })))
    return checked.filter(each => !each.works).map(({ name }) => name)
  }

  return {
    lacking,

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
        const names = await lacking()
        if (isLeaving) say(response, 503, 'stopping')
        else if (names.length === 0) say(response, 200, 'ready')
        else say(response, 503, `not ready: ${names.join(', ')}`)
      },
    },
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
