import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Activity } from './activity.ts'
import { decoded } from './method.ts'

/** An answer to the app: HTTP status and a JSON body. */
export type Served = { status: number; body: unknown }

const bodyOf = (contentType: string, raw: string): Record<string, unknown> => {
  if (!contentType.includes('json')) return Object.fromEntries(new URLSearchParams(raw))
  const parsed: unknown = JSON.parse(raw)
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}

const read = async (request: IncomingMessage) => {
  try {
    return bodyOf(request.headers['content-type'] ?? '', await text(request))
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

/**
 * The HTTP side that the app calls: `/api/<method>` and `/respond/<id>`. Form and JSON bodies;
 * the token in the Authorization header or in the body.
 */
export const createSlackServer = (deps: {
  activity: Activity
  api: (method: string, token: string | undefined, args: Record<string, unknown>) => Served
  respond: (id: string, body: Record<string, unknown>) => Served
}) => {
  const serve = async (request: IncomingMessage): Promise<Served> => {
    const [, door, rest = ''] = (request.url ?? '').match(/^\/(api|respond)\/(.+)$/) ?? []
    const body = await read(request)
    if (!door) return { status: 404, body: { ok: false, error: 'not_found' } }
    if (!body) {
      return { status: door === 'api' ? 200 : 400, body: { ok: false, error: 'invalid_json' } }
    }
    if (door === 'respond') return deps.respond(rest, decoded(body))
    const { token, ...args } = body
    const bearer = request.headers.authorization?.replace(/^Bearer /i, '')
    return deps.api(rest, bearer ?? (typeof token === 'string' ? token : undefined), decoded(args))
  }

  const failed = (cause: unknown): Served => ({
    status: 200,
    body: { ok: false, error: 'fatal_error', response_metadata: { messages: [String(cause)] } },
  })

  const server = createServer((request, response) => {
    void deps.activity.track(async () => {
      const { status, body } = await serve(request).catch(failed)
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(body))
    })
  })

  /** Serves at the port (0: one that the system chooses) and gives that port. */
  const listen = async (port: number, host: string): Promise<number> => {
    await once(server.listen(port, host), 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : port
  }

  const close = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  return { listen, close }
}
