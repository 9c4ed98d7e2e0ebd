import { expect } from 'vitest'
import { bodiesOf, type Sent } from './outgoing.ts'

type Block = { type?: string; text?: { text?: string }; elements?: { type?: string; text?: unknown }[] }
type VisibleMessage = { blocks: Block[]; isAnnouncement: boolean }

/** A line of a list: with a bullet, a number, an emoji, or a drawing. */
const LIST_LINE = /^(?:•|\d+\. |:[a-z_]+:|```|\*[^*]+\*$|e\.g\.|By |_)/

/** A row of a list within a paragraph: with a bullet, a number, an emoji and a bold name, or a drawing. */
const LIST_ROW = /^(?:•|\d+\. |:[a-z_]+: \*|```)/

const linesOf = ({ text }: Block): string[] => (text?.text ?? '').split('\n')

/** Expects at most five lines per message (no list), two per list row, and three buttons per announcement. */
export function expectBrief(sent: readonly Sent[], acks: readonly unknown[]): void {
  const messages = [...bodiesOf(sent), ...acks].flatMap(messagesIn)
  expect(messages.flatMap(problemsIn), 'messages that are too long').toEqual([])
}

function problemsIn({ blocks, isAnnouncement }: VisibleMessage): string[] {
  const sections = blocks.filter(({ type }) => type === 'section')
  const elementsOf = (kind: string) =>
    blocks.flatMap(({ type, elements = [] }) => (type === kind ? elements : []))
  const [title, ...rows] = sections
  const notes = elementsOf('context').flatMap(({ text }) => String(text).split('\n'))
  const all = [...sections.flatMap(linesOf), ...notes]
  const isList = rows.length > 0 || all.some(line => LIST_ROW.test(line))
  const plain = (block: Block) => linesOf(block).filter(line => !LIST_LINE.test(line))
  return [
    ...(!isList && all.length > 5 ? [`message: ${all.join(' / ')}`] : []),
    ...(title && plain(title).length > 5 ? [`title: ${linesOf(title).join(' / ')}`] : []),
    ...rows
      .filter(row => plain(row).length > 2 && !linesOf(row)[0]?.startsWith('```'))
      .map(row => `row: ${linesOf(row).join(' / ')}`),
    ...(isAnnouncement && elementsOf('actions').length > 3
      ? [`buttons: ${linesOf(title ?? {}).join(' / ')}`]
      : []),
  ]
}

/** Returns the messages with blocks in a body, without views. */
function messagesIn(node: unknown): VisibleMessage[] {
  if (typeof node !== 'object' || node === null || !('blocks' in node) || !Array.isArray(node.blocks))
    return []
  if ('callback_id' in node || ('type' in node && node.type === 'home')) return []
  const isShared = JSON.stringify(node.blocks[0] ?? {}).includes('Shared by')
  const isPosted = 'channel' in node && String(node.channel).startsWith('C') && !('user' in node)
  const inChannel = isPosted || ('response_type' in node && node.response_type === 'in_channel')
  return [{ blocks: node.blocks, isAnnouncement: inChannel && !isShared }]
}
