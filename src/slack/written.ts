import { frozen } from '../derived.ts'

/** What is sent again and again: how long its text is, and how JSON writes it. */
const known = new WeakMap<object, { length: number; json: string }>()

/** The same thing, which nobody can change from now on: it is measured and written once, however often it is sent. */
export function writeOnce<T extends object>(thing: T): T {
  known.set(thing, { length: measure(thing), json: JSON.stringify(thing) })
  return frozen(thing)
}

/** The characters of text in a thing, as Slack counts them: what stands in members called `text`. */
export const lengthOf = (thing: object): number => known.get(thing)?.length ?? measure(thing)

function measure(node: object): number {
  let length = 'text' in node && typeof node.text === 'string' ? node.text.length : 0
  for (const held of Object.values(node))
    if (typeof held === 'object' && held !== null) length += measure(held)
  return length
}

/** What `JSON.stringify` makes of a message, of which blocks that are sent again and again are written already. */
export function jsonOf(message: object): string {
  if (!('blocks' in message && Array.isArray(message.blocks))) return JSON.stringify(message)
  const blocks = message.blocks.map(block => known.get(block)?.json ?? JSON.stringify(block))
  const rest = JSON.stringify({ ...message, blocks: undefined })
  return `${rest.slice(0, -1)}${rest === '{}' ? '' : ','}"blocks":[${blocks}]}`
}
