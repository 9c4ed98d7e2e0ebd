import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatList, parseNames } from '../../src/language/names.ts'
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

  it.each([
    [
      'web-prod and Payments and Orders until monday',
      33,
      ['web-prod', 'Payments and Orders'],
      'until monday',
    ],
    ['web-prod and zebra crossing until monday', 28, ['web-prod', 'zebra crossing'], 'until monday'],
    ['web-prod tomorrow', 9, ['web-prod'], 'tomorrow'],
    [
      'web prod and payments and orders, api tonight',
      0,
      ['web-prod', 'Payments and Orders', 'api'],
      'tonight',
    ],
  ])('in %j ends where no other name begins, which is at %i', (sentence, end, names, rest) => {
    expect(parseNames(sentence, items, end)).toEqual({ names, rest })
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
