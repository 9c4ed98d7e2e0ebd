import type { z } from 'zod'
import type { Block } from './blocks.ts'
import { choicesOf } from './controls.ts'
import type { Control } from './elements.ts'
import { limits } from './limits.ts'

type Path = (string | number)[]
type Issues = Pick<z.core.$RefinementCtx, 'addIssue'>

/** Slack's rule over a whole list of blocks: an id is there once, of a block among all, of an element in its block. */
export const lawOfBlocks = (blocks: Block[], issues: Issues) => {
  const refuse = (message: string, path: Path) => issues.addIssue({ code: 'custom', message, path })
  const seen = new Set<string>()
  for (const [index, block] of blocks.entries()) {
    if (seen.has(block.block_id)) {
      refuse(`block_id ${block.block_id} already exists`, [index, 'block_id'])
    }
    seen.add(block.block_id)
    const acting = new Set<string>()
    for (const [place, { action_id }] of (block.type === 'actions' ? block.elements : []).entries()) {
      if (acting.has(action_id)) {
        const path = [index, 'elements', place, 'action_id']
        refuse(`action_id ${action_id} already exists in this block`, path)
      }
      acting.add(action_id)
    }
  }
}

type Issue = { path: string[]; message: string }

const lawOfText = (control: Control): Issue[] => {
  if (control.type !== 'plain_text_input') return []
  const { initial_value = '', max_length = limits.input.maxLength } = control
  return initial_value.length > max_length
    ? [{ path: ['initial_value'], message: `must be less than ${max_length + 1} characters` }]
    : []
}

const lawOfOptions = (control: Control): Issue[] => {
  if (!('options' in control)) return []
  const values = choicesOf(control).map(option => option.value)
  const initial = control.type === 'checkboxes' ? control.initial_options : control.initial_option
  return [initial ?? []].flat().every(option => values.includes(option.value))
    ? []
    : [{ path: ['initial_option'], message: 'initial option must be one of the options' }]
}

/** Slack's rules between the properties of one control. */
export const lawOfControl = (control: Control, issues: Issues) => {
  for (const issue of [...lawOfText(control), ...lawOfOptions(control)]) {
    issues.addIssue({ code: 'custom', ...issue })
  }
}
