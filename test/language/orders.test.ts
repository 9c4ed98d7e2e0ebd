import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asItWas, isAsItWas, moved, readOrder, reversed, sayOrder } from '../../src/language/orders.ts'

/** Any order, often one that a few moves made. */
const orders = fc.integer({ min: 1, max: 60 }).chain(size => {
  const place = fc.nat({ max: size - 1 })
  const moves = fc.array(fc.tuple(place, place), { maxLength: 20 })
  return fc.oneof(
    moves.map(all => all.reduce((order, [from, to]) => moved(order, from, to), asItWas(size))),
    fc.shuffledSubarray([...asItWas(size)], { minLength: size }),
  )
})

describe('an order', () => {
  it('is read as it was said', () => {
    fc.assert(
      fc.property(orders, order => {
        expect(readOrder(sayOrder(order), order.length)).toEqual(order)
      }),
    )
  })

  it('is said in few words where few things moved', () => {
    expect(sayOrder(asItWas(300))).toBe('0-299')
    expect(sayOrder(moved(asItWas(300), 200, 0))).toBe('200 0-199 201-299')
    expect(sayOrder([0])).toBe('0')
    expect(sayOrder([2, 1, 0])).toBe('2 1 0')
  })

  it('holds each thing once after every move', () => {
    fc.assert(
      fc.property(orders, fc.nat({ max: 59 }), fc.nat({ max: 59 }), (order, from, to) => {
        const last = order.length - 1
        const next = moved(order, Math.min(from, last), Math.min(to, last))
        expect([...next].sort((a, b) => a - b)).toEqual(asItWas(order.length))
        expect(next[Math.min(to, last)]).toBe(order[Math.min(from, last)])
      }),
    )
  })

  it('is taken back by its reverse', () => {
    fc.assert(
      fc.property(orders, order => {
        const back = reversed(order).map(place => order[place] ?? -1)
        expect(isAsItWas(back)).toBe(true)
      }),
    )
  })

  it.each([
    ['', 2],
    ['0', 2],
    ['0-2', 2],
    ['0 0', 2],
    ['0-1 1', 2],
    ['1-0', 2],
    ['x', 1],
    ['0-999999', 2],
    ['0 1 ', 2],
    ['5', 1],
  ])('is none where “%s” is said of %i things', (words, size) => {
    expect(readOrder(words, size)).toBeUndefined()
  })
})
