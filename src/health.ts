import type { ServerResponse } from 'node:http'

/** A part that the bot cannot do without; `check` rejects while it does not answer. */
type Dependency = { name: string; check(): Promise<unknown> }

/** How long an answer of a dependency holds, so that many probes ask Slack but once. */
const HOLDS_MS = 10_000

/** The routes by which an orchestrator sees whether the bot serves, and whether all that it needs answers. */
export function healthRoutes(deps: { dependencies: readonly Dependency[]; clock: () => Date }) {
  const last = new Map<Dependency, { at: number; works: boolean }>()

  async function works(dependency: Dependency): Promise<boolean> {
    const known = last.get(dependency)
    const at = deps.clock().getTime()
    if (known?.works && at - known.at < HOLDS_MS) return true
    const answers = await dependency.check().then(
      () => true,
      () => false,
    )
    last.set(dependency, { at, works: answers })
    return answers
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
