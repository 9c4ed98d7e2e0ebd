import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatButtonValue, parseButtonValue } from '../../src/message/blocks.ts'
import { longTexts, words } from '../arbitraries.ts'

const how = fc.constantFrom('run' as const, 'form' as const, 'replace' as const)
const key = fc.constantFrom('plan', 'pause', 'from', 'until', 'reason', 'sentence')

describe('a press', () => {
  it('says how and what so that both read back', () => {
    fc.assert(
      fc.property(how, fc.dictionary(key, words(50), { maxKeys: 5 }), (how, args) => {
        expect(parseButtonValue(formatButtonValue({ how, args }))).toEqual({ how, args: { ...args } })
      }),
    )
  })

  it('fits into a button whatever it carries: the longest words are left out, none is cut, and it asks for them', () => {
    fc.assert(
      fc.property(
        how,
        fc.dictionary(key, fc.oneof(words(), longTexts(9000)), { maxKeys: 6 }),
        (how, args) => {
          const value = formatButtonValue({ how, args })
          expect(value.length).toBeLessThanOrEqual(2000)
          const press = parseButtonValue(value)
          const remaining = press?.args ?? {}
          expect(args).toMatchObject(remaining)
          const left = Object.entries(args).filter(([key]) => remaining[key] === undefined)
          expect(press?.how).toBe(left.length > 0 ? 'form' : how)
          const room = (words: unknown) => JSON.stringify(words).length
          const longest = Math.max(0, ...Object.values(remaining).map(room))
          for (const [, words] of left) expect(room(words)).toBeGreaterThanOrEqual(longest)
        },
      ),
    )
  })

  it.each([undefined, '', 'x', '{}', '[]', 'null', '{"how":"fly","args":{}}', '{"how":"run","args":[1]}'])(
    'is not what the value %j is',
    value => {
      expect(parseButtonValue(value)).toBeUndefined()
    },
  )
})
