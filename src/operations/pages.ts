import type { Args, OperationId } from '../core/args.ts'
import { actions, type Block, type Button, fitsValue, replaceButton, section } from '../message/blocks.ts'
import { lines, type Mrkdwn } from '../message/mrkdwn.ts'
import type { Reply } from '../message/reply.ts'

/** Items per page: what fits into a message and is readable on a phone. */
const PAGE_SIZE = 10

/** `number` counts from 1; `from` is the index of the first item of the page. */
type Page<T> = Pages & { items: T[]; total: number; from: number }
type Pages = { number: number; count: number }

/** Returns one page of a list: the last one if `number` is beyond it. */
export function pageOf<T>(items: readonly T[], number: number, size = PAGE_SIZE): Page<T> {
  const place = locatePage(items.length, number, size)
  return { ...place, items: items.slice(place.from, place.from + size) }
}

export function locatePage(total: number, number: number, size = PAGE_SIZE) {
  const count = Math.max(1, Math.ceil(total / size))
  const current = Math.min(number, count)
  return { total, number: current, count, from: (current - 1) * size, size }
}

/** `, page 2 of 3`, or empty for a single page. */
export const formatPage = ({ number, count }: Pages): string =>
  count > 1 ? `, page ${number} of ${count}` : ''

/** Creates the buttons for the previous and next page; `args` are the list's other arguments. */
export function pageButtons(operation: OperationId, { number, count }: Pages, args: Args = {}): Button[] {
  const turn = (text: string, page: number) => replaceButton(text, operation, { ...args, page })
  return [
    ...(number > 1 ? [turn('Previous page', number - 1)] : []),
    ...(number < count ? [turn('Next page', number + 1)] : []),
  ].filter(fitsValue)
}

/** Adds the name of a row to its button, for screen readers. */
export const labelButton = (button: Button, name: string): Button => ({
  ...button,
  ariaLabel: `${button.text}: ${name}`,
})

/** An item of a list with its buttons, at its side or below it, or custom blocks. */
export type Row =
  | { text: Mrkdwn; name?: string; side?: Button | undefined; buttons?: Button[] }
  | { text?: Mrkdwn; blocks: readonly Block[] }

function drawRow(row: Row): readonly Block[] {
  if ('blocks' in row) return row.blocks
  const { text, name = '', side, buttons = [] } = row
  return [
    section(text, side && labelButton(side, name)),
    ...actions(...buttons.map(button => labelButton(button, name))),
  ]
}

/** Creates a private reply with one page of a list and the buttons of the list. */
export const listReply = (title: Mrkdwn, rows: readonly Row[], ...buttons: Button[]): Reply => ({
  text: lines(title, ...rows.map(({ text }) => text)),
  blocks: [section(title), ...rows.flatMap(drawRow), ...actions(...buttons)],
  to: 'me',
  ...(rows.length === 0 && { isEmpty: true }),
})
