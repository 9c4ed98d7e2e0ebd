import { html } from 'hono/html'
import { type Html, type Reader, renderMrkdwn, renderPlain, safeUrl } from '../../web/mrkdwn-html.ts'
import {
  type Block,
  type Control,
  hasFocusOnLoad,
  type InputBlock,
  type Interactive,
  type Option,
} from '../block-schema.ts'
import { optionsIn } from '../controls.ts'

export type BlockContext = Reader & {
  /** `message:<channel>:<ts>` or `view:<id>`. */
  at: string
  /** An input's value, as in `state.values`. */
  inputValue: (input: InputBlock) => unknown
  choicesOf: (control: Control) => Option[]
  errors: Record<string, string>
}

export const renderBlocks = (blocks: Block[], context: BlockContext): Html =>
  html`<div class="blocks">${blocks.map((block, index) => renderBlock(block, keyOf(block, index), context))}</div>`

const GENERATED = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Identifies a block across renderings: by id, or by position if its id is generated. */
const keyOf = ({ block_id }: Block, index: number) => (GENERATED.test(block_id) ? String(index) : block_id)

const renderBlock = (block: Block, key: string, context: BlockContext): Html => {
  const idOf = ({ action_id }: Interactive | Control) => `${context.at}/${key}/${action_id}`
  const interactive = (element: Interactive) => renderInteractive(element, idOf(element), block.block_id)
  const words = ({ text, verbatim }: { text: string; verbatim?: boolean | undefined }) =>
    html`<div class="text">${renderMrkdwn(text, context, { verbatim })}</div>`
  switch (block.type) {
    case 'section':
      return html`<div class="section">${words(block.text)}${block.accessory && interactive(block.accessory)}</div>`
    case 'input':
      return renderInput(block, idOf(block.element), context)
    case 'actions':
      return html`<div class="actions">${block.elements.map(interactive)}</div>`
    case 'image':
      return html`<a href="${safeUrl(block.image_url)}" target="_blank" rel="noreferrer noopener"><img src="${safeUrl(block.image_url)}" alt="${block.alt_text}"></a>`
    case 'context':
      return html`<div class="context note">${block.elements.map(words)}</div>`
  }
}

const renderInteractive = (element: Interactive, id: string, block: string): Html => {
  const names = html`id="${id}" data-does="press" data-block="${block}" data-action="${element.action_id}"`
  if (element.type === 'datepicker') {
    const name = element.placeholder?.text ?? 'Pick a date'
    return html`<label class="picker">${name} <input type="date" ${names} autocomplete="off"></label>`
  }
  const { accessibility_label, style, text } = element
  const url = element.url && safeUrl(element.url)
  const attributes = html`${names} class="button ${style}"${accessibility_label && html` aria-label="${accessibility_label}"`}`
  return url
    ? html`<a ${attributes} href="${url}" target="_blank" rel="noreferrer noopener">${renderPlain(text)}</a>`
    : html`<button type="button" ${attributes}>${renderPlain(text)}</button>`
}

const renderInput = (input: InputBlock, id: string, context: BlockContext): Html => {
  const { label, element, hint, optional } = input
  const error = context.errors[label.text]
  const [hintId, errorId] = [`${id}//hint`, `${id}//error`]
  const describedBy = [...(error ? [errorId] : []), ...(hint ? [hintId] : [])].join(' ')
  const attributes = html`id="${id}" data-does="enter" data-block="${input.block_id}" data-action="${element.action_id}"${
    describedBy && html` aria-describedby="${describedBy}"`
  }${error && html` aria-invalid="true"`}`
  const name = html`${renderPlain(label)}${optional && html` <small>(optional)</small>`}`
  const notes = html`${error && html`<p class="error" id="${errorId}" role="alert">${error}</p>`}${
    hint && html`<p class="note" id="${hintId}">${renderPlain(hint)}</p>`
  }`
  if (element.type === 'checkboxes' || element.type === 'radio_buttons') {
    const selected = optionsIn(context.inputValue(input)).map(({ value }) => value)
    const isRadio = element.type === 'radio_buttons'
    const choices = element.options.map(
      ({ text, value }, index) =>
        html`<label><input type="${isRadio ? 'radio' : 'checkbox'}" name="${id}" id="${id}//${index}" value="${value}"${selected.includes(value) && html` checked`} autocomplete="off"> ${renderPlain(text)}</label>`,
    )
    return html`<fieldset class="field" ${attributes}${isRadio && html` role="radiogroup"`}><legend>${name}</legend>${choices}${notes}</fieldset>`
  }
  return html`<div class="field"><label for="${id}">${name}</label>${renderControl(input, element, attributes, context, id)}${notes}</div>`
}

/** The list of an external select, with the chosen or else the first option active. */
export const renderOptions = (options: Option[], chosen: string, id: string): Html => {
  const active = options.find(({ value }) => value === chosen) ?? options[0]
  const items = options.map(
    (option, index) =>
      html`<li role="option" id="${id}//${index}" aria-selected="${String(option === active)}" data-value="${option.value}">${option.text.text}</li>`,
  )
  return html`${items}`
}

type Field = Exclude<Control, { type: 'checkboxes' | 'radio_buttons' }>

const renderControl = (
  input: InputBlock,
  control: Field,
  shared: Html,
  context: BlockContext,
  id: string,
): Html => {
  const value = context.inputValue(input)
  const attributes = html`${shared}${!input.optional && html` required`}${hasFocusOnLoad(input) && html` autofocus`} autocomplete="off"`
  const placeholder = control.placeholder?.text
  switch (control.type) {
    case 'plain_text_input':
    case 'number_input': {
      const isText = control.type === 'plain_text_input'
      const text = typeof value === 'string' ? value : ''
      const fieldAttributes = html`${attributes}${placeholder && html` placeholder="${placeholder}"`}${
        isText ? html` maxlength="${control.max_length}"` : html` inputmode="numeric"`
      }`
      // The parser drops the first line break in a textarea.
      return isText && control.multiline
        ? html`<textarea ${fieldAttributes} rows="3">\n${text}</textarea>`
        : html`<input type="text" ${fieldAttributes} value="${text}">`
    }
    case 'external_select': {
      const [option] = optionsIn(value)
      const text = option?.text.text ?? ''
      const list = `${id}//list`
      return html`<div class="combobox"><input type="text" role="combobox" ${attributes} data-value="${option?.value}" data-text="${text}" value="${text}" placeholder="${placeholder ?? 'Select an option'}" aria-autocomplete="list" aria-controls="${list}" aria-expanded="false" spellcheck="false"><div class="popup" popover="manual" id="${id}//popup"><ul role="listbox" id="${list}" aria-label="Options"></ul><p class="note" role="status"></p></div>${
        option && html`<button type="button" class="clear icon" aria-label="Clear">×</button>`
      }</div>`
    }
    default: {
      const selected = optionsIn(value)[0]?.value ?? value
      const options = context
        .choicesOf(control)
        .map(
          ({ value, text }) =>
            html`<option value="${value}"${value === selected && html` selected`}>${text.text}</option>`,
        )
      return html`<select ${attributes}><option value="">${placeholder ?? 'Select an option'}</option>${options}</select>`
    }
  }
}
