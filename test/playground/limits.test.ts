import { describe, expect, it } from 'vitest'
import { homeView, messageBlocks, modalView } from '../../src/playground/blocks.ts'
import { suggestions } from '../../src/playground/elements.ts'
import { judge, SlackRefusal } from '../../src/playground/refusal.ts'
import { button, field, modal, words } from './stage.ts'

const long = (length: number) => 'x'.repeat(length)
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const section = (text: string, more: object = {}) => ({ type: 'section', text: mrkdwn(text), ...more })
const actions = (...elements: object[]) => ({ type: 'actions', elements })
const option = (text: string, value = text) => ({ text: words(text), value })
const row = (columns: number, text = 'a') => times(columns, () => ({ type: 'raw_text', text }))
const table = (...rows: object[][]) => ({ type: 'table', rows })
const text = (more: object = {}) => ({ type: 'plain_text_input', ...more })
const select = (more: object = {}) => ({
  type: 'static_select',
  action_id: 's',
  options: [option('a')],
  ...more,
})
const image = { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'a' }
const confirm = { title: words('a'), text: words('a'), confirm: words('a'), deny: words('a') }

const complaintsOf = (schema: Parameters<typeof judge>[0], raw: unknown): string[] => {
  try {
    judge(schema, JSON.parse(JSON.stringify(raw)))
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
  [
    'text or fields in a section',
    [{ type: 'section', fields: [words('a')] }],
    [{ type: 'section' }],
    'missing required field: text',
  ],
  [
    '10 fields',
    [section('a', { fields: times(10, () => words('a')) })],
    [section('a', { fields: times(11, () => words('a')) })],
    'no more than 10 items',
  ],
  [
    'a field of 2000',
    [section('a', { fields: [words(long(2000))] })],
    [section('a', { fields: [words(long(2001))] })],
    'less than 2001',
  ],
  [
    'a header of 150',
    [{ type: 'header', text: words(long(150)) }],
    [{ type: 'header', text: words(long(151)) }],
    'less than 151',
  ],
  [
    'plain text in a header',
    [{ type: 'header', text: words('a') }],
    [{ type: 'header', text: mrkdwn('a') }],
    'unsupported type: mrkdwn',
  ],
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
    'an action_id once in a block',
    [actions(button('a')), actions(button('a'))],
    [actions(button('a'), button('a'))],
    'already exists',
  ],
  [
    '100 options',
    [actions(select({ options: times(100, i => option(`${i}`)) }))],
    [actions(select({ options: times(101, i => option(`${i}`)) }))],
    'no more than 100 items',
  ],
  [
    'an option of 75',
    [actions(select({ options: [option(long(75))] }))],
    [actions(select({ options: [option(long(76))] }))],
    'less than 76',
  ],
  [
    'an option value of 150',
    [actions(select({ options: [option('a', long(150))] }))],
    [actions(select({ options: [option('a', long(151))] }))],
    'less than 151',
  ],
  [
    'an initial option that is offered',
    [actions(select({ initial_option: option('a') }))],
    [actions(select({ initial_option: option('b') }))],
    'must be one of the options',
  ],
  [
    'an initial box that is offered',
    [actions({ type: 'checkboxes', options: [option('a')], initial_options: [option('a')] })],
    [actions({ type: 'checkboxes', options: [option('a')], initial_options: [option('b')] })],
    'must be one of the options',
  ],
  [
    'an initial choice that is offered',
    [actions({ type: 'radio_buttons', options: [option('a')], initial_option: option('a') })],
    [actions({ type: 'radio_buttons', options: [option('a')], initial_option: option('b') })],
    'must be one of the options',
  ],
  [
    'options or groups',
    [actions(select())],
    [actions(select({ options: undefined }))],
    'either options or option_groups',
  ],
  [
    'a placeholder of 150',
    [actions(select({ placeholder: words(long(150)) }))],
    [actions(select({ placeholder: words(long(151)) }))],
    'less than 151',
  ],
  [
    '5 in an overflow',
    [actions({ type: 'overflow', options: times(5, i => option(`${i}`)) })],
    [actions({ type: 'overflow', options: times(6, i => option(`${i}`)) })],
    'no more than 5 items',
  ],
  [
    '10 checkboxes',
    [actions({ type: 'checkboxes', options: times(10, i => option(`${i}`)) })],
    [actions({ type: 'checkboxes', options: times(11, i => option(`${i}`)) })],
    'no more than 10 items',
  ],
  [
    '10 radio buttons',
    [actions({ type: 'radio_buttons', options: times(10, i => option(`${i}`)) })],
    [actions({ type: 'radio_buttons', options: times(11, i => option(`${i}`)) })],
    'no more than 10 items',
  ],
  [
    'a confirm title of 100',
    [actions({ ...button('a'), confirm: { ...confirm, title: words(long(100)) } })],
    [actions({ ...button('a'), confirm: { ...confirm, title: words(long(101)) } })],
    'less than 101',
  ],
  [
    'a confirm text of 300',
    [actions({ ...button('a'), confirm: { ...confirm, text: words(long(300)) } })],
    [actions({ ...button('a'), confirm: { ...confirm, text: words(long(301)) } })],
    'less than 301',
  ],
  [
    'a confirm button of 30',
    [actions({ ...button('a'), confirm: { ...confirm, deny: words(long(30)) } })],
    [actions({ ...button('a'), confirm: { ...confirm, deny: words(long(31)) } })],
    'less than 31',
  ],
  [
    'an image with alt_text',
    [image],
    [{ ...image, alt_text: undefined }],
    'missing required field: alt_text',
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
    [field('a', { type: 'number_input', is_decimal_allowed: false })],
    [field('a', { type: 'number_input' })],
    'missing required field: is_decimal_allowed',
  ],
  [
    'one field in focus',
    [field('a', text({ focus_on_load: true }))],
    [field('a', text({ focus_on_load: true })), field('b', text({ focus_on_load: true }))],
    'only one element',
  ],
  [
    '100 rows',
    [table(...times(100, () => row(1)))],
    [table(...times(101, () => row(1)))],
    'no more than 100 items',
  ],
  ['20 columns', [table(row(20))], [table(row(21))], 'no more than 20 items'],
  ['no empty cell', [table(row(1))], [table(row(1, ''))], 'more than 0 characters'],
  [
    '10 000 characters in a table',
    [table(row(10, long(1000)))],
    [table(row(10, long(1000)), row(1))],
    'less than 10001',
  ],
  ['one table', [table(row(1))], [table(row(1)), table(row(1))], 'only_one_table_allowed'],
  ['50 blocks', times(50, () => section('a')), times(51, () => section('a')), 'no more than 50 items'],
  ['known blocks only', [{ type: 'divider' }], [{ type: 'carousel' }], 'unsupported type: carousel'],
  [
    'known properties only',
    [{ type: 'divider' }],
    [{ type: 'divider', colour: 'red' }],
    'invalid additional property: colour',
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
  ['no table', modal([note]), modal([table(row(1))]), 'unsupported type: table'],
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

  it('is no modal on the Home tab', () => {
    expect(complaintsOf(homeView, { type: 'home', blocks: [note] })).toEqual([])
    expect(complaintsOf(homeView, modal([note]))).not.toEqual([])
  })
})

describe('a text field', () => {
  it('whose shortest is longer than its longest is refused', () => {
    const input = field('a', text({ min_length: 4, max_length: 3 }))
    expect(complaintsOf(messageBlocks, [input]).join()).toContain('must be less than max_length')
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
