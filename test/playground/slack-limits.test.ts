import { describe, expect, it } from 'vitest'
import { messageBlocks, modalView, suggestions } from '../../src/playground/block-schema.ts'
import { parseOrRefuse, SlackRefusal } from '../../src/playground/slack-refusal.ts'
import { button, field, modal, words } from './stage.ts'

const long = (length: number) => 'x'.repeat(length)
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const section = (text: string, more: object = {}) => ({ type: 'section', text: mrkdwn(text), ...more })
const actions = (...elements: object[]) => ({ type: 'actions', elements })
const option = (text: string, value = text) => ({ text: words(text), value })
const options = (count: number) => times(count, i => option(`${i}`))
const text = (more: object = {}) => field('a', { type: 'plain_text_input', ...more })
const number = (more: object = {}) => field('a', { type: 'number_input', is_decimal_allowed: false, ...more })
const choice = (type: string, more: object = {}) => field('a', { type, options: [option('a')], ...more })
const select = (more: object = {}) => choice('static_select', more)

const complaintsOf = (schema: Parameters<typeof parseOrRefuse>[0], value: unknown): string[] => {
  try {
    parseOrRefuse(schema, JSON.parse(JSON.stringify(value)))
    return []
  } catch (refusal) {
    if (refusal instanceof SlackRefusal) return refusal.messages
    throw refusal
  }
}

/** Slack's limits: what is as long as allowed is accepted, one more is refused. */
const lengths: [what: string, max: number, make: (length: number) => object | object[]][] = [
  ['a section', 3000, n => section(long(n))],
  ['actions', 25, n => actions(...times(n, i => button(`b${i}`)))],
  ['context', 10, n => ({ type: 'context', elements: times(n, () => mrkdwn('a')) })],
  ['a button', 75, n => actions(button(long(n)))],
  ['an action_id', 255, n => actions({ ...button('a'), action_id: long(n) })],
  ['a block_id', 255, n => section('a', { block_id: long(n) })],
  ['options', 100, n => select({ options: options(n) })],
  ['an option', 75, n => select({ options: [option(long(n))] })],
  ['a placeholder', 150, n => select({ placeholder: words(long(n)) })],
  ['checkboxes', 10, n => choice('checkboxes', { options: options(n) })],
  ['a max_length', 3000, n => text({ max_length: n })],
  ['an initial value', 5, n => text({ max_length: 5, initial_value: long(n) })],
  ['blocks', 50, n => times(n, () => section('a'))],
]

/** What is accepted, the same with a fault, and Slack's words for that. */
const faults: [what: string, accepted: object[], refused: object[], complaint: string][] = [
  ['words in a section', [section('a')], [section('')], 'more than 0 characters'],
  ['text in a section', [section('a')], [{ type: 'section' }], 'missing required field: text'],
  [
    'a block_id once',
    [section('a', { block_id: 'a' }), section('a', { block_id: 'b' })],
    [section('a', { block_id: 'a' }), section('a', { block_id: 'a' })],
    'already exists',
  ],
  ['an action_id once', [actions(button('a'))], [actions(button('a'), button('a'))], 'already exists'],
  [
    'one focus',
    [text({ focus_on_load: true })],
    [text({ focus_on_load: true }), { ...text({ focus_on_load: true }), block_id: 'b' }],
    'only one element can have focus_on_load',
  ],
  [
    'an initial option that is offered',
    [select({ initial_option: option('a') })],
    [select({ initial_option: option('b') })],
    'must be one of the options',
  ],
  ['options', [select()], [select({ options: undefined })], 'missing required field: options'],
  ['a label', [text()], [{ ...text(), label: undefined }], 'missing required field: label'],
  [
    'a number within its bounds',
    [number({ initial_value: '9', max_value: '9' })],
    [number({ initial_value: '10', max_value: '9' })],
    'a number of at most 9',
  ],
  ['known blocks', [section('a')], [{ type: 'carousel' }], 'unsupported type: carousel; if Slack takes'],
  [
    'known properties',
    [section('a')],
    [section('a', { colour: 'red' })],
    'invalid additional property: colour; if Slack takes colour here, the playground does not know it yet',
  ],
]

describe('the blocks of a message', () => {
  it.each(lengths)('allow %s of %i and no more', (_, max, make) => {
    expect(complaintsOf(messageBlocks, [make(max)].flat())).toEqual([])
    expect(complaintsOf(messageBlocks, [make(max + 1)].flat()).join()).toMatch(
      new RegExp(`less than ${max + 1} |no more than ${max} (?:items|characters)|<=${max}`),
    )
  })

  it.each(faults)('want %s', (_, accepted, refused, complaint) => {
    expect(complaintsOf(messageBlocks, accepted)).toEqual([])
    expect(complaintsOf(messageBlocks, refused).join('\n')).toContain(complaint)
  })
})

describe('a view', () => {
  const note = section('a')

  it.each<[what: string, max: number, make: (length: number) => object]>([
    ['a title', 24, n => modal([note], { title: words(long(n)) })],
    ['a submit', 24, n => modal([note], { submit: words(long(n)) })],
    ['a close', 24, n => modal([note], { close: words(long(n)) })],
    ['a private_metadata', 3000, n => modal([note], { private_metadata: long(n) })],
    ['a callback_id', 255, n => modal([note], { callback_id: long(n) })],
    ['blocks', 100, n => modal(times(n, () => note))],
  ])('allows %s of %i and no more', (_, max, make) => {
    expect(complaintsOf(modalView, make(max))).toEqual([])
    expect(complaintsOf(modalView, make(max + 1)).join()).toMatch(
      new RegExp(`less than ${max + 1} |no more than ${max} items`),
    )
  })

  it('wants a submit with an input, and nothing that the playground does not know', () => {
    expect(complaintsOf(modalView, modal([text()], { submit: undefined })).join()).toContain(
      'submit is required',
    )
    expect(complaintsOf(modalView, modal([note], { notify_on_close: true })).join()).toContain(
      'unsupported notify_on_close: true; if Slack takes true here',
    )
  })

  it('says where the fault is, of something missing where it is missing', () => {
    expect(complaintsOf(modalView, modal([section(long(3001))]))).toEqual([
      '[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
    ])
    expect(complaintsOf(modalView, modal([{ type: 'section' }]))).toEqual([
      '[ERROR] missing required field: text [json-pointer:/blocks/0]',
    ])
  })
})

describe('suggested options', () => {
  it('are 100 at most, and may be none', () => {
    for (const count of [0, 100]) expect(complaintsOf(suggestions, { options: options(count) })).toEqual([])
    expect(complaintsOf(suggestions, { options: options(101) })).not.toEqual([])
  })
})
