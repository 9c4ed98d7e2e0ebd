import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Playground } from '../slack.ts'
import type { Person } from '../workspace.ts'
import { createWeb } from './app.ts'
import { readManifest } from './manifest.ts'
import { createUnread } from './unread.ts'

/** The page of a playground, as what answers requests to a server of node:http; `close` lets those go who look at it. */
export const openWeb = (deps: {
  playground: Playground
  steps: { done: () => ReadonlySet<string>; tick: (id: string) => void }
  tokenOf: (person: Person) => string | undefined
  terminal: (line: string) => Promise<string>
  usage: string
  reset: () => Promise<void>
  /** What a reset does, for whoever is to confirm it. */
  resetMeans: string
}) => {
  const { playground, steps, tokenOf, resetMeans } = deps
  const { workspace, modals, inspector, changed, watch } = playground
  const web = createWeb(
    {
      workspace,
      modals,
      inspector,
      changed,
      resetMeans,
      manifest: readManifest(),
      driverOf: person => playground.person(person.id),
      guide: { ...steps, tokenOf },
      unread: createUnread(workspace),
    },
    { ...deps, activity: { watch } },
  )
  const listener = getRequestListener(web.fetch)
  return {
    listener: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      await listener(request, response)
    },
    close: web.close,
  }
}
