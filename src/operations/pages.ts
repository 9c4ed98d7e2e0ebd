import type { Args, OperationId } from '../core/args.ts'
import {
  actions,
  type Block,
  type Button,
  fitsValueLimit,
  replaceButton,
  section,
} from '../message/blocks.ts'
import { lines, type Mrkdwn } from '../message/mrkdwn.ts'
import type { Reply } from '../message/reply.ts'

/** Items a page: what a phone shows without endless scrolling, and one message holds. */
const PAGE_SIZE = 10

/** `number` counts from 1; `from` is the index of the first item of the page. */
type Page<T> = Place & { items: T[]; total: number; from: number }
type Place = { number: number; count: number }

/** One page of a list; beyond the last page is the last page. */
export function pageOf<T>(items: readonly T[], number: number, size = PAGE_SIZE): Page<T> {
  const place = placePage(items.length, number, size)
  return { ...place, items: items.slice(place.from, place.from + size) }
}

/** Where a page of so many items is, before the items are read. */
export function placePage(total: number, number: number, size = PAGE_SIZE) {
  const count = Math.max(1, Math.ceil(total / size))
  const at = Math.min(number, count)
  return { total, number: at, count, from: (at - 1) * size, size }
}

/** `, page 2 of 3`, where there is more than one. */
export const formatPage = ({ number, count }: Place): string =>
  count > 1 ? `, page ${number} of ${count}` : ''

/** The buttons to the pages before and after; `args` are those of the list besides its page. */
export function pageButtons(operation: OperationId, { number, count }: Place, args: Args = {}): Button[] {
  const turn = (text: string, page: number) => replaceButton(text, operation, { ...args, page })
  return [
    ...(number > 1 ? [turn('Previous page', number - 1)] : []),
    ...(number < count ? [turn('Next page', number + 1)] : []),
  ].filter(fitsValueLimit)
}

/** A button of a row: a screen reader says what it is about. */
export const nameButton = (button: Button, name: string): Button => ({
  ...button,
  ariaLabel: `${button.text}: ${name}`,
})

/** One thing of a list with its buttons, at its side or below it; or what is drawn in another way. */
export type Row =
  | { text: Mrkdwn; name?: string; side?: Button | undefined; buttons?: Button[] }
  | { text?: Mrkdwn; blocks: readonly Block[] }

function drawRow(row: Row): readonly Block[] {
  if ('blocks' in row) return row.blocks
  const { text, name = '', side, buttons = [] } = row
  return [
    section(text, side && nameButton(side, name)),
    ...actions(...buttons.map(button => nameButton(button, name))),
  ]
}

/** A page of a list for the person alone, with the buttons of the whole list below it. */
export const listReply = (title: Mrkdwn, rows: readonly Row[], ...buttons: Button[]): Reply => ({
  text: lines(title, ...rows.map(({ text }) => text)),
  blocks: [section(title), ...rows.flatMap(drawRow), ...actions(...buttons)],
  to: 'me',
  ...(rows.length === 0 && { isEmpty: true }),
})
