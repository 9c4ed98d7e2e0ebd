import type { OperationId, Raw } from '../core/raw.ts'
import { actions, type Block, type Button, carries, section, turns } from '../message/blocks.ts'
import { lines, type Mrkdwn } from '../message/mrkdwn.ts'
import type { Reply } from '../message/reply.ts'

/** As much of a list as a phone shows without endless scrolling, and as fits into one message. */
const PAGE_SIZE = 10

/** `at` is counted from 1; `from` is the place in the whole list at which the page starts, counted from 0. */
export type Page<T> = { shown: T[]; total: number; at: number; pages: number; from: number }

/** One page of a list, counted from 1; beyond the last page is the last page. */
export function pageOf<T>(items: readonly T[], page: number, size = PAGE_SIZE): Page<T> {
  const place = pageAt(items.length, page, size)
  return { ...place, shown: items.slice(place.from, place.from + size) }
}

/** The place of a page of so many items, counted from 1, of which it is still to be said which they are. */
export function pageAt(total: number, page: number, size = PAGE_SIZE) {
  const pages = Math.max(1, Math.ceil(total / size))
  const at = Math.min(page, pages)
  return { total, at, pages, from: (at - 1) * size, size }
}

/** `, page 2 of 3`, where there is more than one. */
export const sayPage = ({ at, pages }: Pick<Page<unknown>, 'at' | 'pages'>): string =>
  pages > 1 ? `, page ${at} of ${pages}` : ''

/** The buttons that turn the pages of a list; the raw says of what it is one, where that is not plain: none without room for it. */
export function turnButtons(operation: OperationId, { at, pages }: Page<unknown>, raw: Raw = {}): Button[] {
  const turn = (text: string, to: number) => turns(text, operation, { ...raw, page: String(to) })
  return [
    ...(at > 1 ? [turn('Previous page', at - 1)] : []),
    ...(at < pages ? [turn('Next page', at + 1)] : []),
  ].filter(carries)
}

/** A button of a row, which a screen reader tells from those of the other rows by the name of what it is about. */
export const named = (button: Button, name: string): Button => ({
  ...button,
  aloud: `${button.text}: ${name}`,
})

/** What is said of one thing of a list, and what can be done with it by its name: at its side, or below it. */
type Row = { text: Mrkdwn; name?: string; side?: Button | undefined; buttons?: Button[] }

/** A row as it is shown. */
type Drawn = { text: Mrkdwn; blocks: readonly Block[] }

const draw = ({ text, name = '', side, buttons = [] }: Row): Drawn => ({
  text,
  blocks: [
    section(text, side && named(side, name)),
    ...actions(...buttons.map(button => named(button, name))),
  ],
})

/** A page of a list for one person alone, and what can be done next with the whole of it. */
export function listReply(title: Mrkdwn, rows: readonly (Row | Drawn)[], ...next: Button[]): Reply {
  const drawn = rows.map(row => ('blocks' in row ? row : draw(row)))
  return {
    text: lines(title, ...drawn.map(({ text }) => text)),
    blocks: [section(title), ...drawn.flatMap(({ blocks }) => blocks), ...actions(...next)],
    to: 'me',
    ...(rows.length === 0 && { empty: true }),
  }
}
