import type { ServerResponse } from 'node:http'

/** A part that the bot cannot do without; `check` rejects while it does not answer. */
type Dependency = { name: string; check(): Promise<unknown> }

/** How long it holds that a dependency answers, or fails to, so that many probes ask Slack but once. */
const WORKS_MS = 10_000
const FAILS_MS = 2000

/** What came of asking a dependency, and from when on it is asked anew. */
type Asked = { works: Promise<boolean>; until: number }

/** The routes by which an orchestrator sees whether the bot serves, and whether all that it needs answers. */
export function healthRoutes(deps: { dependencies: readonly Dependency[]; clock: () => Date }) {
  const last = new Map<Dependency, Asked>()
  const now = () => deps.clock().getTime()

  function works(dependency: Dependency): Promise<boolean> {
    const known = last.get(dependency)
    if (known && now() < known.until) return known.works
    const asked: Asked = {
      until: Number.POSITIVE_INFINITY,
      works: dependency
        .check()
        .then(
          () => true,
          () => false,
        )
        .then(works => {
          asked.until = now() + (works ? WORKS_MS : FAILS_MS)
          return works
        }),
    }
    last.set(dependency, asked)
    return asked.works
  }

  return {
    'GET /healthz': (_: unknown, response: ServerResponse) => say(response, 200, 'ok'),
    'GET /readyz': async (_: unknown, response: ServerResponse) => {
      const checked = await Promise.all(
        deps.dependencies.map(async each => ({ ...each, works: await works(each) })),
      )
      const down = checked.filter(each => !each.works).map(({ name }) => name)
      if (down.length === 0) say(response, 200, 'ready')
      else say(response, 503, `not ready: ${down.join(', ')}`)
    },
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
