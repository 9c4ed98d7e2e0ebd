import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { streamSSE } from 'hono/streaming'
import { createTerminal, USAGE } from '../local/terminal.ts'
import type { Playground } from '../local-slack.ts'
import { createActions } from './actions.ts'
import { renderOptions } from './block-html.ts'
import { renderPage } from './page.ts'
import { addressOf, findPage, type Parts, readManifest } from './places.ts'

const BROWSER = join(import.meta.dirname, '../browser')
const IDIOMORPH = createRequire(import.meta.url).resolve('idiomorph/dist/idiomorph.esm.js')

const MAX_BODY = 100_000
const MAX_LINE = 5000

/** Changes within this time are sent as one. */
const BATCH_MS = 15

const [NONE, SELF] = [["'none'"], ["'self'"]]
const POLICY = {
  defaultSrc: NONE,
  scriptSrc: SELF,
  styleSrc: SELF,
  // Pictures have the address of the bot, also for a page at localhost.
  imgSrc: [...SELF, 'http://127.0.0.1:*'],
  connectSrc: SELF,
  formAction: SELF,
  frameAncestors: SELF,
  frameSrc: SELF,
  baseUri: NONE,
}

/** Creates the listener of the playground's page, and of a terminal at `/`; `close` ends open streams. */
export const createWeb = (
  playground: Playground,
  { embedded, reset }: Pick<Parts, 'embedded'> & { reset: () => Promise<void> },
) => {
  const { workspace } = playground
  const parts: Parts = { ...playground, embedded, manifest: readManifest() }
  const actions = createActions(parts)
  const terminal = createTerminal(parts)
  const closing = new AbortController()

  /** Streams change events to a page, which then fetches the new state. */
  const streamChanges = (c: Context): Response =>
    streamSSE(c, async stream => {
      const left = new AbortController()
      stream.onAbort(() => left.abort())
      const signal = AbortSignal.any([closing.signal, left.signal])
      while (!signal.aborted) {
        // Listens before the page fetches, so that it misses no change.
        const changed = playground.changed(signal).catch(() => {})
        await stream.writeSSE({ event: 'change', data: '' })
        await changed
        await after(BATCH_MS)
      }
    })

  const app = new Hono()
  app.use(guard)
  app.use(
    secureHeaders({
      contentSecurityPolicy: POLICY,
      referrerPolicy: 'no-referrer',
      xFrameOptions: 'SAMEORIGIN',
      strictTransportSecurity: false,
    }),
  )
  app.use(bodyLimit({ maxSize: MAX_BODY }))
  app.onError((error, c) =>
    error instanceof HTTPException ? error.getResponse() : c.text(error.message, 422),
  )
  app.notFound(c => c.text('There is no such page. The first one is at /\n', 404))

  app.get('/', c => {
    const [first] = workspace.people
    const isBrowser = c.req.header('accept')?.includes('text/html')
    return isBrowser && first ? c.redirect(addressOf(first, workspace.first().name)) : c.text(USAGE)
  })
  app.post('/', bodyLimit({ maxSize: MAX_LINE }), async c => c.text(await terminal(await c.req.text())))
  app.get('/assets/idiomorph.js', serveStatic({ path: IDIOMORPH }))
  app.get(
    '/assets/*',
    serveStatic({ root: BROWSER, rewriteRequestPath: path => path.slice('/assets'.length) }),
  )
  app.post('/reset', async c => {
    await reset()
    return c.body(null, 204)
  })
  app.post('/:person/act', async c => {
    await actions.act(playground.person(c.req.param('person')), await c.req.json())
    return c.body(null, 204)
  })
  app.get('/:person/options', async c => {
    const person = playground.person(c.req.param('person'))
    const { at = '', block = '', action = '', typed = '', id = '', chosen = '' } = c.req.query()
    return c.html(renderOptions(await actions.suggest(person, at, { block, action }, typed), chosen, id))
  })
  app.get('/events', streamChanges)
  app.get('/:person/:place', c => {
    const page = findPage(workspace, { ...c.req.query(), ...c.req.param() })
    if (!page) return c.notFound()
    const { say: typed, inspector } = c.req.query()
    return c.html(renderPage(parts, page, { typed, showsInspector: inspector !== undefined }))
  })

  return { listener: getRequestListener(app.fetch), close: () => closing.abort() }
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/
const OWN_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether a request names this machine as its host: a page that uses DNS rebinding cannot set Host. */
export const isToThisMachine = ({ headers: { host = '' } }: Pick<IncomingMessage, 'headers'>): boolean =>
  OWN_NAME.test(URL.parse(`http://${host}`)?.hostname ?? '')

/** Rejects other machines and pages of other origins, except links: the page acts as any person. */
const guard = async (c: Context, next: Next): Promise<Response | undefined> => {
  const { address = '' } = getConnInfo(c).remote
  const host = c.req.header('host') ?? ''
  const origin = c.req.header('origin') ?? `http://${host}`
  const isOwnName = isToThisMachine({ headers: { host } })
  const isLink = c.req.method === 'GET' && c.req.header('sec-fetch-dest') === 'document'
  const isSameSite = ['same-origin', 'none', undefined].includes(c.req.header('sec-fetch-site'))
  if (!LOOPBACK.test(address) || !isOwnName || origin !== `http://${host}` || !(isLink || isSameSite))
    return c.text('This page is for this machine alone.\n', 403)
  c.header('cache-control', 'no-store')
  await next()
  return undefined
}
