import type { Block } from './blocks.ts'
import { choicesOf, labelled } from './controls.ts'
import type { Interactive } from './elements.ts'

/** One thing that can be pressed in a message or a view, and what Slack says when it is. */
export type Pressable = { label: string; action: Record<string, unknown> }

const pressablesOf = (block_id: string, element: Interactive): Pressable[] => {
  const { type, action_id } = element
  const named = { type, action_id, block_id }
  if (element.type === 'button') {
    const { text, value, url, style } = element
    const said = { text, ...(value !== undefined && { value }), ...(url && { url }), ...(style && { style }) }
    return [{ label: text.text, action: { ...named, ...said } }]
  }
  return choicesOf(element).map(option => ({
    label: option.text.text,
    action:
      type === 'checkboxes' || type === 'multi_static_select'
        ? { ...named, selected_options: [option] }
        : { ...named, selected_option: option },
  }))
}

/** Everything that can be pressed: buttons, and the options of menus outside of input blocks. */
const pressables = (blocks: Block[]): Pressable[] =>
  blocks.flatMap(block => {
    if (block.type === 'actions') return block.elements.flatMap(one => pressablesOf(block.block_id, one))
    if (block.type !== 'section' || !block.accessory || block.accessory.type === 'image') return []
    return pressablesOf(block.block_id, block.accessory)
  })

/** A day, as YYYY-MM-DD, picked in the calendar whose placeholder begins with the words; throws where there is none. */
export const pickable = (blocks: Block[], words: string, selected_date: string): Pressable['action'] => {
  const all = blocks
    .flatMap(block => (block.type === 'actions' ? block.elements.map(element => ({ block, element })) : []))
    .flatMap(({ block, element }) => (element.type === 'datepicker' ? [{ block, element }] : []))
  const found = labelled(all, ({ element }) => element.placeholder?.text ?? '', words)
  if (!found) throw new Error(`no calendar begins with "${words}"`)
  const { type, action_id } = found.element
  return { type, action_id, block_id: found.block.block_id, selected_date }
}

/** The one whose label begins with the words; throws and tells what there is. */
export const pressable = (blocks: Block[], words: string): Pressable => {
  const all = pressables(blocks)
  const found = labelled(all, one => one.label, words)
  if (!found) {
    throw new Error(
      `nothing to press begins with "${words}"; there is: ${all.map(one => one.label).join(', ')}`,
    )
  }
  return found
}
