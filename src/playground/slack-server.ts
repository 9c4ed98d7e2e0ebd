import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Activity } from './activity.ts'
import { readBody } from './body.ts'

type Answer = Record<string, unknown>

const FORM = 'application/x-www-form-urlencoded'
const fieldsSchema = z.record(z.string(), z.unknown())

/** The HTTP server that the app calls: `/api/<method>`, `/respond/<id>` and `/files/<id>`. */
export const createSlackServer = (deps: {
  activity: Activity
  api: (method: string, token: string | undefined, args: Record<string, unknown>) => Answer
  respond: (id: string, body: Record<string, unknown>) => { status: 200 | 400 | 404; body: Answer }
  /** The bytes of files by their ids, until and after they are uploaded. */
  files: Map<string, Uint8Array<ArrayBuffer>>
}) => {
  const fieldsOf = async ({ req }: Context) =>
    fieldsSchema.safeParse(readBody(req.header('content-type') ?? FORM, await req.text())).data

  const app = new Hono()
  app.use((_, next) => deps.activity.track(next))
  app.onError((error, c) =>
    c.json({ ok: false, error: 'fatal_error', response_metadata: { messages: [String(error)] } }),
  )
  app.post('/api/:method', async c => {
    const fields = await fieldsOf(c)
    if (!fields) return c.json({ ok: false, error: 'invalid_json' })
    const { token, ...args } = fields
    const bearer = c.req.header('authorization')?.replace(/^Bearer /i, '')
    return c.json(deps.api(c.req.param('method'), bearer ?? (token ? String(token) : undefined), args))
  })
  app.post('/respond/:id', async c => {
    const { status, body } = deps.respond(c.req.param('id'), (await fieldsOf(c)) ?? {})
    return c.json(body, status)
  })
  app.get('/files/:id', c => {
    const file = deps.files.get(c.req.param('id'))
    return file ? c.body(file, 200, { 'content-type': 'image/png' }) : c.notFound()
  })
  app.post('/files/:id', async c => {
    deps.files.set(c.req.param('id'), new Uint8Array(await c.req.arrayBuffer()))
    return c.body(null)
  })

  const server = createServer(getRequestListener(app.fetch))

  return {
    /** Returns the port; 0 lets the system choose one. */
    listen: async (port: number, host: string): Promise<number> => {
      await once(server.listen(port, host), 'listening')
      const address = server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    close: (): Promise<void> =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
