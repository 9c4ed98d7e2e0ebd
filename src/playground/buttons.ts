import type { Block } from './blocks.ts'
import { choicesOf, enter, labelled, stateOf } from './controls.ts'
import type { Interactive } from './elements.ts'

/** What names an element within a message or a view. */
export type Ids = { block: string; action: string }

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

/** What acts outside of input blocks, with the id of its block. */
const actingIn = (blocks: Block[]): { block_id: string; element: Interactive }[] =>
  blocks.flatMap(block => {
    const { block_id } = block
    if (block.type === 'actions') return block.elements.map(element => ({ block_id, element }))
    const { accessory } = block.type === 'section' ? block : {}
    return accessory && accessory.type !== 'image' ? [{ block_id, element: accessory }] : []
  })

/** The element with these ids outside of input blocks. Throws where there is none. */
export const elementAt = (blocks: Block[], { block, action }: Ids): Interactive => {
  const found = actingIn(blocks).find(
    ({ block_id, element }) => block_id === block && element.action_id === action,
  )
  if (!found) throw new Error('This is not there any more.')
  return found.element
}

/** What Slack says when the element with these ids is used: a button pressed, or these values chosen. */
export const used = (blocks: Block[], ids: Ids, values: string[]): Pressable['action'] => {
  const element = elementAt(blocks, ids)
  const block_id = ids.block
  const [pressed] = pressablesOf(block_id, element)
  if (element.type === 'button' && pressed) return pressed.action
  const option = choicesOf(element).find(({ value }) => value === values[0])
  const chosen =
    element.type === 'overflow' || element.type === 'button'
      ? { selected_option: option }
      : stateOf(element, enter(element, values, choicesOf(element)))
  return { ...chosen, type: element.type, action_id: element.action_id, block_id }
}

/** Everything that can be pressed: buttons, and the options of menus outside of input blocks. */
const pressables = (blocks: Block[]): Pressable[] =>
  actingIn(blocks).flatMap(({ block_id, element }) => pressablesOf(block_id, element))

/** A day, as YYYY-MM-DD, picked in the calendar whose placeholder begins with the words; throws where there is none. */
export const pickable = (blocks: Block[], words: string, selected_date: string): Pressable['action'] => {
  const all = actingIn(blocks).flatMap(({ block_id, element }) =>
    element.type === 'datepicker' ? [{ block_id, element }] : [],
  )
  const found = labelled(all, ({ element }) => element.placeholder?.text ?? '', words)
  if (!found) throw new Error(`no calendar begins with "${words}"`)
  const { type, action_id } = found.element
  return { type, action_id, block_id: found.block_id, selected_date }
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
