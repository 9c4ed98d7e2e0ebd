import { describe, expect, it } from 'vitest'
import { messageBlocks, optionsOf } from '../../../src/playground/block-schema.ts'
import { controlValue } from '../../../src/playground/controls.ts'
import { type BlockContext, renderBlocks } from '../../../src/playground/web/block-html.ts'
import { field, words } from '../stage.ts'

const people: Record<string, string> = { U1: 'Ana', U2: 'Bo' }

/** Blocks rendered for Ana in the view V1. */
const render = (blocks: object[], more: Partial<BlockContext> = {}) =>
  String(
    renderBlocks(messageBlocks.parse(blocks), {
      ...{ at: 'view:V1', me: 'U1', errors: {}, hasFocus: () => false },
      nameOf: id => people[id],
      channelOf: () => undefined,
      inputValue: ({ element }) => controlValue(element, undefined),
      choicesOf: control =>
        control.type === 'users_select'
          ? Object.entries(people).map(([value, text]) => ({ value, text }))
          : optionsOf(control).map(({ text, value }) => ({ value, text: text.text })),
      ...more,
    }),
  )

const renderAction = (element: object) =>
  render([{ type: 'actions', block_id: 'b', elements: [{ action_id: 'a', ...element }] }])
const renderInput = (element: object, more: object = {}, context: Partial<BlockContext> = {}) =>
  render([field('When?', element, { block_id: 'b', ...more })], context)

const option = (text: string, value = text) => ({ text: words(text), value })
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })

/** The attributes of all elements with this name. */
const tags = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}(?=[ >])([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key, value = '']) => [key, value]),
    ),
  )

describe('a block', () => {
  it('shows a section with its accessory, a context, and actions', () => {
    const html = render([
      {
        type: 'section',
        text: mrkdwn('*Hi*'),
        accessory: { type: 'button', action_id: 'go', text: words('Go') },
      },
      { type: 'context', elements: [mrkdwn('_small_')] },
      {
        type: 'actions',
        elements: [
          { type: 'button', action_id: 'stop', text: words('Stop :warning:') },
          { type: 'datepicker', action_id: 'day', placeholder: words('From …') },
        ],
      },
    ])
    for (const part of [
      '<strong>Hi</strong>',
      '<em>small</em>',
      'Stop <span class="emoji"',
      '>From … <input',
    ])
      expect(html).toContain(part)
    expect(tags(html, 'button').map(button => button['data-action'])).toEqual(['go', 'stop'])
    expect(tags(html, 'input')).toMatchObject([{ type: 'date', 'data-action': 'day', 'data-does': 'press' }])
  })

  it('keeps the ids of its elements in the next rendering, also where Slack made up its own id', () => {
    const blocks = [{ type: 'actions', elements: [{ type: 'button', action_id: 'a b', text: words('Go') }] }]
    const [first] = tags(render(blocks), 'button')
    const [second] = tags(render(blocks), 'button')
    expect(first?.id).toBe(second?.id)
    expect(first?.id).not.toMatch(/\s/)
    expect(first?.['data-block']).not.toBe(second?.['data-block'])
  })
})

describe('a button', () => {
  it('has its style and its label for screen readers', () => {
    const about = { style: 'danger', accessibility_label: 'Delete web-dev' }
    const html = renderAction({ type: 'button', text: words('Delete'), ...about })
    expect(tags(html, 'button')).toMatchObject([{ class: 'button danger', 'aria-label': 'Delete web-dev' }])
  })

  it('is a link where it has an address that is safe', () => {
    const to = (url: string) => renderAction({ type: 'button', text: words('Open'), url })
    expect(tags(to('https://x.test/'), 'a')).toMatchObject([
      { href: 'https://x.test/', target: '_blank', rel: 'noreferrer noopener', 'data-action': 'a' },
    ])
    expect(to('javascript:alert(1)')).not.toContain('javascript')
  })
})

describe('an input', () => {
  const options = [option('One', '1'), option('Two', '2')]
  const text = { type: 'plain_text_input', max_length: 20, placeholder: words('such as 8am') }

  it.each([
    ['static_select', { options, initial_option: options[1] }, '2'],
    ['static_select', { options }, undefined],
    ['users_select', { initial_user: 'U2' }, 'U2'],
  ])('%s is a select, with a way to choose nothing', (type, more, value) => {
    const html = renderInput({ type, ...more })
    expect(tags(html, 'select')).toMatchObject([{ 'data-does': 'enter', 'data-block': 'b' }])
    const [none, ...others] = tags(html, 'option')
    expect(none).toEqual({ value: '' })
    expect(others.find(each => 'selected' in each)?.value).toBe(value)
  })

  it('external_select is a combobox with what is chosen, and how much to type before the app is asked', () => {
    const combobox = (more: object) => tags(renderInput({ type: 'external_select', ...more }), 'input')[0]
    expect(combobox({ initial_option: option('Three', '3') })).toMatchObject({
      ...{ role: 'combobox', 'data-value': '3', value: 'Three', 'data-least': '3' },
    })
    expect(combobox({ min_query_length: 0 })).toMatchObject({ 'data-value': '', 'data-least': '0' })
  })

  it.each([
    ['radio_buttons', { initial_option: options[1] }, 'radio'],
    ['checkboxes', { initial_options: [options[1]] }, 'checkbox'],
  ])('%s is a group with a legend', (type, more, kind) => {
    const html = renderInput({ type, options, ...more })
    expect(html).toContain('<legend>When?</legend>')
    expect(tags(html, 'input')).toMatchObject([
      { type: kind, value: '1' },
      { type: kind, value: '2', checked: '' },
    ])
  })

  it('keeps every line of a text', () => {
    const lines = { inputValue: () => '\n<two>' }
    expect(renderInput({ type: 'plain_text_input', multiline: true }, {}, lines)).toContain(
      '>\n\n&lt;two&gt;</textarea>',
    )
  })

  it('is named by its label and described by its hint', () => {
    const html = renderInput(text, { hint: words('In your time') })
    const [input] = tags(html, 'input')
    expect(tags(html, 'label')).toEqual([{ for: input?.id }])
    expect(input).toMatchObject({ required: '', placeholder: 'such as 8am', maxlength: '20' })
    expect(tags(html, 'p').map(({ id }) => id)).toEqual([input?.['aria-describedby']])
  })

  it('says that it is optional', () => {
    const html = renderInput(text, { optional: true })
    expect(html).toContain('(optional)')
    expect(tags(html, 'input')[0]).not.toHaveProperty('required')
  })

  it('shows its error', () => {
    const html = renderInput(text, { hint: words('In your time') }, { errors: { 'When?': 'No <such> day' } })
    const [input] = tags(html, 'input')
    expect(input).toMatchObject({ 'aria-invalid': 'true' })
    expect(input?.['aria-describedby']?.split(' ')).toEqual(tags(html, 'p').map(({ id }) => id))
    expect(html).toContain('No &lt;such&gt; day')
  })

  it('marks where Enter goes to the app by itself', () => {
    const isMarked = (more: object, config: object = {}) =>
      tags(renderInput({ type: 'plain_text_input', ...config }, more), 'input').map(
        each => 'data-dispatches' in each,
      )
    const onLetters = { dispatch_action_config: { trigger_actions_on: ['on_character_entered'] } }
    expect(isMarked({})).toEqual([false])
    expect(isMarked({ dispatch_action: true })).toEqual([true])
    expect(isMarked({ dispatch_action: true }, onLetters)).toEqual([false])
  })
})
