import { describe, expect, it } from 'vitest'
import { messageBlocks, modalView, suggestions } from '../../src/playground/block-schema.ts'
import { parseOrRefuse, SlackRefusal } from '../../src/playground/slack-refusal.ts'
import { button, field, modal, words } from './stage.ts'

const long = (length: number) => 'x'.repeat(length)
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const section = (text: string, more: object = {}) => ({ type: 'section', text: mrkdwn(text), ...more })
const note = section('a')
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
const inMessage = (blocks: object[]) => complaintsOf(messageBlocks, blocks)
const inView = (view: object) => complaintsOf(modalView, view)

describe('the limit of Slack', () => {
  const blocks = (made: object | object[]) => inMessage([made].flat())

  it.each<[what: string, max: number, complaints: (length: number) => string[]]>([
    ['a section', 3000, n => blocks(section(long(n)))],
    ['actions', 25, n => blocks(actions(...times(n, i => button(`b${i}`))))],
    ['context', 10, n => blocks({ type: 'context', elements: times(n, () => mrkdwn('a')) })],
    ['a button', 75, n => blocks(actions(button(long(n))))],
    ['an action_id', 255, n => blocks(actions({ ...button('a'), action_id: long(n) }))],
    ['a block_id', 255, n => blocks(section('a', { block_id: long(n) }))],
    ['options', 100, n => blocks(select({ options: options(n) }))],
    ['suggestions', 100, n => complaintsOf(suggestions, { options: options(n) })],
    ['an option', 75, n => blocks(select({ options: [option(long(n))] }))],
    ['a placeholder', 150, n => blocks(select({ placeholder: words(long(n)) }))],
    ['checkboxes', 10, n => blocks(choice('checkboxes', { options: options(n) }))],
    ['a max_length', 3000, n => blocks(text({ max_length: n }))],
    ['an initial value', 5, n => blocks(text({ max_length: 5, initial_value: long(n) }))],
    ['the blocks of a message', 50, n => blocks(times(n, () => note))],
    ['a title', 24, n => inView(modal([note], { title: words(long(n)) }))],
    ['a submit', 24, n => inView(modal([note], { submit: words(long(n)) }))],
    ['a close', 24, n => inView(modal([note], { close: words(long(n)) }))],
    ['a private_metadata', 3000, n => inView(modal([note], { private_metadata: long(n) }))],
    ['a callback_id', 255, n => inView(modal([note], { callback_id: long(n) }))],
    ['the blocks of a view', 100, n => inView(modal(times(n, () => note)))],
  ])('for %s is %i', (_, max, complaints) => {
    expect(complaints(max)).toEqual([])
    expect(complaints(max + 1).join()).toMatch(new RegExp(`<=${max}\\b|no more than ${max} characters`))
  })
})

describe('the blocks of a message', () => {
  it.each<[what: string, accepted: object[], refused: object[], complaint: string]>([
    ['non-empty text in a section', [note], [section('')], '>=1 characters [json-pointer:/0/text/text]'],
    [
      'text in a section',
      [note],
      [{ type: 'section' }],
      'expected object, received undefined [json-pointer:/0/text]',
    ],
    [
      'unique block_ids',
      [section('a', { block_id: 'a' }), section('a', { block_id: 'b' })],
      [section('a', { block_id: 'a' }), section('a', { block_id: 'a' })],
      'block_id a already exists',
    ],
    ['unique action_ids', [actions(button('a'))], [actions(button('a'), button('a'))], 'already exists'],
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
    ['options', [select()], [select({ options: undefined })], '[json-pointer:/0/element/options]'],
    ['a label', [text()], [{ ...text(), label: undefined }], '[json-pointer:/0/label]'],
    [
      'a number within its bounds',
      [number({ initial_value: '9', max_value: '9' })],
      [number({ initial_value: '10', max_value: '9' })],
      'a number of at most 9',
    ],
    ['known blocks', [note], [{ type: 'carousel' }], 'Invalid discriminator value'],
    ['known properties', [note], [section('a', { colour: 'red' })], 'Unrecognized key: "colour"'],
  ])('require %s', (_, accepted, refused, complaint) => {
    expect(inMessage(accepted)).toEqual([])
    expect(inMessage(refused).join('\n')).toContain(complaint)
  })
})

describe('a view', () => {
  it('requires submit if it has an input', () => {
    expect(inView(modal([text()], { submit: undefined })).join()).toContain('submit is required')
  })
})
