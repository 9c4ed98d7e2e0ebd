import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findNamed,
  type Named,
  nearest,
  readReference,
  sayReference,
  takeName,
} from '../../src/language/names.ts'
import { words } from '../arbitraries.ts'

/** Names that are often alike, begin alike, or differ in their case alone. */
const closeName = fc
  .array(fc.constantFrom('web', 'Web', '-', 'prod', ' ', 's', 'é', '#1', 'İ'), { minLength: 1, maxLength: 4 })
  .map(parts => parts.join(''))
const name = fc.oneof(closeName, words(20))
const items = fc.uniqueArray(fc.record({ id: words(8), name }), { selector: ({ id }) => id, maxLength: 8 })
const lower = (text: string) => text.toLowerCase()
const called = (...names: string[]): Named[] => names.map((name, index) => ({ id: String(index + 1), name }))

describe('a reference', () => {
  it('says id and name so that both read back', () => {
    fc.assert(
      fc.property(words().filter(Boolean), words(), (id, name) => {
        const reference = sayReference({ id, name }, Number.POSITIVE_INFINITY)
        expect(readReference(reference)).toEqual({ id, name: name.trimEnd() || id })
      }),
    )
  })

  it('keeps the id whole where the name does not fit, and no half of a character', () => {
    fc.assert(
      fc.property(fc.uuid(), words(200), (id, name) => {
        const reference = sayReference({ id, name })
        expect(reference.length).toBeLessThanOrEqual(150)
        expect(reference.isWellFormed()).toBe(true)
        expect(readReference(reference).id).toBe(id)
      }),
    )
  })

  it('stays well-formed where only half of a character would fit', () => {
    expect(sayReference({ id: '1', name: '😀'.repeat(100) })).toBe(`#1 ${'😀'.repeat(73)}\ufffd`)
  })

  it('is not seen in words that somebody typed', () => {
    fc.assert(
      fc.property(words(), typed => {
        fc.pre(!typed.startsWith('#'))
        expect(readReference(typed)).toEqual({ name: typed })
      }),
    )
    expect(readReference('# web')).toEqual({ name: '# web' })
    expect(readReference('#%zz web')).toEqual({ id: '%zz', name: 'web' })
  })
})

describe('the thing that is called so', () => {
  it('is never guessed', () => {
    fc.assert(
      fc.property(
        items,
        fc.oneof(
          name,
          name.map(text => text.slice(0, 3)),
        ),
        (items, typed) => {
          fc.pre(typed !== '')
          const found = findNamed(typed, items)
          const exact = items.filter(item => lower(item.name) === lower(typed))
          const begun = items.filter(item => lower(item.name).startsWith(lower(typed)))
          const { id, within } = readReference(typed)
          const sounds = (text: string) =>
            lower(text)
              .split(/[\s._-]+/)
              .join('')
          const sounding = items.filter(item => sounds(item.name) === sounds(typed))
          if (found.kind === 'one')
            expect(
              found.item.id === id ||
                found.item.name === typed ||
                (exact.length === 1 && exact[0] === found.item) ||
                (exact.length === 0 && begun.length === 1 && begun[0] === found.item) ||
                (begun.length === 0 && sounding.length === 1 && sounding[0] === found.item),
            ).toBe(true)
          if (found.kind === 'several') {
            expect(found.items.length).toBeGreaterThan(1)
            for (const item of found.items) expect(begun).toContain(item)
          }
          if (found.kind === 'same') {
            expect(found.items.length).toBeGreaterThan(1)
            for (const item of found.items) expect(exact).toContain(item)
          }
          if (found.kind === 'gone') expect(id).toBeDefined()
          if (found.kind === 'elsewhere') expect(within).toBeDefined()
          if (found.kind === 'none' && id === undefined) expect(begun).toEqual([])
        },
      ),
    )
  })

  it('is found by its reference, whatever it and others are called by now', () => {
    fc.assert(
      fc.property(items, fc.nat(), name, (items, at, oldName) => {
        const item = items[at % (items.length || 1)]
        fc.pre(item !== undefined && item.id !== '')
        expect(findNamed(sayReference({ ...item, name: oldName }, 1000), items)).toEqual({
          kind: 'one',
          item,
        })
      }),
    )
  })

  it('is found by its name in any case, unless another is called the same', () => {
    fc.assert(
      fc.property(items, fc.nat(), (items, at) => {
        const item = items[at % (items.length || 1)]
        fc.pre(item !== undefined && item.name !== '' && readReference(item.name).id === undefined)
        const alike = items.filter(other => lower(other.name) === lower(item.name))
        const found = findNamed(lower(item.name), items)
        if (alike.length === 1) expect(found).toEqual({ kind: 'one', item })
        else
          expect(found.kind).toBe(
            alike.filter(each => each.name === lower(item.name)).length === 1 ? 'one' : 'same',
          )
      }),
    )
  })

  it('is asked for where nothing or too much is called so', () => {
    const plans = called('web', 'web-prod', 'web-stage', 'Data', 'data lake', 'billing')
    const names = (typed: string) => {
      const found = findNamed(typed, plans)
      if (found.kind === 'none' || found.kind === 'elsewhere') return [found.kind]
      return [found.kind, ...(found.kind === 'one' ? [found.item] : found.items).map(({ name }) => name)]
    }
    expect(names('web')).toEqual(['one', 'web'])
    expect(names('WEB-P')).toEqual(['one', 'web-prod'])
    expect(names('web-')).toEqual(['several', 'web-prod', 'web-stage'])
    expect(names('data')).toEqual(['one', 'Data'])
    expect(names('bil')).toEqual(['one', 'billing'])
    expect(names('bi')).toEqual(['near', 'billing'])
    expect(names('b')).toEqual(['near', 'billing'])
    expect(names('biling')).toEqual(['near', 'billing'])
    expect(names('stage')).toEqual(['near', 'web-stage'])
    expect(names('Web prod')).toEqual(['one', 'web-prod'])
    expect(names('datalake')).toEqual(['one', 'data lake'])
    expect(names('webstag')).toEqual(['near', 'web-stage'])
    expect(names('-')).toEqual(['none'])
    expect(names('coffee')).toEqual(['none'])
    // It was there when the button was made, and is not any more: another of its name is not it.
    expect(names('#99 web')).toEqual(['gone', 'web'])
    expect(names('#99 web-p')).toEqual(['near', 'web-prod', 'web'])
  })
})

it('a thing that is called as a reference is written is found by its name', () => {
  for (const name of ['#prod', '#12 nightly', '#12/3 nightly']) {
    const items = called(name, 'web')
    expect(findNamed(name, items)).toEqual({ kind: 'one', item: items[0] })
  }
  expect(findNamed('#prod', called('#prod', '#prod'))).toMatchObject({ kind: 'near' })
})

it.each([
  ['bo', 'bo@acme.test'],
  ['db', 'db main'],
  ['db', 'db_main'],
])('%s is enough of %s, since it is a whole word', (typed, name) => {
  const [item] = called(name)
  expect(findNamed(typed, called(name, 'web'))).toEqual({ kind: 'one', item })
})

it('a thing is not taken for another whose numbers are joined', () => {
  const plans = called('web-1.1', 'db-2')
  expect(findNamed('web 1 1', plans)).toMatchObject({ kind: 'one' })
  expect(findNamed('db2', plans)).toMatchObject({ kind: 'one' })
  expect(findNamed('web-11', plans)).toMatchObject({ kind: 'near' })
})

it('no name is looked for below thousands of marks', () => {
  expect(findNamed('*'.repeat(40_000), called('web'))).toEqual({ kind: 'none' })
})

describe('a thing of one organization', () => {
  const here = [{ id: '1', name: 'billing-core', within: '2002' }]

  it('is found by its reference there, and is nothing of another organization with the same id', () => {
    expect(findNamed(sayReference({ id: '1', name: 'web-prod', within: '2002' }), here)).toEqual({
      kind: 'one',
      item: here[0],
    })
    expect(findNamed(sayReference({ id: '1', name: 'web-prod', within: '1001' }), here)).toEqual({
      kind: 'elsewhere',
    })
  })

  it('is never another one: a reference finds the thing of its id, or asks', () => {
    const things = fc.uniqueArray(fc.record({ id: words(6).filter(Boolean), name }), {
      selector: ({ id }) => id,
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(
        things,
        fc.record({ id: words(6).filter(Boolean), name }),
        fc.boolean(),
        (things, meant, here) => {
          const items = things.map(thing => ({ ...thing, within: 'A' }))
          const found = findNamed(sayReference({ ...meant, within: here ? 'A' : 'B' }, 1000), items)
          const own = items.find(({ id }) => id === meant.id)
          if (!here) expect(found).toEqual({ kind: 'elsewhere' })
          else if (own) expect(found).toEqual({ kind: 'one', item: own })
          else expect(['gone', 'near', 'none']).toContain(found.kind)
          if (found.kind === 'gone')
            for (const item of found.items)
              expect(lower(item.name)).toBe(lower(meant.name.trimEnd() || meant.id))
        },
      ),
    )
  })

  it('has a reference that reads back', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (id, within) => {
        fc.pre(id.isWellFormed() && within.isWellFormed())
        expect(readReference(sayReference({ id, within, name: 'web' }, 1000))).toEqual({
          id,
          within,
          name: 'web',
        })
      }),
    )
  })
})

describe('the nearest names', () => {
  it('are few, hold the words or differ by a slip or two', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), name, (names, typed) => {
        const near = nearest(typed, names, each => each)
        expect(near.length).toBeLessThanOrEqual(5)
        for (const each of near) expect(names).toContain(each)
        const holding = names.filter(
          each => lower(each).includes(lower(typed)) && lower(each) !== lower(typed),
        )
        if (holding.length > 0 && typed.length > 1) expect(near.length).toBeGreaterThan(0)
      }),
    )
  })

  it('are not there for one letter that nothing holds', () => {
    expect(nearest('x', ['a', 'b'], each => each)).toEqual([])
  })
})

describe('the name that a sentence begins with', () => {
  const behind = fc.constantFrom('', ' tomorrow', '  to friday', ', because', ': 3 days', ' x "y"', '\tnow')

  it('is the longest that is known, and nothing of the sentence is lost', () => {
    fc.assert(
      fc.property(items, fc.nat(), behind, (items, at, behind) => {
        const meant = items[at % (items.length || 1)]?.name ?? ''
        fc.pre(meant !== '' && !meant.startsWith('"'))
        const sentence = meant + behind
        const taken = takeName(sentence, items)
        expect(taken).toBeDefined()
        if (!taken) return
        expect(taken.words.length).toBeGreaterThanOrEqual(meant.length)
        expect(sentence.startsWith(taken.words)).toBe(true)
        expect(sentence.endsWith(taken.rest)).toBe(true)
        expect(sentence.slice(taken.words.length, sentence.length - taken.rest.length)).toMatch(/^[\s,:;]*$/)
        const alike = items.filter(({ name }) => lower(name) === lower(taken.words))
        expect(taken.item).toBe(alike.length === 1 ? alike[0] : undefined)
      }),
    )
  })

  it('may have spaces, another case, or quotes around it', () => {
    const plans = called('web', 'web prod', 'web prod eu', 'Data')
    const take = (sentence: string) => {
      const { item, words, rest } = takeName(sentence, plans) ?? {}
      return [item?.name, words, rest]
    }
    expect(take('web prod tomorrow')).toEqual(['web prod', 'web prod', 'tomorrow'])
    expect(take('WEB PROD EU tomorrow')).toEqual(['web prod eu', 'WEB PROD EU', 'tomorrow'])
    expect(take('web production')).toEqual(['web', 'web', 'production'])
    expect(take('"web prod" tomorrow')).toEqual([undefined, 'web prod', 'tomorrow'])
    expect(take('data: now')).toEqual(['Data', 'data', 'now'])
    expect(take('website')).toEqual([undefined, undefined, undefined])
    expect(take('the web prod plan, tomorrow')).toEqual(['web prod', 'web prod', 'tomorrow'])
    expect(take('plan data planned work')).toEqual(['Data', 'data', 'planned work'])
    expect(take('the website')).toEqual([undefined, undefined, undefined])
    expect(takeName('', plans)).toBeUndefined()
    expect(takeName('"" x', plans)).toBeUndefined()
  })
})
