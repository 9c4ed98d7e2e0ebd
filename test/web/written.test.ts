import fc from 'fast-check'
import { expect, it } from 'vitest'
import { frozen } from '../../src/core/derived.ts'
import { section } from '../../src/message/blocks.ts'
import { bytesOf } from '../../src/web/written.ts'
import { words } from '../arbitraries.ts'

const messages = fc.record({
  text: words(),
  blocks: fc.array(words().map(mrkdwn => section({ mrkdwn }))),
})

it('what never changes is written once, and says the same as what is written anew', () => {
  fc.assert(
    fc.property(messages, message => {
      const anew = bytesOf(message)
      expect(JSON.parse(anew.toString())).toEqual(JSON.parse(JSON.stringify(message)))
      expect(bytesOf(message)).not.toBe(anew)
      const always = frozen(message)
      expect(bytesOf(always)).toEqual(anew)
      expect(bytesOf(always)).toBe(bytesOf(always))
    }),
  )
})
