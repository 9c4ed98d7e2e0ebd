import { type Block, context, limits, section } from './blocks.ts'
import { cutMrkdwn, lines, type Mrkdwn, mrkdwn } from './mrkdwn.ts'

/** A line of a list, and of how many things it tells: a heading of none. */
export type Line = { text: Mrkdwn; count: number }

/** Lines of which the last give way where there is no room for all. */
export type List = { type: 'list'; lines: readonly Line[] }

/** Room for what comes to stand beside lists: who shared them, where they could not be posted, a button more. */
const BESIDE = 200

/** What a line takes that tells how many more there are. */
const LONGEST_REST = 30
const LONGEST_LINE = 2000

/** Blocks with lists between them. Lists share the room that the blocks leave, and say of how many things no line tells. */
export function withLists(parts: readonly (Block | List)[]): Block[] {
  const lists = parts.filter(part => part.type === 'list')
  const fixed = sum(parts.map(part => (part.type === 'list' ? 0 : lengthOf(part))))
  const room = (limits.blocksText - BESIDE - fixed) / lists.length
  return fitting(parts.flatMap(part => (part.type === 'list' ? listed(part, room) : [part])))
}

/** The lines of a list, none of which takes the room of all others; none for none. */
export const list = (lines: readonly Line[]): List[] =>
  lines.length > 0 ? [{ type: 'list', lines: lines.map(line => cutLine(line, LONGEST_LINE)) }] : []

/** Lines below a heading; nothing for none. */
export const listBelow = (heading: Mrkdwn, all: readonly Mrkdwn[]): List[] =>
  all.length > 0 ? list([{ text: heading, count: 0 }, ...all.map(text => ({ text, count: 1 }))]) : []

const cutLine = ({ text, count }: Line, longest: number): Line => ({
  text: { mrkdwn: cutMrkdwn(text, longest) },
  count,
})

/** A list in as few sections as hold it; of the first line at least the beginning. */
function listed({ lines: all }: List, room: number): Block[] {
  const shown = lengthOfLines(all) <= room ? all : firstLines(all, room)
  const rest = sum(all.slice(shown.length).map(({ count }) => count))
  const rows = [...shown, ...(rest > 0 ? [{ text: mrkdwn`… and ${rest} more.`, count: 0 }] : [])]
  return inGroups(rows, some => lengthOfLines(some) <= limits.section).map(some =>
    section(lines(...some.map(({ text }) => text))),
  )
}

/** The first lines that fit beside the line that counts the rest; of the very first at least the beginning. */
function firstLines(all: readonly Line[], room: number): readonly Line[] {
  let left = room - LONGEST_REST
  const over = all.findIndex(line => {
    left -= lengthOfLines([line])
    return left < 0
  })
  return over > 0 ? all.slice(0, over) : all.slice(0, 1).map(line => cutLine(line, room))
}

const lengthOfLines = (all: readonly Line[]): number => sum(all.map(({ text }) => text.mrkdwn.length + 1))

/**
 * The blocks that a message or a view can hold. Where they are too many or say too much, the last of them
 * give way, and a line says so; but not the buttons and inputs at the end.
 */
export function fitting(blocks: Block[], most: number = limits.messageBlocks): Block[] {
  if (blocks.length <= most && lengthOf(blocks) <= limits.blocksText) return blocks
  const end = blocks.findLastIndex(({ type }) => type !== 'actions' && type !== 'input') + 1
  const [head, foot] = [blocks.slice(0, end), blocks.slice(end)]
  const remaining: Block[] = []
  let room = limits.blocksText - lengthOf(MORE)
  for (const block of [...foot, ...head]) {
    room -= lengthOf(block)
    if (room < 0 || remaining.length + 1 === most) break
    remaining.push(block)
  }
  return [...remaining.slice(foot.length), MORE, ...remaining.slice(0, foot.length)]
}

const MORE = context(mrkdwn`… and more that does not fit here.`)

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0)

/** The characters of text in a thing, as Slack counts them: what stands in members called `text`. */
function lengthOf(node: object): number {
  let length = 'text' in node && typeof node.text === 'string' ? node.text.length : 0
  for (const child of Object.values(node))
    if (typeof child === 'object' && child !== null) length += lengthOf(child)
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
