import type { types } from '@slack/bolt'
import { type Block, context, limits, renderBlock, section } from './blocks.ts'
import { cutMrkdwn, lines, type Mrkdwn, mrkdwn } from './mrkdwn.ts'

/** A line of a list, with the number of items on it; a heading counts 0. */
export type Line = { text: Mrkdwn; count: number }

/** Lines that are cut from the end if they do not fit. */
export type List = { type: 'list'; lines: readonly Line[] }

/** Characters reserved for text that delivery adds: who shared it, where it could not be posted. */
const RESERVED = 200

/** The length of `… and 12 more.` */
const MORE_LINE_LENGTH = 30
const MAX_LINE_LENGTH = 2000

/** Renders lists between blocks. Lists share the remaining characters and count the items that do not fit. */
export function toBlocks(parts: readonly (Block | List)[]): Block[] {
  const lists = parts.filter(part => part.type === 'list')
  const fixed = sum(parts.map(part => (part.type === 'list' ? 0 : lengthOf(renderBlock(part)))))
  const room = (limits.blocksText - RESERVED - fixed) / lists.length
  return parts.flatMap(part => (part.type === 'list' ? renderList(part, room) : [part]))
}

/** Creates a list of lines, each cut so that it leaves room for others; [] if there are none. */
export const list = (lines: readonly Line[]): List[] =>
  lines.length > 0 ? [{ type: 'list', lines: lines.map(line => truncateLine(line, MAX_LINE_LENGTH)) }] : []

/** Creates a list below a heading; [] if there are no lines. */
export const listBelow = (heading: Mrkdwn, all: readonly Mrkdwn[]): List[] =>
  all.length > 0 ? list([{ text: heading, count: 0 }, ...all.map(text => ({ text, count: 1 }))]) : []

const truncateLine = ({ text, count }: Line, maxLength: number): Line => ({
  text: { mrkdwn: cutMrkdwn(text, maxLength) },
  count,
})

/** Renders a list in as few sections as possible. The first line is cut, never dropped. */
function renderList({ lines: all }: List, room: number): Block[] {
  const visible = lengthOfLines(all) <= room ? all : firstLines(all, room)
  const rest = sum(all.slice(visible.length).map(({ count }) => count))
  const rows = [...visible, ...(rest > 0 ? [{ text: mrkdwn`… and ${rest} more.`, count: 0 }] : [])]
  return groupWhile(rows, group => lengthOfLines(group) <= limits.section).map(group =>
    section(lines(...group.map(({ text }) => text))),
  )
}

/** Returns the first lines that fit together with the `… more` line. */
function firstLines(all: readonly Line[], room: number): readonly Line[] {
  let remaining = room - MORE_LINE_LENGTH
  const overflow = all.findIndex(line => {
    remaining -= lengthOfLines([line])
    return remaining < 0
  })
  return overflow > 0 ? all.slice(0, overflow) : all.slice(0, 1).map(line => truncateLine(line, room))
}

const lengthOfLines = (all: readonly Line[]): number => sum(all.map(({ text }) => text.mrkdwn.length + 1))

/**
 * Renders the blocks of a message or view. Drops blocks from the end until the rest fits, and says so. Keeps
 * the last buttons and inputs.
 */
export function renderBlocks(all: readonly Block[], max: number = limits.messageBlocks): types.KnownBlock[] {
  const blocks = all.map(renderBlock)
  if (blocks.length <= max && lengthOf(blocks) <= limits.blocksText) return blocks
  const end = blocks.findLastIndex(({ type }) => type !== 'actions' && type !== 'input') + 1
  const [head, foot] = [blocks.slice(0, end), blocks.slice(end)]
  const remaining: types.KnownBlock[] = []
  let room = limits.blocksText - lengthOf(MORE)
  for (const block of [...foot, ...head]) {
    room -= lengthOf(block)
    if (room < 0 || remaining.length + 1 === max) break
    remaining.push(block)
  }
  return [...remaining.slice(foot.length), MORE, ...remaining.slice(0, foot.length)]
}

const MORE = context(mrkdwn`… and more that does not fit here.`)

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0)

/** Counts characters as Slack does: all strings in properties called `text`. */
function lengthOf(node: object): number {
  let length = 'text' in node && typeof node.text === 'string' ? node.text.length : 0
  for (const child of Object.values(node))
    if (typeof child === 'object' && child !== null) length += lengthOf(child)
  return length
}

/** Splits items, in order, into as few groups as possible, each of which `fits`. */
export function groupWhile<T>(all: readonly T[], fits: (group: readonly T[]) => boolean): T[][] {
  const groups: T[][] = []
  for (const each of all) {
    const last = groups.at(-1)
    if (last && fits([...last, each])) last.push(each)
    else groups.push([each])
  }
  return groups
}
