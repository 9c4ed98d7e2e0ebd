import { type Block, context, section } from './blocks.ts'
import { limits } from './limits.ts'
import { cutMrkdwn, lines, type Mrkdwn, mrkdwn } from './mrkdwn.ts'

/** A line of a list, and of how many things it tells: a heading of none. */
export type Line = { text: Mrkdwn; count: number }

/** Lines of which the last give way where there is no room for all. */
export type List = { type: 'list'; lines: readonly Line[] }

type Part = Block | List

/** How many blocks there may be, and how many characters of text in all. */
type Room = { blocks: number; text: number }

/** Room for what comes to stand beside lists: who shared them, where they could not be posted, a button more. */
const BESIDE = 200

/** Blocks with lists between them: as much of each as there is room for, and of how many things no line tells. */
export const withLists = (parts: readonly Part[]): Block[] =>
  cutTo(parts, { blocks: limits.messageBlocks, text: limits.blocksText - BESIDE })

/** The lines of a list, none of which takes the room of all others; none for none. */
export const list = (lines: readonly Line[]): List[] =>
  lines.length > 0 ? [{ type: 'list', lines: lines.map(line => cutLine(line, LONGEST_LINE)) }] : []

/** Lines below a heading; nothing for none. */
export const listBelow = (heading: Mrkdwn, all: readonly Mrkdwn[]): List[] =>
  all.length > 0 ? list([{ text: heading, count: 0 }, ...all.map(text => ({ text, count: 1 }))]) : []

const LONGEST_LINE = 2000

const cutLine = ({ text, count }: Line, longest: number): Line => ({
  text: { mrkdwn: cutMrkdwn(text, longest) },
  count,
})

/**
 * The blocks that a message or a view can hold. Where they say too much, the longest texts are cut, so that all others
 * stay as they are; where they are too many, those above the last buttons give way, and a line says so.
 */
export function fitting(blocks: Block[], most: number = limits.messageBlocks): Block[] {
  const isRoom = blocks.length <= most && lengthOf(blocks) <= limits.blocksText
  return isRoom ? blocks : cutTo(blocks, { blocks: most, text: limits.blocksText })
}

function cutTo(parts: readonly Part[], room: Room): Block[] {
  const visible = few(parts, room)
  const longest = share(visible.flatMap(lengthsOf), room.text - sum(visible.map(fixedIn)))
  return visible.flatMap(part => (part.type === 'list' ? listed(part, longest) : shortened(part, longest)))
}

/** As many parts as there may be: the buttons at the end before all, and then from the top. */
function few(parts: readonly Part[], room: Room): readonly Part[] {
  const body = parts.findLastIndex(({ type }) => type !== 'actions') + 1
  const [head, foot] = [parts.slice(0, body), parts.slice(body)]
  const fixed = [...foot, ...head].map(fixedIn)
  const isOver = (count: number) => sum(fixed.slice(0, count)) > room.text / 2
  if (parts.length <= room.blocks && !isOver(parts.length)) return parts
  const over = fixed.findIndex((_, index) => index + 1 === room.blocks || isOver(index + 1))
  return [...head.slice(0, Math.max(0, over - foot.length)), MORE, ...foot.slice(0, over)]
}

const MORE = context(mrkdwn`… and more that does not fit here.`)

/** How long a text may be so that there is room for all: the short ones as they are, the others alike. */
function share(lengths: readonly number[], room: number): number {
  let left = room
  for (const [index, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const each = Math.floor(left / (lengths.length - index))
    if (length > each) return each
    left -= length
  }
  return Number.POSITIVE_INFINITY
}

/** How long the texts of a part are that can be cut. */
function lengthsOf(part: Part): number[] {
  if (part.type === 'list') return [joined(part.lines).mrkdwn.length]
  if (part.type === 'section') return part.text ? [part.text.text.length] : []
  return part.type === 'context' ? part.elements.map(lengthOf) : []
}

/** The characters of text that stay as they are, such as those of buttons. */
const fixedIn = (part: Part): number => (part.type === 'list' ? 0 : lengthOf(part) - sum(lengthsOf(part)))

function shortened(block: Block, longest: number): Block {
  if (block.type === 'section' && block.text) return { ...block, text: cutText(block.text, longest) }
  if (block.type !== 'context') return block
  const elements = block.elements.map(each => ('text' in each ? cutText(each, longest) : each))
  return { ...block, elements }
}

const cutText = <T extends { text: string }>(element: T, longest: number): T => ({
  ...element,
  text: cutMrkdwn({ mrkdwn: element.text }, longest),
})

function listed({ lines: all }: List, longest: number): Block[] {
  const shown = joined(all).mrkdwn.length > longest ? first(all, longest - LONGEST_REST) : all
  const rest = sum(all.slice(shown.length).map(({ count }) => count))
  const rows = [...shown, ...(rest > 0 ? [{ text: mrkdwn`… and ${rest} more.`, count: 0 }] : [])]
  return inGroups(rows, some => joined(some).mrkdwn.length <= limits.section).map(some =>
    section(joined(some)),
  )
}

/** What a line takes that tells how many more there are. */
const LONGEST_REST = 30

/** The first lines, as many as there is room for; of the very first at least its beginning. */
function first(all: readonly Line[], room: number): readonly Line[] {
  let left = room
  const over = all.findIndex(({ text }) => {
    left -= text.mrkdwn.length + 1
    return left < 0
  })
  return over > 0 ? all.slice(0, over) : all.slice(0, 1).map(line => cutLine(line, room))
}

const joined = (all: readonly Line[]): Mrkdwn => lines(...all.map(({ text }) => text))

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0)

/** The characters of text in a thing, as Slack counts them: what stands in members called `text`. */
function lengthOf(node: object): number {
  let length = 'text' in node && typeof node.text === 'string' ? node.text.length : 0
  for (const held of Object.values(node))
    if (typeof held === 'object' && held !== null) length += lengthOf(held)
  return length
}

/** Everything in order, in as few groups as fit. */
export function inGroups<T>(all: readonly T[], fits: (some: readonly T[]) => boolean): T[][] {
  const groups: T[][] = []
  for (const each of all) {
    const last = groups.at(-1)
    if (last && fits([...last, each])) last.push(each)
    else groups.push([each])
  }
  return groups
}
