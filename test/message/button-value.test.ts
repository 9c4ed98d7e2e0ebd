import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatButtonValue, parseButtonValue } from '../../src/message/blocks.ts'
import { longTexts, words } from '../arbitraries.ts'

const how = fc.constantFrom('run' as const, 'form' as const, 'replace' as const)
const key = fc.constantFrom('plan', 'pause', 'from', 'until', 'reason', 'sentence')

describe('the value of a button', () => {
  it('parses back to the same kind and arguments', () => {
    fc.assert(
      fc.property(how, fc.dictionary(key, words(50), { maxKeys: 5 }), (how, args) => {
        expect(parseButtonValue(formatButtonValue({ how, args }))).toEqual({ how, args: { ...args } })
      }),
    )
  })

  it('omits the longest arguments beyond 2,000 characters, and opens the form to ask for them', () => {
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
          const omitted = Object.entries(args).filter(([key]) => remaining[key] === undefined)
          expect(press?.how).toBe(omitted.length > 0 ? 'form' : how)
          const room = (words: unknown) => JSON.stringify(words).length
          const longest = Math.max(0, ...Object.values(remaining).map(room))
          for (const [, words] of omitted) expect(room(words)).toBeGreaterThanOrEqual(longest)
        },
      ),
    )
  })

  it.each([undefined, '', 'x', '{}', '[]', 'null', '{"how":"fly","args":{}}', '{"how":"run","args":[1]}'])(
    'is not %j',
    value => {
      expect(parseButtonValue(value)).toBeUndefined()
    },
  )
})
