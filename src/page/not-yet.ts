import type { ServerResponse } from 'node:http'
import type { Route, Routes } from '../http/routing.ts'
import { INSTALL_PATH, REDIRECT_PATH } from './install-pages.ts'
import { headersFor } from './layout.ts'
import { noticePage } from './pages.ts'

/** How soon a browser may look again, in seconds. */
const AGAIN_S = '5'

/** Answers in the place of a page that is not there yet, at whatever address. */
export const sayNotYet = (response: ServerResponse): Promise<void> =>
  sayLater(
    response,
    'Dayshift is just starting',
    'It is not ready for this page yet. Load it again in a moment: nothing is lost.',
  )

/** The same where there is no room for one more. */
export const sayBusy = (response: ServerResponse): Promise<void> =>
  sayLater(
    response,
    'Dayshift has too much to do',
    'Nothing was done. Load this page again in a moment, or send it again.',
  )

async function sayLater(response: ServerResponse, title: string, text: string): Promise<void> {
  const body = String(await noticePage(title, text))
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
