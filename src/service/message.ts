import type { Dispatcher } from 'undici'
import type { z } from 'zod'
import type { Endpoint } from './contract/endpoint.ts'

/** @throws TypeError, which never holds the URL: it may carry a password */
export function baseOf(url: string) {
  const base = URL.parse(url)
  const isHttp = base !== null && /^https?:$/.test(base.protocol)
  if (!isHttp) throw new TypeError('The service needs an http(s) URL')
  if (base.username || base.password || base.search || base.hash) {
    throw new TypeError("The service's URL must have no user, query or fragment")
  }
  return { origin: base.origin, prefix: base.pathname.replace(/\/+$/, '') }
}

/**
 * What goes over the wire to a base, the path joined as text: its `prefix` before it, `action` first in the query.
 * @param request query and body in one
 * @throws TypeError for a request that the contract refuses; it names members, never their values
 */
export function compose(
  endpoint: Endpoint,
  { origin, prefix }: ReturnType<typeof baseOf>,
  request: object,
  token: string,
): Dispatcher.DispatchOptions {
  const { title, method, path, action } = endpoint
  const { query, body } = endpoint
  const stray = Object.keys(request).filter(
    key => !Object.hasOwn(query.shape, key) && !Object.hasOwn(body.shape, key),
  )
  if (stray.length > 0) throw new TypeError(`${title}: the contract has no ${stray.join(', ')}`)

  let asked = `action=${escaped(action)}`
  for (const [key, value] of Object.entries(part(query, request, title)))
    asked += `&${escaped(key)}=${escaped(value)}`
  return {
    origin,
    method,
    path: `${prefix}${path}?${asked}`,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      // Without it any coding would be welcome (RFC 9110, 12.5.3), and none is undone here.
      'accept-encoding': 'identity',
    },
    body: isEmpty(body.shape) ? null : JSON.stringify(part(body, request, title)),
  }
}

const escaped = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

function isEmpty(shape: object): boolean {
  for (const _ in shape) return false
  return true
}

function part(schema: z.ZodObject, request: object, title: string): object {
  const own: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(request))
    if (Object.hasOwn(schema.shape, key) && value !== undefined) own[key] = value
  const parsed = schema.safeParse(own)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map(issue => `${issue.path.join('.')} (${issue.code})`)
  throw new TypeError(`${title}: the contract refuses ${wrong.join(', ')}`)
}
