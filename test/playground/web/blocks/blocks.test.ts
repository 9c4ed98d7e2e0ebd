import { describe, expect, it } from 'vitest'
import { messageBlocks } from '../../../../src/playground/blocks.ts'
import { held } from '../../../../src/playground/controls.ts'
import { renderBlocks } from '../../../../src/playground/web/blocks/blocks.ts'
import type { Rendering } from '../../../../src/playground/web/blocks/rendering.ts'
import { field, words } from '../../stage.ts'

const people: Record<string, string> = { U1: 'Ana', U2: 'Bo' }

/** Blocks as Slack takes them, drawn for Ana in the view V1. */
const drawn = (blocks: object[], more: Partial<Rendering> = {}) =>
  String(
    renderBlocks(messageBlocks.parse(blocks), {
      at: 'view:V1',
      me: 'U1',
      nameOf: id => people[id],
      channelOf: id => (id === 'C1' ? 'ops' : undefined),
      held: ({ element }) => held(element, undefined),
      hasFocus: () => false,
      errors: {},
      ...more,
    }),
  )

const acting = (element: object) =>
  drawn([{ type: 'actions', block_id: 'b', elements: [{ action_id: 'a', ...element }] }])
const asked = (element: object, more: object = {}, rendering: Partial<Rendering> = {}) =>
  drawn([field('When?', { ...element }, { block_id: 'b', ...more })], rendering)

const option = (text: string, value = text) => ({ text: words(text), value })
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })

/** The tags of a piece of HTML by the names of their elements, each with its attributes. */
const tags = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}(?=[ >])([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key, value = '']) => [key, value]),
    ),
  )

describe('a block', () => {
  it('shows a section with what stands beside it, a context, and several actions', () => {
    const accessory = { type: 'button', action_id: 'go', text: words('Go') }
    const html = drawn([
      { type: 'section', text: mrkdwn('*Hi*'), accessory },
      { type: 'context', elements: [mrkdwn('_small_')] },
      {
        type: 'actions',
        elements: [
          { type: 'button', action_id: 'stop', text: words('Stop :warning:') },
          { type: 'datepicker', action_id: 'day', placeholder: words('From …') },
        ],
      },
    ])
    expect(html).toContain('<strong>Hi</strong>')
    expect(html).toContain('<em>small</em>')
    expect(html).toContain('Stop <span class="emoji"')
    expect(tags(html, 'button')).toMatchObject([
      { 'data-action': 'go', 'data-does': 'press' },
      { 'data-action': 'stop', 'data-does': 'press' },
    ])
    expect(tags(html, 'input')).toMatchObject([
      { type: 'date', 'aria-label': 'From …', 'data-action': 'day', 'data-does': 'press' },
    ])
  })
})

describe('a button', () => {
  it('says more to those who listen', () => {
    const aloud = { style: 'danger', accessibility_label: 'Delete web-dev' }
    const html = acting({ type: 'button', text: words('Delete'), ...aloud })
    expect(tags(html, 'button')).toMatchObject([{ class: 'button danger', 'aria-label': 'Delete web-dev' }])
  })

  it('leads where it says, unless that is no place to be led to', () => {
    const to = (url: string) => acting({ type: 'button', text: words('Open'), url })
    expect(tags(to('https://x.test/'), 'a')).toMatchObject([
      { href: 'https://x.test/', target: '_blank', rel: 'noreferrer noopener', 'data-action': 'a' },
    ])
    expect(to('javascript:alert(1)')).not.toContain('javascript')
  })
})

describe('an element', () => {
  const options = [option('One', '1'), option('Two', '2')]

  it.each([
    ['static_select', { options, initial_option: options[1] }, '2', 'Two'],
    ['static_select', { options }, '', ''],
    ['external_select', { initial_option: option('Three', '3') }, '3', 'Three'],
    ['users_select', { initial_user: 'U2' }, 'U2', 'Bo'],
    ['users_select', {}, '', ''],
    ['conversations_select', {}, '', ''],
  ])('%s is one field to choose in, with what is chosen', (type, more, value, text) => {
    const html = asked({ type, ...more })
    expect(tags(html, 'input')).toEqual([
      expect.objectContaining({
        role: 'combobox',
        'data-does': 'enter',
        'data-block': 'b',
        'data-chosen': value,
        value: text,
        autocomplete: 'off',
      }),
    ])
    expect(html.includes('aria-label="Clear"')).toBe(value !== '')
  })

  it('shows a conversation by its name', () => {
    const [input] = tags(asked({ type: 'conversations_select' }, {}, { held: () => 'C1' }), 'input')
    expect(input).toMatchObject({ 'data-chosen': 'C1', value: '#ops' })
  })

  it('tells the browser how much is to be typed before Slack asks the app', () => {
    const least = (more: object) =>
      tags(asked({ type: 'external_select', ...more }), 'input')[0]?.['data-least']
    expect([least({}), least({ min_query_length: 0 })]).toEqual(['3', '0'])
  })

  it.each([
    ['radio_buttons', { initial_option: options[1] }, 'radio', 'radiogroup'],
    ['checkboxes', { initial_options: [options[1]] }, 'checkbox', 'group'],
  ])('%s binds each choice to its words', (type, more, kind, role) => {
    const html = asked({ type, options, ...more })
    const inputs = tags(html, 'input')
    expect(inputs).toMatchObject([
      { type: kind, value: '1' },
      { type: kind, value: '2', checked: '' },
    ])
    expect(tags(html, 'label').map(label => label.for)).toEqual(inputs.map(({ id }) => id))
    expect(tags(html, 'div')).toContainEqual(expect.objectContaining({ role }))
  })

  it('holds what was written, every line of it', () => {
    const written = { held: () => '\n<two>' }
    expect(asked({ type: 'plain_text_input', multiline: true }, {}, written)).toContain(
      '>\n\n&lt;two&gt;</textarea>',
    )
    expect(
      tags(asked({ type: 'number_input', is_decimal_allowed: true, initial_value: '8' }), 'input'),
    ).toMatchObject([{ inputmode: 'decimal', value: '8', autocomplete: 'off' }])
  })
})

describe('an input', () => {
  const text = { type: 'plain_text_input', max_length: 20, placeholder: words('such as 8am') }

  it('is named by its label and described by its hint', () => {
    const html = asked(text, { hint: words('In your time') })
    const [input] = tags(html, 'input')
    const [label] = tags(html, 'label')
    expect(label?.for).toBe(input?.id)
    expect(input).toMatchObject({
      'aria-labelledby': label?.id,
      'aria-required': 'true',
      placeholder: 'such as 8am',
      maxlength: '20',
    })
    expect(tags(html, 'p').map(({ id }) => id)).toEqual([input?.['aria-describedby']])
  })

  it('says that it may stay empty', () => {
    const html = asked(text, { optional: true })
    expect(html).toContain('(optional)')
    expect(tags(html, 'input')[0]).not.toHaveProperty('aria-required')
  })

  it('says what is wrong with it', () => {
    const html = asked(text, { hint: words('In your time') }, { errors: { 'When?': 'No <such> day' } })
    const [input] = tags(html, 'input')
    expect(input).toMatchObject({ 'aria-invalid': 'true' })
    expect(input?.['aria-describedby']?.split(' ')).toEqual(tags(html, 'p').map(({ id }) => id))
    expect(html).toContain('No &lt;such&gt; day')
  })

  it('tells the browser whether an Enter goes to the app by itself', () => {
    const dispatches = (more: object, config: object = {}) =>
      tags(asked({ type: 'plain_text_input', ...config }, more), 'input').map(
        each => 'data-dispatches' in each,
      )
    const onLetters = { dispatch_action_config: { trigger_actions_on: ['on_character_entered'] } }
    expect(dispatches({})).toEqual([false])
    expect(dispatches({ dispatch_action: true })).toEqual([true])
    expect(dispatches({ dispatch_action: true }, onLetters)).toEqual([false])
  })
})

describe('what is known by an id', () => {
  it('keeps it from one drawing to the next, where Slack made up the ids of the blocks too', () => {
    const blocks = [
      { type: 'section', text: mrkdwn('a') },
      { type: 'actions', elements: [{ type: 'button', action_id: 'a b', text: words('Go') }] },
    ]
    const [first] = tags(drawn(blocks), 'button')
    const [second] = tags(drawn(blocks), 'button')
    expect(first?.id).toBe(second?.id)
    expect(first?.id).not.toMatch(/\s/)
    expect(first?.['data-block']).not.toBe(second?.['data-block'])
  })
})
