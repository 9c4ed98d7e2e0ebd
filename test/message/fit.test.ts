import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actions, type Button, context, section } from '../../src/message/blocks.ts'
import { fitBlocks, list, toBlocks } from '../../src/message/fit.ts'
import { mrkdwn } from '../../src/message/mrkdwn.ts'
import { messageBlocks } from '../../src/playground/block-schema.ts'

const LAST: Button = { text: 'Next page', operation: 'plan.list', args: { page: '2' } }

const textsOf = (blocks: readonly object[]): string[] =>
  blocks.flatMap(block =>
    'text' in block && typeof block.text === 'object' && block.text !== null && 'text' in block.text
      ? [String(block.text.text)]
      : [],
  )

describe('blocks of which there are too many', () => {
  it('are those above the last buttons, and a line says that there were more', () => {
    const many = Array.from({ length: 60 }, (_, index) => section(mrkdwn`${index}`))
    const fit = fitBlocks([...many, ...actions(LAST)])
    expect(fit).toEqual([
      ...many.slice(0, 48),
      context(mrkdwn`… and more that does not fit here.`),
      ...actions(LAST),
    ])
    expect(fitBlocks(many.slice(0, 50))).toEqual(many.slice(0, 50))
  })
})

describe('blocks that say too much', () => {
  it('are shown from the top, with the buttons at the end', () => {
    const long = Array.from({ length: 5 }, () => section(mrkdwn`${'x'.repeat(3000)}`))
    expect(fitBlocks([section(mrkdwn`short`), ...long, ...actions(LAST)])).toEqual([
      section(mrkdwn`short`),
      ...long.slice(0, 3),
      context(mrkdwn`… and more that does not fit here.`),
      ...actions(LAST),
    ])
  })
})

describe('lists between blocks', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 1200 }), { maxLength: 60 })
  const count = (text: string) => text.match(/x+/g)?.length ?? 0

  it('are as long as there is room, in as few paragraphs as hold them, and say how much more there is', () => {
    fc.assert(
      fc.property(lengths, lengths, (one, other) => {
        const listOf = (all: readonly number[]) =>
          list(all.map(length => ({ text: mrkdwn`${'x'.repeat(length)}`, count: 1 })))
        const blocks = toBlocks([section(mrkdwn`title`), ...listOf(one), ...listOf(other), ...actions(LAST)])
        expect(messageBlocks.safeParse(blocks).error?.issues ?? []).toEqual([])
        expect(blocks.at(-1)).toEqual(actions(LAST)[0])
        const formatted = textsOf(blocks).join('\n')
        expect(formatted.length).toBeLessThan(12_000)
        const left = [...formatted.matchAll(/and (\d+) more\./g)].reduce(
          (sum, [, more]) => sum + Number(more),
          0,
        )
        expect(count(formatted) + left).toBe(one.length + other.length)
        if (left > 0) expect(formatted.length).toBeGreaterThan(4000)
      }),
    )
  })
})
