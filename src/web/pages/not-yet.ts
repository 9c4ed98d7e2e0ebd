import type { ServerResponse } from 'node:http'
import type { Route } from '../routing.ts'
import { headersFor, sendPage } from './layout.ts'
import { noticePage } from './pages.ts'

/** How soon a browser may look again, in seconds. */
const AGAIN_S = '5'

/** Answers in the place of a page that is not there yet, at whatever address. */
export const sayNotYet: Route = (_, response) =>
  sayLater(
    response,
    'Dayshift is just starting up',
    'It is not ready for this page yet. Load it again in a moment: nothing is lost.',
  )

/** The same where there is no room for one more. */
export const sayBusy: Route = (_, response) =>
  sayLater(
    response,
    'Dayshift is too busy',
    'Nothing was done. Load this page again in a moment, or send it again.',
  )

const sayLater = (response: ServerResponse, title: string, text: string): Promise<void> =>
  sendPage(response, {
    status: 503,
    page: noticePage(title, text),
    headers: { ...headersFor(false), 'retry-after': AGAIN_S },
  })
