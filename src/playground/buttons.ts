import type { Block } from './blocks.ts'
import { labelled } from './controls.ts'
import type { Button, Interactive } from './elements.ts'

/** What names an element within a message or a view. */
export type Ids = { block: string; action: string }

/** What Slack says of an element that was used. */
type Action = Record<string, unknown>

/** What acts outside of input blocks, with the id of its block. */
const actingIn = (blocks: Block[]): { block_id: string; element: Interactive }[] =>
  blocks.flatMap(block => {
    const { block_id } = block
    if (block.type === 'actions') return block.elements.map(element => ({ block_id, element }))
    return block.type === 'section' && block.accessory ? [{ block_id, element: block.accessory }] : []
  })

const press = (block_id: string, { type, action_id, text, value, url, style }: Button): Action => ({
  ...{ type, action_id, block_id, text },
  ...(value !== undefined && { value }),
  ...(url && { url }),
  ...(style && { style }),
})

const pick = (block_id: string, { type, action_id }: Interactive, selected_date: string): Action => ({
  ...{ type, action_id, block_id, selected_date },
})

/** What Slack says when the element with these ids is used: a button pressed, or a day picked. Throws where there is none. */
export const used = (blocks: Block[], { block, action }: Ids, [day = '']: string[]): Action => {
  const found = actingIn(blocks).find(
    ({ block_id, element }) => block_id === block && element.action_id === action,
  )
  if (!found) throw new Error('This is no longer there.')
  const { element } = found
  return element.type === 'button' ? press(block, element) : pick(block, element, day)
}

/** A day, as YYYY-MM-DD, picked in the calendar whose placeholder begins with the words; throws where there is none. */
export const picked = (blocks: Block[], words: string, day: string): Action => {
  const all = actingIn(blocks).flatMap(({ block_id, element }) =>
    element.type === 'datepicker' ? [{ block_id, element }] : [],
  )
  const found = labelled(all, ({ element }) => element.placeholder?.text ?? '', words)
  if (!found) throw new Error(`no calendar begins with "${words}"`)
  return pick(found.block_id, found.element, day)
}

/** The button whose label begins with the words, pressed; throws and tells what there is. */
export const pressed = (blocks: Block[], words: string): Action => {
  const all = actingIn(blocks).flatMap(({ block_id, element }) =>
    element.type === 'button' ? [{ block_id, element }] : [],
  )
  const found = labelled(all, ({ element }) => element.text.text, words)
  if (!found) {
    const there = all.map(({ element }) => element.text.text).join(', ')
    throw new Error(`nothing to press begins with "${words}"; there is: ${there}`)
  }
  return press(found.block_id, found.element)
}
