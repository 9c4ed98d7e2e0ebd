import { describe, expect, it } from 'vitest'
import { homeView, messageBlocks, modalView, suggestions } from '../../src/playground/blocks.ts'
import { parseOrRefuse, SlackRefusal } from '../../src/playground/refusal.ts'
import { button, field, modal, words } from './stage.ts'

const long = (length: number) => 'x'.repeat(length)
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const section = (text: string, more: object = {}) => ({ type: 'section', text: mrkdwn(text), ...more })
const actions = (...elements: object[]) => ({ type: 'actions', elements })
const option = (text: string, value = text) => ({ text: words(text), value })
const text = (more: object = {}) => ({ type: 'plain_text_input', ...more })
const number = { type: 'number_input', is_decimal_allowed: false }
const select = (more: object = {}) => field('a', { type: 'static_select', options: [option('a')], ...more })
const boxes = (more: object) => field('a', { type: 'checkboxes', options: [option('a')], ...more })
const radio = (more: object) => field('a', { type: 'radio_buttons', options: [option('a')], ...more })

const complaintsOf = (schema: Parameters<typeof parseOrRefuse>[0], raw: unknown): string[] => {
  try {
    parseOrRefuse(schema, JSON.parse(JSON.stringify(raw)))
    return []
  } catch (refusal) {
    if (refusal instanceof SlackRefusal) return refusal.messages
    throw refusal
  }
}

type Row = [what: string, accepted: object[], refused: object[], complaint: string]

/** Each limit from both sides: the last that Slack takes, and the first that it refuses. */
const rows: Row[] = [
  ['a section of 3000', [section(long(3000))], [section(long(3001))], 'less than 3001 characters'],
  ['some words in a section', [section('a')], [section('')], 'more than 0 characters'],
  ['a section with text', [section('a')], [{ type: 'section' }], 'missing required field: text'],
  [
    '25 actions',
    [actions(...times(25, i => button(`b${i}`)))],
    [actions(...times(26, i => button(`b${i}`)))],
    'no more than 25 items',
  ],
  [
    '10 pieces of context',
    [{ type: 'context', elements: times(10, () => mrkdwn('a')) }],
    [{ type: 'context', elements: times(11, () => mrkdwn('a')) }],
    'no more than 10 items',
  ],
  ['a button of 75', [actions(button(long(75)))], [actions(button(long(76)))], 'less than 76'],
  [
    'a value of 2000',
    [actions(button('a', long(2000)))],
    [actions(button('a', long(2001)))],
    'less than 2001',
  ],
  [
    'an action_id of 255',
    [actions({ ...button('a'), action_id: long(255) })],
    [actions({ ...button('a'), action_id: long(256) })],
    'less than 256',
  ],
  [
    'a block_id of 255',
    [section('a', { block_id: long(255) })],
    [section('a', { block_id: long(256) })],
    'less than 256',
  ],
  [
    'a block_id once',
    [section('a', { block_id: 'a' }), section('a', { block_id: 'b' })],
    [section('a', { block_id: 'a' }), section('a', { block_id: 'a' })],
    'already exists',
  ],
  [
    'one element with the focus',
    [field('a', text({ focus_on_load: true })), field('b', text())],
    [field('a', text({ focus_on_load: true })), field('b', text({ focus_on_load: true }))],
    'only one element can have focus_on_load',
  ],
  [
    'an action_id once in a block',
    [actions(button('a')), actions(button('a'))],
    [actions(button('a'), button('a'))],
    'already exists',
  ],
  [
    '100 options',
    [select({ options: times(100, i => option(`${i}`)) })],
    [select({ options: times(101, i => option(`${i}`)) })],
    'no more than 100 items',
  ],
  [
    'an option of 75',
    [select({ options: [option(long(75))] })],
    [select({ options: [option(long(76))] })],
    'less than 76',
  ],
  [
    'an option value of 150',
    [select({ options: [option('a', long(150))] })],
    [select({ options: [option('a', long(151))] })],
    'less than 151',
  ],
  [
    'an initial option that is offered',
    [select({ initial_option: option('a') })],
    [select({ initial_option: option('b') })],
    'must be one of the options',
  ],
  [
    'an initial box that is offered',
    [boxes({ initial_options: [option('a')] })],
    [boxes({ initial_options: [option('b')] })],
    'must be one of the options',
  ],
  [
    'an initial choice that is offered',
    [radio({ initial_option: option('a') })],
    [radio({ initial_option: option('b') })],
    'must be one of the options',
  ],
  ['options to select', [select()], [select({ options: undefined })], 'missing required field: options'],
  [
    'a placeholder of 150',
    [select({ placeholder: words(long(150)) })],
    [select({ placeholder: words(long(151)) })],
    'less than 151',
  ],
  [
    '10 checkboxes',
    [boxes({ options: times(10, i => option(`${i}`)) })],
    [boxes({ options: times(11, i => option(`${i}`)) })],
    'no more than 10 items',
  ],
  [
    '10 radio buttons',
    [radio({ options: times(10, i => option(`${i}`)) })],
    [radio({ options: times(11, i => option(`${i}`)) })],
    'no more than 10 items',
  ],
  [
    'an input with a label',
    [field('a', text())],
    [{ ...field('a', text()), label: undefined }],
    'missing required field: label',
  ],
  [
    'a max_length of 3000',
    [field('a', text({ max_length: 3000 }))],
    [field('a', text({ max_length: 3001 }))],
    '3000',
  ],
  [
    'an initial value within max_length',
    [field('a', text({ max_length: 5, initial_value: 'abcde' }))],
    [field('a', text({ max_length: 5, initial_value: 'abcdef' }))],
    'less than 6 characters',
  ],
  [
    'is_decimal_allowed said',
    [field('a', number)],
    [field('a', { type: 'number_input' })],
    'missing required field: is_decimal_allowed',
  ],
  ['50 blocks', times(50, () => section('a')), times(51, () => section('a')), 'no more than 50 items'],
  [
    'a number within its bounds',
    [field('a', { ...number, initial_value: '9', max_value: '9' })],
    [field('a', { ...number, initial_value: '10', max_value: '9' })],
    'must be a number within its bounds',
  ],
  [
    'plain text in a button',
    [actions(button('a'))],
    [actions({ ...button('a'), text: mrkdwn('a') })],
    'mrkdwn',
  ],
  [
    'known blocks only',
    [section('a')],
    [{ type: 'carousel' }],
    'unsupported type: carousel; if Slack takes carousel here, the playground does not know it yet',
  ],
  [
    'known elements only',
    [actions(button('a'))],
    [actions({ type: 'overflow', options: [option('a')] })],
    'unsupported type: overflow; if Slack takes overflow here, the playground does not know it yet',
  ],
  [
    'known properties only',
    [section('a')],
    [section('a', { colour: 'red' })],
    'invalid additional property: colour; if Slack takes colour here, the playground does not know it yet',
  ],
]

describe('the blocks of a message', () => {
  it.each(rows)('may hold %s and nothing beyond', (_, accepted, refused, complaint) => {
    expect(complaintsOf(messageBlocks, accepted)).toEqual([])
    expect(complaintsOf(messageBlocks, refused).join('\n')).toContain(complaint)
    expect(complaintsOf(messageBlocks, refused)).not.toEqual([])
  })

  it('get ids where the app gave none', () => {
    const [first, second] = messageBlocks.parse([section('a'), actions(button('b'))])
    expect(first?.block_id).toMatch(/.+/)
    expect(second?.block_id).not.toBe(first?.block_id)
  })
})

const note = section('a')
const views: [what: string, accepted: object, refused: object, complaint: string][] = [
  [
    'a title of 24',
    modal([note], { title: words(long(24)) }),
    modal([note], { title: words(long(25)) }),
    'less than 25',
  ],
  [
    'a submit of 24',
    modal([note], { submit: words(long(24)) }),
    modal([note], { submit: words(long(25)) }),
    'less than 25',
  ],
  [
    'a close of 24',
    modal([note], { close: words(long(24)) }),
    modal([note], { close: words(long(25)) }),
    'less than 25',
  ],
  [
    'a private_metadata of 3000',
    modal([note], { private_metadata: long(3000) }),
    modal([note], { private_metadata: long(3001) }),
    'less than 3001',
  ],
  [
    'a callback_id of 255',
    modal([note], { callback_id: long(255) }),
    modal([note], { callback_id: long(256) }),
    'less than 256',
  ],
  ['100 blocks', modal(times(100, () => note)), modal(times(101, () => note)), 'no more than 100 items'],
  [
    'a submit where there is an input',
    modal([field('a', text())]),
    modal([field('a', text())], { submit: undefined }),
    'submit is required',
  ],
  [
    'nothing that asks for more than the playground knows',
    modal([note], { notify_on_close: false }),
    modal([note], { notify_on_close: true }),
    'unsupported notify_on_close: true; if Slack takes true here',
  ],
]

describe('a view', () => {
  it.each(views)('may hold %s and nothing beyond', (_, accepted, refused, complaint) => {
    expect(complaintsOf(modalView, accepted)).toEqual([])
    expect(complaintsOf(modalView, refused).join('\n')).toContain(complaint)
  })

  it('says where the trouble is as Slack does', () => {
    expect(complaintsOf(modalView, modal([section(long(3001))]))).toEqual([
      '[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
    ])
  })

  it('says of what is missing where it is missing', () => {
    expect(complaintsOf(modalView, modal([{ type: 'section' }]))).toEqual([
      '[ERROR] missing required field: text [json-pointer:/blocks/0]',
    ])
  })

  it('is no modal on the Home tab', () => {
    expect(complaintsOf(homeView, { type: 'home', blocks: [note] })).toEqual([])
    expect(complaintsOf(homeView, modal([note]))).not.toEqual([])
  })
})

describe('the options that an app suggests', () => {
  it('are 100 at most, and may be none', () => {
    expect(complaintsOf(suggestions, { options: [] })).toEqual([])
    expect(complaintsOf(suggestions, { options: times(100, i => option(`${i}`)) })).toEqual([])
    expect(complaintsOf(suggestions, { options: times(101, i => option(`${i}`)) })).not.toEqual([])
    expect(complaintsOf(suggestions, { options: [option(long(76))] })).not.toEqual([])
  })
})
