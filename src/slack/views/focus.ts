import type { types } from '@slack/bolt'
import type { FormInput, Issues } from '../../core/field.ts'
import type { Raw } from '../../core/raw.ts'

/** The input with which somebody goes on in a form that comes with words: the first that lacks some, or has wrong ones. */
export const nextOf = (shown: readonly FormInput[], raw: Raw, wrong: Issues): FormInput | undefined =>
  shown.find(({ key, optional }) => wrong[key] || (!optional && raw[key] === undefined))

/** An input that has the focus when it comes into a form, where it is one to type into: a select would cover a phone. */
export function focusedIf(is: boolean, block: types.InputBlock): types.InputBlock {
  const { element } = block
  const isTyped = element.type === 'plain_text_input' || element.type === 'number_input'
  return is && isTyped ? { ...block, element: { ...element, focus_on_load: true } } : block
}
