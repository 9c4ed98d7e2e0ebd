import { z } from 'zod'

/** One operation of the service, as the interface document gives it. */
export type Endpoint = {
  /** The document's name of the operation, word for word. */
  title: string
  method: 'GET' | 'POST'
  /** Raw: to be joined to the base as text, never resolved as a URL (`//v1/…` stays doubled). */
  path: `/${string}`
  /** Value of the query parameter `action`, which goes out with every request. */
  action: string
  query: z.ZodObject
  /** Without members when the document has none: then no body is sent. */
  body: z.ZodObject
  /** Normalises what comes back, whatever shape it has, to the service's own names. */
  answer: z.ZodType
}

/** Where the document lists no query or no body. */
export const none = z.strictObject({})

/** Text that names something: an identifier, a name, a place. */
export const named = z.string().regex(/\S/, 'must not be empty')

/** Whether an access token can be sent: in a header goes visible ASCII without spaces (RFC 9110, 11.2). */
export const isBearer = (token: string): boolean => /^[\x21-\x7e]+$/.test(token)

export const states = ['active', 'inactive'] as const
export const state = z.enum(states)

/** A whole day that exists, written DD/MM/YYYY. */
export const date = z
  .string()
  .regex(/^\d{2}\/\d{2}\/\d{4}$/, { error: 'must be written DD/MM/YYYY', abort: true })
  .refine(exists, 'is not a day of the calendar')

/** The same day as ISO 8601 has it, which sorts by time. */
export const isoOf = (written: string): string => written.split('/').reverse().join('-')

/** The day that an instant falls on in UTC, written DD/MM/YYYY. */
export const writtenOf = (at: Date): string => at.toISOString().slice(0, 10).split('-').reverse().join('/')

function exists(written: string): boolean {
  const iso = isoOf(written)
  const day = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso)
}

/** A day as the service writes it. The inverse of `fromServiceDate`. */
export const toServiceDate = (day: string): string => Temporal.PlainDate.from(day).toString().split('-').reverse().join('/')

/** A day of the service's as a calendar day. */
export const fromServiceDate = (written: string): Temporal.PlainDate => Temporal.PlainDate.from(isoOf(written))
