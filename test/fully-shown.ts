import { expect } from 'vitest'
import { z } from 'zod'
import { bodiesOf } from './outgoing.ts'

/** Slack collapses a taller section behind *Show more*, unless it has `expand`. */
const COLLAPSED = { lines: 4, length: 400 }
/** Slack may cut the text of a button here. */
const SURELY_SHOWN = 30

const section = z.looseObject({
  type: z.literal('section'),
  text: z.object({ text: z.string() }),
  expand: z.boolean().optional(),
})
const button = z.looseObject({ type: z.literal('button'), text: z.object({ text: z.string() }) })

/**
 * Nothing that was sent is hidden behind *Show more*, and no two different buttons of a message or view begin alike.
 */
export function expectFullyShown(sent: readonly { body: string }[], acks: readonly unknown[]): void {
  const blocks = [...bodiesOf(sent), ...acks].flatMap(blocksIn)
  expect(blocks.flatMap(collapsed), 'sections that Slack collapses').toEqual([])
  expect(blocks.flatMap(cutAlike), 'buttons that may be cut to the same').toEqual([])
}

/** The blocks of each message and view in a body. */
function blocksIn(node: unknown): unknown[][] {
  if (typeof node !== 'object' || node === null) return []
  if ('blocks' in node && Array.isArray(node.blocks)) return [node.blocks]
  return Object.values(node).flatMap(blocksIn)
}

const found = <T extends z.ZodType>(schema: T, node: unknown): z.output<T>[] => {
  if (typeof node !== 'object' || node === null) return []
  const { data } = schema.safeParse(node)
  return [...(data === undefined ? [] : [data]), ...Object.values(node).flatMap(each => found(schema, each))]
}

const collapsed = (blocks: unknown[]): string[] =>
  found(section, blocks).flatMap(({ text: { text }, expand }) => {
    const isTall = text.length > COLLAPSED.length || text.split('\n').length > COLLAPSED.lines
    return isTall && !expand ? [text] : []
  })

function cutAlike(blocks: unknown[]): string[] {
  const texts = [...new Set(found(button, blocks).map(({ text }) => text.text))]
  const byBeginning = Map.groupBy(texts, text => text.slice(0, SURELY_SHOWN))
  return [...byBeginning.values()].flatMap(some => (some.length > 1 ? some : []))
}
