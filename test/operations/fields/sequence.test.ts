import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSequence, saySequence } from '../../../src/operations/fields/sequence.ts'
import { codePoint } from '../../arbitraries.ts'

const named = (ids: readonly string[]) => ids.map(id => ({ id, name: id, resource_id: id }))
const ids = fc.uniqueArray(fc.string({ unit: codePoint, minLength: 1, maxLength: 300 }), { minLength: 1 })

describe('an order of resources', () => {
  it('is read as it was said', () => {
    const ordered = ids.chain(all =>
      fc.tuple(fc.constant(named(all)), fc.shuffledSubarray([...all.keys()], { minLength: all.length })),
    )
    fc.assert(
      fc.property(ordered, ([resources, order]) => {
        expect(readSequence(saySequence(resources, order), resources)).toEqual(order)
      }),
    )
  })

  it('is none of these resources once one came, went or moved', () => {
    const words = saySequence(named(['a', 'b', 'c']), [2, 0, 1])
    for (const others of [['a', 'b'], ['a', 'b', 'c', 'd'], ['b', 'a', 'c'], ['a', 'b', 'x'], []])
      expect(readSequence(words, named(others))).toBeUndefined()
    expect(readSequence(words, named(['a', 'b', 'c']))).toEqual([2, 0, 1])
    for (const broken of ['', ':', 'nothing', `${words} 3`, words.slice(0, -1)])
      expect(readSequence(broken, named(['a', 'b', 'c']))).toBeUndefined()
  })
})
