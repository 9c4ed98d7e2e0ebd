import fc from 'fast-check'
import { expect, it } from 'vitest'
import { section } from '../../src/slack/blocks.ts'
import { jsonOf, lengthOf, writeOnce } from '../../src/slack/written.ts'
import { words } from '../arbitraries.ts'

const text = words().map(mrkdwn => ({ mrkdwn }))

it('a message says the same in JSON, whichever of its blocks were written before', () => {
  const blocks = fc.array(fc.tuple(text, fc.boolean()))
  fc.assert(
    fc.property(blocks, fc.dictionary(fc.string(), words()), (drawn, beside) => {
      const message = {
        ...beside,
        blocks: drawn.map(([text, often]) => (often ? writeOnce(section(text)) : section(text))),
      }
      expect(JSON.parse(jsonOf(message))).toEqual(JSON.parse(JSON.stringify(message)))
      expect(JSON.parse(jsonOf(beside))).toEqual(JSON.parse(JSON.stringify(beside)))
    }),
  )
})

it('a block is as long as it was, and cannot be changed, once it is written', () => {
  fc.assert(
    fc.property(text, text => {
      const block = writeOnce(section(text))
      expect(lengthOf(block)).toBe(lengthOf(section(text)))
      expect([block, block.text].every(Object.isFrozen)).toBe(true)
    }),
  )
})
