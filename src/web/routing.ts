import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

export type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** Routes by method and exact path, or by the path alone for whatever method. */
export type Routes = Record<`${'GET ' | 'POST ' | ''}/${string}`, Route>

/** Why no route answers: there is no such path, or none of this method. */
type Nowhere = { status: 404 | 405; headers?: OutgoingHttpHeaders }

/** Finds what answers a method at a path; what has no path of its own is left to `otherwise`, where there is one. */
export function createRouting(routes: Routes, otherwise: Route | undefined) {
  const table = new Map<string, Map<string, Route>>()
  for (const [key, route] of Object.entries(routes)) {
    const [method, path] = key.startsWith('/') ? ['', key] : key.split(' ', 2)
    const methods = table.get(path ?? '') ?? new Map<string, Route>()
    table.set(path ?? '', methods.set(method ?? '', route))
  }

  return (method = '', path = ''): Route | Nowhere => {
    const methods = table.get(path)
    if (!methods) return otherwise ?? { status: 404 }
    const route = methods.get(method === 'HEAD' ? 'GET' : method) ?? methods.get('')
    return route ?? { status: 405, headers: { allow: [...methods.keys()].flatMap(withHead).join(', ') } }
  }
}

const withHead = (method: string): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method])
