import { html } from 'hono/html'
import type { InputBlock } from '../../blocks.ts'
import type { Control } from '../../elements.ts'
import type { Html } from '../html.ts'
import { renderChoices } from './choices.ts'
import type { Asked } from './place.ts'
import { renderPlain } from './plain.ts'
import { idOf, partOf, type Rendering } from './rendering.ts'
import { renderSelect } from './selects.ts'
import { renderWritten } from './written.ts'

/** Slack tells an app of an Enter unless the app asks for letters alone. */
const dispatchesEnter = ({ dispatch_action, element }: InputBlock): boolean => {
  const config = 'dispatch_action_config' in element ? element.dispatch_action_config : undefined
  return dispatch_action === true && config?.trigger_actions_on.includes('on_enter_pressed') !== false
}

/** `held` is what stands in it, in the shape of `state.values`. */
const renderControl = (control: Control, held: unknown, place: Asked): Html => {
  switch (control.type) {
    case 'plain_text_input':
    case 'number_input':
      return renderWritten(control, held, place)
    case 'static_select':
    case 'external_select':
    case 'users_select':
    case 'conversations_select':
      return renderSelect(control, held, place)
    case 'checkboxes':
    case 'radio_buttons':
      return renderChoices(control, held, place)
  }
}

/** An input with its label, its hint, and what is wrong with it. */
export const renderInput = (input: InputBlock, key: string, rendering: Rendering): Html => {
  const { label, element, hint, optional } = input
  const id = idOf(rendering.at, key, element.action_id)
  const error = rendering.errors[label.text]
  const ids = { label: partOf(id, 'label'), hint: partOf(id, 'hint'), error: partOf(id, 'error') }
  const about = [...(error ? [ids.error] : []), ...(hint ? [ids.hint] : [])].join(' ')
  const place: Asked = {
    ...{ id, rendering, block: input.block_id },
    labelledBy: ids.label,
    describedBy: about || undefined,
    invalid: error !== undefined,
    required: !optional,
    hasFocus: rendering.hasFocus(input),
    dispatches: dispatchesEnter(input),
  }
  const words = html`${renderPlain(label)}${optional && html` <span class="optional">(optional)</span>`}`
  const group = element.type === 'checkboxes' || element.type === 'radio_buttons'
  return html`<div class="field${error === undefined ? '' : ' wrong'}" id="${partOf(id, 'field')}">${
    group
      ? html`<div class="label" id="${ids.label}">${words}</div>`
      : html`<label id="${ids.label}" for="${id}">${words}</label>`
  }${renderControl(element, rendering.held(input), place)}${
    error !== undefined && html`<p class="error" id="${ids.error}" role="alert">${error}</p>`
  }${hint && html`<p class="hint" id="${ids.hint}">${renderPlain(hint)}</p>`}</div>`
}
