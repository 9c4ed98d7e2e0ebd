import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctNames, findNamed, type Named, parseName, parseWord } from '../../src/language/names.ts'
import { words } from '../arbitraries.ts'

const called = (...names: string[]): Named[] => names.map((name, index) => ({ id: String(index + 1), name }))

/** Names that are often alike, begin alike, or differ in their case alone. */
const closeName = fc
  .array(fc.constantFrom('web', 'Web', '-', 'prod', ' ', 's', 'é', 'İ'), { minLength: 1, maxLength: 4 })
  .map(parts => parts.join(''))
const items = fc.uniqueArray(fc.record({ id: words(8), name: fc.oneof(closeName, words(20)) }), {
  selector: ({ id }) => id,
  maxLength: 8,
})

describe('the thing that a name means', () => {
  it('is one thing only where no other could be meant', () => {
    fc.assert(
      fc.property(items, closeName, (items, typed) => {
        const found = findNamed(typed, items)
        if (found.kind !== 'one') return
        const rivals = items.filter(({ id, name }) => id !== found.item.id && name === typed)
        expect(rivals).toEqual([])
      }),
    )
  })

  it.each([
    ['web-prod', ['web-prod', 'web-prod-2'], 'web-prod'],
    ['WEB-PROD', ['web-prod'], 'web-prod'],
    ['web', ['web-prod'], 'web-prod'],
    ['web prod', ['web-prod'], 'web-prod'],
    ['web', ['web-prod', 'web-staging'], 'several'],
    ['x', ['web-prod'], 'none'],
    ['wep-prod', ['web-prod'], 'near'],
    ['*web-prod*', ['web-prod'], 'web-prod'],
    ['web-11', ['web-1.1'], 'near'],
    ["o'brien", ['o’brien'], 'o’brien'],
  ])('of “%s” among %j is %s', (typed, names, expected) => {
    const found = findNamed(typed, called(...names))
    expect(found.kind === 'one' ? found.item.name : found.kind).toBe(expected)
  })

  it('is told apart by its id where another one looks the same', () => {
    const nameOf = distinctNames(called('web', 'web', 'api'))
    expect([nameOf({ id: '1', name: 'web' }), nameOf({ id: '3', name: 'api' })]).toEqual(['web (1)', 'api'])
  })
})

describe('the name with which a sentence begins', () => {
  const plans = called('web-prod', 'web-prod eu', 'night shift')

  it.each([
    ['web-prod tomorrow', 'web-prod', 'tomorrow'],
    ['web-prod eu tomorrow', 'web-prod eu', 'tomorrow'],
    ['web prod tomorrow', 'web-prod', 'tomorrow'],
    ['the web-prod plan tomorrow', 'web-prod', 'tomorrow'],
    ['web-prod plan tomorrow', 'web-prod', 'tomorrow'],
    ['plan night shift, tomorrow', 'night shift', 'tomorrow'],
    ['Web-Prod: tomorrow', 'web-prod', 'tomorrow'],
  ])('of “%s” is %s', (sentence, name, rest) => {
    const parsed = parseName(sentence, plans)
    expect([parsed?.item?.name, parsed?.rest]).toEqual([name, rest])
  })

  it('stands in quotes, whether it is known or not', () => {
    expect(parseName('"new plan" weekdays', plans)).toMatchObject({ words: 'new plan', rest: 'weekdays' })
  })

  it('is none where a word goes on', () => {
    expect(parseName('web-production tomorrow', plans)).toBeUndefined()
  })

  it('is a word where nothing is known', () => {
    expect(parseWord('i-0123 web app')).toEqual({ word: 'i-0123', isQuoted: false, rest: 'web app' })
  })
})
