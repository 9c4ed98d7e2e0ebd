import { html } from 'hono/html'
import type { Block } from '../../blocks.ts'
import type { Html } from '../html.ts'
import { idOf, type Rendering } from './rendering.ts'
import { renderRichText } from './rich-text.ts'

type Table = Extract<Block, { type: 'table' }>
type Cell = Table['rows'][number][number]

const renderCell = (cell: Cell, rendering: Rendering): Html =>
  cell.type === 'rich_text' ? renderRichText(cell.elements, rendering) : html`${cell.text}`

/** A table that scrolls where it is wider than its place; the first row names the columns. */
export const renderTable = (table: Table, key: string, rendering: Rendering): Html => {
  const [head = [], ...rows] = table.rows
  const look = (column: number) => {
    const { align = 'left', is_wrapped = false } = table.column_settings?.[column] ?? {}
    return `${align}${is_wrapped ? ' wraps' : ''}`
  }
  return html`<div class="table" role="region" aria-label="Table" tabindex="0" id="${idOf(rendering.at, key)}"><table><thead><tr>${head.map(
    (cell, at) => html`<th scope="col" class="${look(at)}">${renderCell(cell, rendering)}</th>`,
  )}</tr></thead><tbody>${rows.map(
    row =>
      html`<tr>${row.map((cell, at) => html`<td class="${look(at)}">${renderCell(cell, rendering)}</td>`)}</tr>`,
  )}</tbody></table></div>`
}
