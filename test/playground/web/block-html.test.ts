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
      ...{ at: 'view:V1', me: 'U1', errors: {} },
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
})

describe('an input', () => {
  const options = [option('One', '1'), option('Two', '2')]

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
})
