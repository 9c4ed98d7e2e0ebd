import { expect } from 'vitest'
import type { Sent } from './outgoing.ts'

type Block = { type?: string; text?: { text?: string }; elements?: { type?: string; text?: unknown }[] }
type Said = { blocks: Block[]; isAnnouncement: boolean }

/** What stands in a list: a bullet, a sign of what became of it, a number, or a drawing. */
const LISTED = /^(?:•|\d+\. |:[a-z_]+:|```|\*[^*]+\*$|e\.g\.|By |_)/

const linesOf = ({ text }: Block): string[] => (text?.text ?? '').split('\n')

/** No message has more than five lines unless it is a list, no row of a list more than two, no announcement more than three buttons. */
export function expectBrief(sent: readonly Sent[], acks: readonly unknown[]): void {
  const said = [...sent.flatMap(({ body }) => saidIn(parsed(body))), ...acks.flatMap(saidIn)]
  expect(said.flatMap(wrongIn), 'messages that are too long').toEqual([])
}

function wrongIn({ blocks, isAnnouncement }: Said): string[] {
  const sections = blocks.filter(({ type }) => type === 'section')
  const buttons = blocks.flatMap(({ type, elements = [] }) => (type === 'actions' ? elements : []))
  const [title, ...rows] = sections
  const plain = (block: Block) => linesOf(block).filter(line => !LISTED.test(line))
  return [
    ...(title && plain(title).length > 5 ? [`title: ${linesOf(title).join(' / ')}`] : []),
    ...rows
      .filter(row => plain(row).length > 2 && !linesOf(row)[0]?.startsWith('```'))
      .map(row => `row: ${linesOf(row).join(' / ')}`),
    ...(isAnnouncement && title?.text?.text?.startsWith('<@') && buttons.length > 3
      ? [`buttons: ${linesOf(title ?? {}).join(' / ')}`]
      : []),
  ]
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    const fields = new URLSearchParams(body)
    const blocks = fields.get('blocks')
    return blocks ? { blocks: JSON.parse(blocks), channel: fields.get('channel') } : undefined
  }
}

/** A message with blocks; views are none. */
function saidIn(node: unknown): Said[] {
  if (typeof node !== 'object' || node === null || !('blocks' in node) || !Array.isArray(node.blocks))
    return []
  if ('callback_id' in node || ('type' in node && node.type === 'home')) return []
  const isShared = JSON.stringify(node.blocks[0] ?? {}).includes('Shared by')
  const isPosted = 'channel' in node && String(node.channel).startsWith('C') && !('user' in node)
  const inChannel = isPosted || ('response_type' in node && node.response_type === 'in_channel')
  return [{ blocks: node.blocks, isAnnouncement: inChannel && !isShared }]
}
