import type { z } from 'zod'
import type { Block } from './blocks.ts'
import { choicesOf } from './controls.ts'
import type { Accessory, Choice, Control, Interactive } from './elements.ts'
import { limits } from './limits.ts'

type Path = (string | number)[]
type Issues = Pick<z.core.$RefinementCtx, 'addIssue'>

const actionsOf = (block: Block): { action_id: string; at: Path }[] => {
  const found = (element: object, ...at: Path) =>
    'action_id' in element && typeof element.action_id === 'string'
      ? [{ action_id: element.action_id, at }]
      : []
  switch (block.type) {
    case 'input':
      return found(block.element, 'element')
    case 'section':
      return block.accessory ? found(block.accessory, 'accessory') : []
    case 'actions':
      return block.elements.flatMap((element, place) => found(element, 'elements', place))
    default:
      return []
  }
}

/** Slack's rules over a whole list of blocks: ids once, one table, one field in focus. */
export const lawOfBlocks = (blocks: Block[], issues: Issues) => {
  const refuse = (message: string, path: Path) => issues.addIssue({ code: 'custom', message, path })
  const seen = new Set<string>()
  for (const [index, block] of blocks.entries()) {
    if (seen.has(block.block_id)) {
      refuse(`block_id ${block.block_id} already exists`, [index, 'block_id'])
    }
    seen.add(block.block_id)
    const acting = new Set<string>()
    for (const { action_id, at } of actionsOf(block)) {
      if (acting.has(action_id)) {
        refuse(`action_id ${action_id} already exists in this block`, [index, ...at, 'action_id'])
      }
      acting.add(action_id)
    }
    if (block.type === 'section' && !block.text && !block.fields) {
      refuse('missing required field: text', [index])
    }
  }
  const tables = blocks.filter(block => block.type === 'table')
  if (tables.length > limits.message.tables) refuse('only_one_table_allowed', [])
  const cells = tables.flatMap(table => table.rows.flat())
  const written = cells.map(cell => ('text' in cell ? cell.text.length : 0))
  if (written.reduce((sum, length) => sum + length, 0) > limits.table.text) {
    refuse(`must be less than ${limits.table.text + 1} characters in all cells`, [])
  }
  const focused = blocks.filter(block => block.type === 'input' && block.element.focus_on_load === true)
  if (focused.length > 1) refuse('only one element can have focus_on_load', [])
}

type Held = Control | Interactive | Accessory
type Issue = { path: string[]; message: string }

const lawOfText = (control: Held): Issue[] => {
  if (control.type !== 'plain_text_input') return []
  const { initial_value = '', min_length = 0, max_length = limits.input.maxLength } = control
  return [
    ...(min_length > max_length ? [{ path: ['min_length'], message: 'must be less than max_length' }] : []),
    ...(initial_value.length > max_length
      ? [{ path: ['initial_value'], message: `must be less than ${max_length + 1} characters` }]
      : []),
  ]
}

const initialOf = (control: Held): Choice[] => {
  if ('initial_options' in control) return control.initial_options ?? []
  return 'initial_option' in control && control.initial_option ? [control.initial_option] : []
}

const lawOfOptions = (control: Held): Issue[] => {
  if (control.type === 'static_select' || control.type === 'multi_static_select') {
    if ((control.options === undefined) === (control.option_groups === undefined)) {
      return [{ path: ['options'], message: 'either options or option_groups is required' }]
    }
  } else if (control.type !== 'checkboxes' && control.type !== 'radio_buttons') return []
  const values = choicesOf(control).map(option => option.value)
  return initialOf(control).every(option => values.includes(option.value))
    ? []
    : [{ path: ['initial_option'], message: 'initial option must be one of the options' }]
}

/** Slack's rules between the properties of one control. */
export const lawOfControl = (control: Held, issues: Issues) => {
  for (const issue of [...lawOfText(control), ...lawOfOptions(control)]) {
    issues.addIssue({ code: 'custom', ...issue })
  }
}
