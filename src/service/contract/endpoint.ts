import { z } from 'zod'
import { done } from './answer.ts'

/** The members of a query or body. Without members, zod would infer that there can be no others beside it. */
type Part = z.ZodType<object, object> & { shape: z.ZodRawShape }

/** One operation of the service, as the interface document gives it. */
export type Endpoint = {
  method: 'GET' | 'POST'
  /** Raw: to be joined to the base as text, never resolved as a URL (`//v1/…` stays doubled). */
  path: `/${string}`
  /** Value of the query parameter `action`, which goes out with every request. */
  action: string
  query: Part
  /** Without members no body is sent. */
  body: Part
  /** Normalizes what comes back to the document's names. */
  answer: z.ZodType
}

/** For an endpoint to which the document lists no query or no body. */
const none: Part = z.strictObject({})

type Rest = Partial<Pick<Endpoint, 'query' | 'body' | 'answer'>>

const endpoint =
  <M extends Endpoint['method']>(method: M) =>
  <R extends Rest>(path: Endpoint['path'], action: string, rest: R) => ({
    method,
    path,
    action,
    query: none,
    body: none,
    answer: done,
    ...rest,
  })

/** A reading endpoint. */
export const get = endpoint('GET')

/** A writing endpoint, with an `answer` if it returns something. */
export const post = endpoint('POST')

/** Text that must not be blank, such as an identifier or a name. */
export const named = z.string().regex(/\S/, 'must not be empty')

/** Whether two names or e-mails are one, whatever their case and the spaces around them. */
export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** Whether a header can carry the access token: visible ASCII without spaces (RFC 9110, 11.2). */
export const isBearer = (token: string): boolean => /^[\x21-\x7e]+$/.test(token)

/** What names an organization, and a plan in it. */
export const ofOrganization = z.strictObject({ org_id: named })
export const ofPlan = ofOrganization.extend({ plan_id: named })

export const states = ['active', 'inactive'] as const
export const state = z.enum(states)

/** Writes a day, an ISO date or a `Temporal.PlainDate`, as DD/MM/YYYY. */
export const toServiceDate = (day: string | Temporal.PlainDate): string =>
  String(day).split('-').reverse().join('/')

/** DD/MM/YYYY as an ISO date, which sorts as text. */
export const isoOf = (date: string): string => date.split('/').reverse().join('-')

const isoDate = z.iso.date()

/** A calendar day on the wire: DD/MM/YYYY. */
export const date = z
  .string()
  .regex(/^\d{2}\/\d{2}\/\d{4}$/, { error: 'must be written DD/MM/YYYY', abort: true })
  .refine(text => isoDate.safeParse(isoOf(text)).success, {
    error: 'is not a day of the calendar',
    abort: true,
  })
