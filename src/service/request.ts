import type { Dispatcher } from 'undici'
import type { z } from 'zod'
import { contract, type EndpointName, titleOf } from './contract/contract.ts'

type Base = { origin: string; prefix: string }

/** Splits SERVICE_URL. Throws a TypeError without the URL, which may hold a password. */
export function baseOf(url: string): Base {
  const base = URL.parse(url)
  if (!base || !/^https?:$/.test(base.protocol)) throw new TypeError('The service needs an http(s) URL')
  if (base.username || base.password || base.search || base.hash)
    throw new TypeError("The service's URL must have no user, query or fragment")
  return { origin: base.origin, prefix: base.pathname.replace(/\/+$/, '') }
}

/**
 * The HTTP request for an endpoint. The path is joined as text, so that `//v1` stays doubled.
 * @param request the members of query and body in one object
 * @throws TypeError that names the members that the contract refuses, without their values
 */
export function compose(
  name: EndpointName,
  { origin, prefix }: Base,
  request: object,
  token: string,
): Dispatcher.DispatchOptions {
  const { method, path, action, query, body } = contract[name]
  const stray = Object.keys(request).filter(key => !(key in query.shape) && !(key in body.shape))
  if (stray.length > 0) throw new TypeError(`${titleOf(name)}: the contract has no ${stray.join(', ')}`)

  const search = Object.entries({ action, ...parsePart(name, query, request) })
  const hasBody = Object.keys(body.shape).length > 0
  return {
    origin,
    method,
    path: `${prefix}${path}?${search.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')}`,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      // Without this header any content coding would be acceptable (RFC 9110, 12.5.3).
      'accept-encoding': 'identity',
    },
    body: hasBody ? JSON.stringify(parsePart(name, body, request)) : null,
  }
}

const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

function parsePart(name: EndpointName, schema: z.ZodObject, request: object): object {
  const own = Object.entries(request).filter(([key, value]) => key in schema.shape && value !== undefined)
  const { data, error } = schema.safeParse(Object.fromEntries(own))
  if (data) return data
  const issues = error.issues.map(issue => `${issue.path.join('.')} (${issue.code})`)
  throw new TypeError(`${titleOf(name)}: the contract refuses ${issues.join(', ')}`)
}

/** The values below `specific`, whole and line by line: no message may repeat them. */
export function secretsOf(request: unknown, isSecret = false): string[] {
  if (typeof request === 'string') return isSecret ? [request, ...request.split(/\s*\n\s*/)] : []
  if (typeof request !== 'object' || request === null) return []
  return Object.entries(request).flatMap(([key, value]) => secretsOf(value, isSecret || key === 'specific'))
}
