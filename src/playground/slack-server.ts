import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Activity } from './activity.ts'
import { readBody } from './body.ts'

/** `file` in place of JSON. */
type Served = { status: number; body?: unknown; file?: Uint8Array }

const FORM = 'application/x-www-form-urlencoded'
const fieldsSchema = z.record(z.string(), z.unknown())

/** The HTTP server that the app calls: `/api/<method>`, `/respond/<id>` and `/files/<id>`. */
export const createSlackServer = (deps: {
  activity: Activity
  api: (method: string, token: string | undefined, args: Record<string, unknown>) => Served
  respond: (id: string, body: Record<string, unknown>) => Served
  /** The bytes of files by their ids, until and after they are uploaded. */
  files: Map<string, Uint8Array>
}) => {
  const serve = async (request: IncomingMessage): Promise<Served> => {
    const [, endpoint, rest = ''] = (request.url ?? '').match(/^\/(api|respond|files)\/(.+)$/) ?? []
    if (endpoint === 'files') return serveFile(rest, request)
    const { success: isObject, data: fields } = fieldsSchema.safeParse(
      readBody(request.headers['content-type'] ?? FORM, await text(request)),
    )
    if (!endpoint) return { status: 404, body: { ok: false, error: 'not_found' } }
    if (!isObject)
      return { status: endpoint === 'api' ? 200 : 400, body: { ok: false, error: 'invalid_json' } }
    if (endpoint === 'respond') return deps.respond(rest, fields)
    const { token, ...args } = fields
    const bearer = request.headers.authorization?.replace(/^Bearer /i, '')
    return deps.api(rest, bearer ?? (typeof token === 'string' ? token : undefined), args)
  }

  const serveFile = async (id: string, request: IncomingMessage): Promise<Served> => {
    const file = deps.files.get(id)
    if (!file) return { status: 404 }
    if (request.method === 'GET') return { status: 200, file }
    deps.files.set(id, await buffer(request))
    return { status: 200 }
  }

  const fatal = (error: unknown): Served => ({
    status: 200,
    body: { ok: false, error: 'fatal_error', response_metadata: { messages: [String(error)] } },
  })

  const server = createServer((request, response) => {
    void deps.activity.track(async () => {
      const { status, body = {}, file } = await serve(request).catch(fatal)
      const type = file ? 'image/png' : 'application/json; charset=utf-8'
      response.writeHead(status, { 'content-type': type }).end(file ?? JSON.stringify(body))
    })
  })

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
