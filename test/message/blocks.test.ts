import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  actions,
  type Block,
  type Button,
  context,
  limits,
  operationOf,
  parseButtonValue,
  renderBlock,
  section,
} from '../../src/message/blocks.ts'
import { mrkdwn } from '../../src/message/mrkdwn.ts'
import { messageBlocks, suggestions } from '../../src/playground/block-schema.ts'
import { messageOf } from '../../src/slack/delivery/deliver.ts'
import { buildOption } from '../../src/slack/views/input-elements.ts'
import { longTexts, markup, words } from '../arbitraries.ts'

const text = fc.oneof(words(), longTexts(9000))
const anyText = fc.oneof(markup(), markup(4000), fc.constant(mrkdwn``))

const button: fc.Arbitrary<Button> = fc.record(
  {
    text,
    operation: fc.constantFrom('plan.list' as const, 'pause.add' as const),
    args: fc.dictionary(fc.constantFrom('plan', 'from', 'reason'), fc.oneof(words(), longTexts(3000))),
    how: fc.constantFrom('run' as const, 'form' as const, 'replace' as const),
    style: fc.constantFrom('primary' as const, 'danger' as const),
  },
  { requiredKeys: ['text', 'operation', 'args'] },
)

const block: fc.Arbitrary<Block[]> = fc.oneof(
  fc.tuple(anyText, fc.option(button, { nil: undefined })).map(([text, side]) => [section(text, side)]),
  anyText.map(text => [context(text)]),
  fc.array(button, { maxLength: 60 }).map(buttons => actions(...buttons)),
)

/** Returns the length of all text in a message's blocks, as Slack counts it. */
function textLength(blocks: unknown): number {
  let length = 0
  JSON.stringify(blocks, (key, value) => {
    if (key === 'text' && typeof value === 'string') length += value.length
    return value
  })
  return length
}

describe('the blocks of a reply', () => {
  it('are valid in Slack for any text and any number of blocks', () => {
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 30 }).map(blocks => blocks.flat()),
        anyText,
        (blocks, text) => {
          const message = messageOf({ text, blocks, to: 'me' })
          const parsed = messageBlocks.safeParse(message.blocks)
          expect(parsed.error?.issues ?? []).toEqual([])
          expect(textLength(message.blocks)).toBeLessThanOrEqual(12_000)
          expect(message.text.length).toBeLessThanOrEqual(4000)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('default to a section with the text', () => {
    expect(messageOf({ text: mrkdwn`*a* & ${'<b>'}`, to: 'me' })).toEqual({
      text: '*a* & &lt;b&gt;',
      blocks: [section(mrkdwn`*a* & ${'<b>'}`)],
    })
  })
})

describe('buttons', () => {
  it('carry their own operation and arguments, in rows of at most 25', () => {
    const buttons = Array.from(
      { length: 60 },
      (_, index): Button => ({
        text: `Page ${index}`,
        operation: 'plan.list',
        args: { page: String(index) },
      }),
    )
    const rows = actions(...buttons)
    expect(rows.map(({ elements }) => elements.length)).toEqual([25, 25, 10])
    const pressed = rows
      .map(renderBlock)
      .flatMap(row =>
        row.type === 'actions' ? row.elements.flatMap(each => (each.type === 'button' ? [each] : [])) : [],
      )
    expect(pressed.map(({ value }) => parseButtonValue(value)?.args.page)).toEqual(
      buttons.map(({ args }) => args.page),
    )
    expect(new Set(pressed.map(({ action_id }) => operationOf(action_id ?? '')))).toEqual(
      new Set(['plan.list']),
    )
    expect(actions()).toEqual([])
  })

  it.each([
    ['pause.add:0', 'pause.add'],
    ['pause.add:24', 'pause.add'],
    ['pause.add', 'pause.add'],
    ['a:1:2', 'a:1'],
    ['', ''],
  ])('with the action_id %j belong to %j', (id, operation) => {
    expect(operationOf(id)).toBe(operation)
  })
})

describe('an option of a select', () => {
  it('is valid in Slack for any label and value', () => {
    fc.assert(
      fc.property(text, text.filter(Boolean), (text, value) => {
        expect(suggestions.safeParse({ options: [buildOption(text, value)] }).error?.issues ?? []).toEqual([])
      }),
    )
  })
})

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts'))
  .map(file => readFileSync(`src/${file}`, 'utf8'))

describe('the table of limits', () => {
  it('has no unused limit', () => {
    const used = sources.flatMap(source => [...source.matchAll(/\blimits\.(\w+)/g)].map(([, name]) => name))
    expect(Object.keys(limits).filter(name => !used.includes(name))).toEqual([])
  })
})
