import type { OperationId } from '../raw.ts'
import type { Button } from '../slack/blocks.ts'

/** As much of a list as a phone shows without endless scrolling, and as fits into one message. */
const PAGE_SIZE = 10

export type Page<T> = { shown: T[]; total: number; at: number; pages: number }

/** One page of a list, counted from 1; beyond the last page is the last page. */
export function pageOf<T>(items: readonly T[], page: number, size = PAGE_SIZE): Page<T> {
  const pages = Math.max(1, Math.ceil(items.length / size))
  const at = Math.min(page, pages)
  return { shown: items.slice((at - 1) * size, at * size), total: items.length, at, pages }
}

/** `, page 2 of 3`, where there is more than one. */
export const sayPage = ({ at, pages }: Page<unknown>): string => (pages > 1 ? `, page ${at} of ${pages}` : '')

/** The buttons that turn the pages of a list. */
export function turnButtons(operation: OperationId, { at, pages }: Page<unknown>): Button[] {
  const turn = (text: string, to: number): Button => ({
    text,
    operation,
    raw: { page: String(to) },
    how: 'turn',
  })
  return [
    ...(at > 1 ? [turn('Previous page', at - 1)] : []),
    ...(at < pages ? [turn('Next page', at + 1)] : []),
  ]
}
