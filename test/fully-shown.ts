import { expect } from 'vitest'
import { z } from 'zod'
import { bodiesOf } from './outgoing.ts'

/** Slack collapses a taller section behind *Show more*, unless it has `expand`. */
const COLLAPSED = { lines: 4, length: 400 }
/** Slack may truncate the text of a button after this many characters. */
const VISIBLE_LENGTH = 30

const section = z.looseObject({
  type: z.literal('section'),
  text: z.object({ text: z.string() }),
  expand: z.boolean().optional(),
})
const button = z.looseObject({ type: z.literal('button'), text: z.object({ text: z.string() }) })

/**
 * Expects no section collapsed behind *Show more*, and no two buttons that look alike when truncated.
 */
export function expectFullyShown(sent: readonly { body: string }[], acks: readonly unknown[]): void {
  const blocks = [...bodiesOf(sent), ...acks].flatMap(blocksIn)
  expect(blocks.flatMap(collapsedIn), 'sections that Slack collapses').toEqual([])
  expect(blocks.flatMap(ambiguousIn), 'buttons that look alike when truncated').toEqual([])
}

/** The blocks of each message and view in a body. */
function blocksIn(node: unknown): unknown[][] {
  if (typeof node !== 'object' || node === null) return []
  if ('blocks' in node && Array.isArray(node.blocks)) return [node.blocks]
  return Object.values(node).flatMap(blocksIn)
}

const find = <T extends z.ZodType>(schema: T, node: unknown): z.output<T>[] => {
  if (typeof node !== 'object' || node === null) return []
  const { data } = schema.safeParse(node)
  return [...(data === undefined ? [] : [data]), ...Object.values(node).flatMap(each => find(schema, each))]
}

const collapsedIn = (blocks: unknown[]): string[] =>
  find(section, blocks).flatMap(({ text: { text }, expand }) => {
    const isTall = text.length > COLLAPSED.length || text.split('\n').length > COLLAPSED.lines
    return isTall && !expand ? [text] : []
  })

function ambiguousIn(blocks: unknown[]): string[] {
  const texts = [...new Set(find(button, blocks).map(({ text }) => text.text))]
  const byBeginning = Map.groupBy(texts, text => text.slice(0, VISIBLE_LENGTH))
  return [...byBeginning.values()].flatMap(group => (group.length > 1 ? group : []))
}
