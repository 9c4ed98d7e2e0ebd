import { html } from 'hono/html'
import type { Block } from '../../blocks.ts'
import type { Interactive } from '../../elements.ts'
import type { Html } from '../html.ts'
import { renderButton } from './buttons.ts'
import { renderDatepicker } from './datepicker.ts'
import { renderInput } from './inputs.ts'
import { renderMrkdwn } from './mrkdwn.ts'
import { idOf, type Rendering } from './rendering.ts'

/** The blocks of a message or a view, for the person who looks at them. */
export const renderBlocks = (blocks: Block[], rendering: Rendering): Html =>
  html`<div class="blocks">${blocks.map((block, at) => renderBlock(block, keyOf(block, at), rendering))}</div>`

const MADE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** What a block is known by from one drawing to the next: its id; where Slack made that up, its place. */
const keyOf = ({ block_id }: Block, at: number) => (MADE.test(block_id) ? String(at) : block_id)

const renderBlock = (block: Block, key: string, rendering: Rendering): Html => {
  const acting = (element: Interactive): Html => {
    const place = { id: idOf(rendering.at, key, element.action_id), block: block.block_id }
    return element.type === 'button' ? renderButton(element, place) : renderDatepicker(element, place)
  }
  const words = ({ text, verbatim }: { text: string; verbatim?: boolean | undefined }) =>
    html`<div class="text">${renderMrkdwn(text, rendering, { verbatim })}</div>`
  switch (block.type) {
    case 'section':
      return html`<div class="section"><div class="section-words">${words(block.text)}</div>${
        block.accessory && html`<div class="accessory">${acting(block.accessory)}</div>`
      }</div>`
    case 'input':
      return renderInput(block, key, rendering)
    case 'actions':
      return html`<div class="actions">${block.elements.map(acting)}</div>`
    case 'context':
      return html`<div class="context">${block.elements.map(words)}</div>`
  }
}
