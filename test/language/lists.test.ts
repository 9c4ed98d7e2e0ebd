import process from 'node:process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNamed, formatList, parseNames } from '../../src/language/names.ts'
import { words } from '../arbitraries.ts'

const name = fc
  .oneof(words(20), fc.constantFrom('web', 'Payments and Orders', 'a, b', 'R&D', 'and', 'über-api'))
  .map(text => text.replaceAll('"', '').trim())
  .filter(Boolean)
const items = ['web-prod', 'Payments and Orders', 'api'].map((name, index) => ({ id: String(index), name }))

const namesIn = (result: string) => parseNames(result, [], result.length).names

describe('a list of names', () => {
  it('reads back as the names that it says', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), names => {
        expect(namesIn(formatList(names))).toEqual(names)
      }),
    )
  })

  it.each([
    ['a, b and c', ['a', 'b', 'c']],
    ['a, b, and c', ['a', 'b', 'c']],
    ['a,b & c', ['a', 'b', 'c']],
    ['"a, b" and c', ['a, b', 'c']],
    ['Android and Andes', ['Android', 'Andes']],
    ['', []],
  ])('%j is %j', (result, names) => {
    expect(namesIn(result)).toEqual(names)
  })

  it('in a sentence ends where no other name begins', () => {
    expect(parseNames('web-prod and Payments and Orders until monday', items, 33)).toEqual({
      names: ['web-prod', 'Payments and Orders'],
      rest: 'until monday',
    })
    expect(parseNames('web-prod and zebra crossing until monday', items, 28).names).toEqual([
      'web-prod',
      'zebra crossing',
    ])
    expect(parseNames('web-prod tomorrow', items, 9)).toEqual({
      names: ['web-prod'],
      rest: 'tomorrow',
    })
  })

  it('holds names as phones make them, whatever they begin with', () => {
    const taken = parseNames('web prod and payments and orders, api until monday', items, 0)
    expect(taken).toEqual({
      names: ['web-prod', 'Payments and Orders', 'api'],
      rest: 'until monday',
    })
  })

  it('never goes on for ever, whatever is said', () => {
    fc.assert(
      fc.property(words(60), fc.nat(60), (sentence, end) => {
        const { names, rest } = parseNames(sentence, items, end)
        expect(names.length).toBeLessThanOrEqual(sentence.length)
        expect(sentence.length).toBeGreaterThanOrEqual(rest.length)
      }),
    )
  })
})

describe('a list of very many names', () => {
  const plans = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: String(at),
      name: `team-${at} web prod cluster of the eastern region`,
    }))

  it.each(['a, ', 'ab, ac, ad, ae, ', 'team-1 web prod clustre of the eastern region, ', '"', 'and '])(
    'costs little, also among hundreds: %s',
    words => {
      const sentence = words.repeat(4000).slice(0, 4000)
      const costs = [1, 2, 3].map(() => {
        const known = plans(600)
        const before = process.threadCpuUsage()
        for (const name of parseNames(sentence, known, sentence.length, 101).names) findNamed(name, known)
        return process.threadCpuUsage(before).user / 1000
      })
      expect(Math.min(...costs)).toBeLessThan(100)
    },
  )
})
