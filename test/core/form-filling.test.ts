import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedKeys, FILLING, fillIn, takingBack } from '../../src/core/form-filling.ts'

const words = fc.stringMatching(/^[a-z]{1,3}$/)
const raw = fc.dictionary(fc.constantFrom('name', 'state', 'reason'), words)

describe('a form that is filled with what the service holds', () => {
  it('holds it where nothing was said, and tells that nothing is different', () => {
    fc.assert(
      fc.property(raw, held => {
        const filled = fillIn({}, held)
        expect({ ...filled, [FILLING]: undefined }).toEqual({ ...held, [FILLING]: undefined })
        expect([...changedKeys(filled)]).toEqual([])
        expect(fillIn(filled, held)).toEqual(filled)
      }),
    )
  })

  it('keeps what was said, and tells what it came in the place of', () => {
    const filled = fillIn({ name: 'shop' }, { name: 'web', state: 'active' })
    expect(filled).toMatchObject({ name: 'shop', state: 'active' })
    expect([...changedKeys(filled)]).toEqual([['name', 'web']])
  })

  it('keeps what was touched where it is filled for another thing, and takes the rest of that', () => {
    const filled = fillIn({}, { name: 'web', state: 'active' })
    const other = fillIn({ ...filled, name: 'shop' }, { name: 'data', state: 'inactive' })
    expect(other).toMatchObject({ name: 'shop', state: 'inactive' })
    expect([...changedKeys(other)]).toEqual([['name', 'data']])
  })

  it('stays as it is where nothing is held, for it is not yet known of what', () => {
    expect(fillIn({ name: 'shop' }, {})).toEqual({ name: 'shop' })
  })
})

describe('words that take a change back', () => {
  it('are those of a form that was filled with how things are, and made as they were', () => {
    fc.assert(
      fc.property(raw, raw, (then, now) => {
        const changed = changedKeys(takingBack(then, now))
        for (const key of ['name', 'state', 'reason']) {
          expect(changed.has(key)).toBe(then[key] !== now[key])
          if (changed.has(key)) expect(changed.get(key)).toBe(now[key])
        }
      }),
    )
  })
})

describe('what a filling keeps of words', () => {
  it('tells them from others, long and strange as they are, in little room', () => {
    const strange = fc.string({ unit: fc.constantFrom('\\\\', '"', 'é', '語'), minLength: 1, maxLength: 900 })
    fc.assert(
      fc.property(strange, strange, (held, other) => {
        const filled = fillIn({}, { name: held })
        expect(filled[FILLING]?.length).toBeLessThan(160)
        expect(changedKeys({ ...filled, name: other }).has('name')).toBe(held !== other)
      }),
    )
  })
})
