import { parseJson } from '../message/json.ts'

/** The fields that carry JSON in a form. */
const JSON_FIELDS = ['blocks', 'files', 'metadata', 'outputs', 'payload', 'view']

/** JSON, the fields of a form, or text. */
export const readBody = (contentType: string, text: string): unknown => {
  if (!contentType.includes('x-www-form-urlencoded')) return parseJson(text) ?? text
  const fields = [...new URLSearchParams(text)]
  return Object.fromEntries(
    fields.map(([key, value]) => [key, JSON_FIELDS.includes(key) ? (parseJson(value) ?? value) : value]),
  )
}
