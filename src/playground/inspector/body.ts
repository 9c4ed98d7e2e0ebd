import { parseJson } from '../../message/json.ts'
import { type Body, most } from './action.ts'

/** Longer bodies are not even read: what is no whole JSON could not be searched for secrets by its keys. */
export const LONGEST = 1024 * 1024

/** A text as what it holds: JSON, the fields of a form, or words. */
export const read = (contentType: string, text: string): unknown => {
  if (contentType.includes('x-www-form-urlencoded')) return fields(text)
  return nested(text) ?? text
}

/** The fields of a form; those that carry JSON are read as well. */
const fields = (text: string): unknown =>
  Object.fromEntries([...new URLSearchParams(text)].map(([key, value]) => [key, nested(value) ?? value]))

/** What a text of JSON holds, where that is more than a word or a number. */
export const nested = (text: string): object | undefined => {
  if (!/^\s*[[{]/.test(text)) return undefined
  const value = parseJson(text)
  return typeof value === 'object' && value !== null ? value : undefined
}

/** Pretty-printed and cut between two lines: so no value stands there in part, which nobody would know again. */
export const print = (content: unknown): Body => {
  const whole = typeof content === 'string' ? content : (JSON.stringify(content, null, 2) ?? '')
  if (whole.length <= most.body) return { text: whole, left: 0 }
  const end = whole.lastIndexOf('\n', most.body)
  return { text: whole.slice(0, Math.max(end, 0)), left: whole.length - Math.max(end, 0) }
}
