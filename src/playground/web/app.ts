import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import type { Activity } from '../activity.ts'
import { textOf } from '../inspector/written.ts'
import { createActs } from './acts.ts'
import { createAssets } from './assets.ts'
import { guard } from './guard.ts'
import { followGuide } from './guide.ts'
import { renderPage } from './layout.ts'
import { createOptions } from './options.ts'
import type { Parts } from './parts.ts'
import { addressOf, type Page, pageAt } from './places.ts'
import { createStreams } from './stream.ts'

const LONGEST_BODY = 100_000
const LONGEST_LINE = 5000

/** What the page may load and where it may send: nothing but its own. */
const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
}

/**
 * The playground in a browser: a page for each person and place, what they do there, and what changes while they look.
 * `terminal` answers a line that somebody sends to `/` from a terminal, `usage` what there is to say there.
 */
export const createWeb = (
  parts: Parts,
  deps: {
    activity: Pick<Activity, 'watch'>
    terminal: (line: string) => Promise<string>
    usage: string
    reset: () => Promise<void>
  },
) => {
  const { workspace, unread } = parts
  const act = createActs(parts)
  const optionsFor = createOptions(parts)
  const streams = createStreams(parts, deps.activity, page => {
    followGuide(parts)
    unread.see(page)
  })
  const assets = createAssets()
  const [first] = workspace.people
  const front = first ? addressOf(first, workspace.first().name) : '/'
  const personAt = (name: string) => pageAt(workspace, { person: name, place: 'home' })?.person
  const app = new Hono()

  app.use(guard)
  app.use(
    secureHeaders({
      contentSecurityPolicy: POLICY,
      referrerPolicy: 'no-referrer',
      xFrameOptions: 'DENY',
      strictTransportSecurity: false,
    }),
  )
  app.use(bodyLimit({ maxSize: LONGEST_BODY }))
  app.onError((error, c) =>
    error instanceof HTTPException ? error.getResponse() : c.text(error.message, 422),
  )
  app.notFound(c => c.text('There is no such page. The first one is at /\n', 404))

  app.get('/', c => (c.req.header('accept')?.includes('text/html') ? c.redirect(front) : c.text(deps.usage)))
  app.post('/', bodyLimit({ maxSize: LONGEST_LINE }), async c =>
    c.text(await deps.terminal(await c.req.text())),
  )
  app.get('/assets/:name{.+}', c => {
    const asset = assets(c.req.param('name'))
    return asset
      ? c.body(asset.body, 200, { 'content-type': asset.type, 'cache-control': 'no-cache' })
      : c.notFound()
  })
  app.get('/inspector/:id', c => {
    const text = textOf(parts.inspector.actions, c.req.param('id'))
    return text === undefined ? c.notFound() : c.text(text)
  })
  app.post('/reset', async c => {
    await deps.reset()
    return c.body(null, 204)
  })
  app.post('/:person/act', async c => {
    const person = personAt(c.req.param('person'))
    if (!person) return c.notFound()
    await act(person, await c.req.json())
    return c.body(null, 204)
  })
  app.get('/:person/options', async c => {
    const person = personAt(c.req.param('person'))
    if (!person) return c.notFound()
    const { at = '', block = '', action = '', typed = '' } = c.req.query()
    return c.json({ options: await optionsFor(person, at, { block, action }, typed) })
  })
  app.get('/:person/:place/events', c => {
    const page = pageAt(workspace, { ...c.req.param(), thread: c.req.query('thread') })
    return page ? streams.follow(c, page, c.req.query('inspector') !== undefined) : c.notFound()
  })
  app.get('/:person/:place', c => {
    const page: Page | undefined = pageAt(workspace, { ...c.req.param(), thread: c.req.query('thread') })
    if (!page) return c.notFound()
    followGuide(parts)
    unread.see(page)
    return c.html(renderPage(parts, page, c.req.query('say')), 200, { 'cache-control': 'no-store' })
  })

  return { fetch: app.fetch, close: streams.close }
}
