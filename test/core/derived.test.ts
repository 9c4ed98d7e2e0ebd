import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDerived, createDerivedDuring, frozen, onceOf } from '../../src/core/derived.ts'

it('of what never changes all is made once for each that stands beside it, and cannot be changed either', () => {
  const derived = createDerived<object, { said: string }>()
  const thing = frozen({ name: 'web-prod' })
  const berlin = derived(thing, 'Berlin', () => ({ said: 'nine' }))
  const lisbon = derived(thing, 'Lisbon', () => ({ said: 'eight' }))
  expect([berlin, lisbon]).toEqual([{ said: 'nine' }, { said: 'eight' }])
  expect(Object.isFrozen(berlin)).toBe(true)
  expect(derived(thing, 'Berlin', () => ({ said: 'ten' }))).toBe(berlin)
  expect(derived(frozen({ name: 'web-prod' }), 'Berlin', () => ({ said: 'ten' }))).toEqual({ said: 'ten' })
})

it('only the last are kept of one thing', () => {
  const derived = createDerived<object, { at: number }>()
  const thing = frozen({})
  const made = Array.from({ length: 17 }, (_, at) => derived(thing, String(at), () => ({ at })))
  expect(derived(thing, '16', () => ({ at: -1 }))).toBe(made[16])
  expect(derived(thing, '1', () => ({ at: -1 }))).toBe(made[1])
  expect(derived(thing, '0', () => ({ at: -1 }))).toEqual({ at: -1 })
})

it('of what is so for a while all is made once in it, and anew in the next', () => {
  const during = createDerivedDuring<object, { said: string }>()
  const thing = frozen({ name: 'web-prod' })
  const said = during(1)(thing, '', () => ({ said: 'now' }))
  expect(during(1)(thing, '', () => ({ said: 'again' }))).toBe(said)
  expect(during(2)(thing, '', () => ({ said: 'later' }))).toEqual({ said: 'later' })
  expect(during(1)(thing, '', () => ({ said: 'anew' }))).toEqual({ said: 'anew' })
})

it('of what can be changed all is made anew, and left as it is', () => {
  const double = onceOf((all: readonly number[]) => all.map(each => each * 2))
  const numbers = [1]
  expect(double(numbers)).toEqual([2])
  numbers.push(2)
  expect(double(numbers)).toEqual([2, 4])
  expect(Object.isFrozen(double(numbers))).toBe(false)
})

it('nothing can be changed of what is frozen, however deep; bytes are left alone', () => {
  fc.assert(
    fc.property(fc.object(), thing => {
      const isFixed = (each: unknown): boolean =>
        typeof each !== 'object' ||
        each === null ||
        (Object.isFrozen(each) && Object.values(each).every(isFixed))
      expect(isFixed(frozen(thing))).toBe(true)
    }),
  )
  const { bytes } = frozen({ bytes: Buffer.from('a') })
  bytes.write('b')
  expect(bytes.toString()).toBe('b')
})
