import type { ServerResponse } from 'node:http'
import type { Route, Routes } from '../slack/routing.ts'
import { INSTALL_PATH, REDIRECT_PATH } from './install-pages.ts'
import { headersFor } from './layout.ts'
import { noticePage } from './pages.ts'

/** How soon a browser may look again, in seconds. */
const AGAIN_S = '5'

/** Answers in the place of a page that is not there yet, at whatever address. */
export async function sayNotYet(response: ServerResponse): Promise<void> {
  const text = 'It is not ready for this page yet. Load it again in a moment: nothing is lost.'
  const body = String(await noticePage('Dayshift is just starting', text))
  response.writeHead(503, { ...headersFor(false), 'retry-after': AGAIN_S }).end(body)
}

/** The pages on which the app is installed, as soon as `find` gives them. */
export function installRoutes(find: () => Routes | undefined): Routes {
  const later =
    (key: keyof Routes): Route =>
    (request, response) => {
      const route = find()?.[key]
      return route ? route(request, response) : sayNotYet(response)
    }
  const keys = [`GET ${INSTALL_PATH}`, `GET ${REDIRECT_PATH}`] as const
  return Object.fromEntries(keys.map(key => [key, later(key)]))
}
