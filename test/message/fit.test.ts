import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actions, type Button, context, section } from '../../src/message/blocks.ts'
import { list, renderBlocks, toBlocks } from '../../src/message/fit.ts'
import { mrkdwn } from '../../src/message/mrkdwn.ts'
import { messageBlocks } from '../../src/playground/block-schema.ts'

const LAST: Button = { text: 'Next page', operation: 'plan.list', args: { page: '2' } }
const LAST_ROW = renderBlocks(actions(LAST))

const textsOf = (blocks: readonly object[]): string[] =>
  blocks.flatMap(block =>
    'text' in block && typeof block.text === 'object' && block.text !== null && 'text' in block.text
      ? [String(block.text.text)]
      : [],
  )

describe('too many blocks', () => {
  it('are cut before the last buttons, with a line that says so', () => {
    const many = Array.from({ length: 60 }, (_, index) => section(mrkdwn`${index}`))
    const fit = renderBlocks([...many, ...actions(LAST)])
    expect(fit).toEqual([
      ...many.slice(0, 48),
      context(mrkdwn`… and more that does not fit here.`),
      ...LAST_ROW,
    ])
    expect(renderBlocks(many.slice(0, 50))).toEqual(many.slice(0, 50))
  })
})

describe('blocks with too much text', () => {
  it('are cut before the last buttons', () => {
    const long = Array.from({ length: 5 }, () => section(mrkdwn`${'x'.repeat(3000)}`))
    expect(renderBlocks([section(mrkdwn`short`), ...long, ...actions(LAST)])).toEqual([
      section(mrkdwn`short`),
      ...long.slice(0, 3),
      context(mrkdwn`… and more that does not fit here.`),
      ...LAST_ROW,
    ])
  })
})

describe('lists between blocks', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 1200 }), { maxLength: 60 })
  const count = (text: string) => text.match(/x+/g)?.length ?? 0

  it('fill the available room, and count the rows that they omit', () => {
    fc.assert(
      fc.property(lengths, lengths, (one, other) => {
        const listOf = (all: readonly number[]) =>
          list(all.map(length => ({ text: mrkdwn`${'x'.repeat(length)}`, count: 1 })))
        const parts = [section(mrkdwn`title`), ...listOf(one), ...listOf(other), ...actions(LAST)]
        const blocks = renderBlocks(toBlocks(parts))
        expect(messageBlocks.safeParse(blocks).error?.issues ?? []).toEqual([])
        expect(blocks.at(-1)).toEqual(LAST_ROW[0])
        const formatted = textsOf(blocks).join('\n')
        expect(formatted.length).toBeLessThan(12_000)
        const omitted = [...formatted.matchAll(/and (\d+) more\./g)].reduce(
          (sum, [, more]) => sum + Number(more),
          0,
        )
        expect(count(formatted) + omitted).toBe(one.length + other.length)
        if (omitted > 0) expect(formatted.length).toBeGreaterThan(4000)
      }),
    )
  })
})
