import { html } from 'hono/html'
import type { Block } from '../../blocks.ts'
import { held } from '../../controls.ts'
import type { Accessory, Interactive } from '../../elements.ts'
import type { Html } from '../html.ts'
import { renderElement, renderImage } from './elements.ts'
import { renderInput } from './inputs.ts'
import { idOf, type Rendering } from './rendering.ts'
import { renderRichText } from './rich-text.ts'
import { renderTable } from './table.ts'
import { renderPlain, renderText, type Text } from './text.ts'

/** The blocks of a message or a view, for the person who looks at them. */
export const renderBlocks = (blocks: Block[], rendering: Rendering): Html =>
  html`<div class="blocks">${blocks.map((block, at) => renderBlock(block, keyOf(block, at), rendering))}</div>`

const MADE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** What a block is known by from one drawing to the next: its id; where Slack made that up, its place. */
const keyOf = ({ block_id }: Block, at: number) => (MADE.test(block_id) ? String(at) : block_id)

const renderBlock = (block: Block, key: string, rendering: Rendering): Html => {
  switch (block.type) {
    case 'section':
      return renderSection(block, key, rendering)
    case 'input':
      return renderInput(block, key, rendering)
    case 'actions':
      return html`<div class="actions">${block.elements.map(element => acting(element, block, key, rendering))}</div>`
    case 'context':
      return html`<div class="context">${block.elements.map(element =>
        element.type === 'image' ? renderImage(element) : words(element, rendering),
      )}</div>`
    case 'image':
      return html`<figure>${block.title && html`<figcaption>${renderPlain(block.title)}</figcaption>`}${renderImage(block)}</figure>`
    case 'rich_text':
      return html`<div class="text">${renderRichText(block.elements, rendering)}</div>`
    case 'header':
      return html`<h3 class="header">${renderPlain(block.text)}</h3>`
    case 'divider':
      return html`<hr>`
    case 'table':
      return renderTable(block, key, rendering)
  }
}

const words = (text: Text, rendering: Rendering) =>
  html`<div class="text">${renderText(text, rendering)}</div>`

const renderSection = (
  block: Extract<Block, { type: 'section' }>,
  key: string,
  rendering: Rendering,
): Html => {
  const { text, fields, accessory } = block
  return html`<div class="section"><div class="section-words">${text && words(text, rendering)}${
    fields && html`<div class="fields">${fields.map(field => words(field, rendering))}</div>`
  }</div>${accessory && html`<div class="accessory">${acting(accessory, block, key, rendering)}</div>`}</div>`
}

const acting = (element: Interactive | Accessory, block: Block, key: string, rendering: Rendering): Html => {
  if (element.type === 'image') return renderImage(element)
  const id = idOf(rendering.at, key, element.action_id)
  const initial = element.type === 'button' || element.type === 'overflow' ? null : held(element, undefined)
  return renderElement(element, initial, { rendering, id, block: block.block_id, does: 'press' })
}
