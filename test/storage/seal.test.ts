import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSealer, SealError } from '../../src/storage/seal.ts'

const [older, newer, strange] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const words = fc.string({ unit: 'grapheme' })

describe('a sealer', () => {
  it('opens for the same owner whatever it sealed', () => {
    const sealer = createSealer([newer, older])
    fc.assert(
      fc.property(words, words, (plain, owner) => {
        expect(sealer.open(sealer.seal(plain, owner), owner)).toBe(plain)
      }),
    )
  })

  it('opens for nobody else', () => {
    const sealer = createSealer([newer])
    fc.assert(
      fc.property(words, words, words, (plain, owner, other) => {
        fc.pre(owner !== other)
        expect(() => sealer.open(sealer.seal(plain, owner), other)).toThrow(SealError)
      }),
    )
  })

  it('refuses a text in which any one character was changed', () => {
    const sealer = createSealer([newer, older])
    const other = fc.constantFrom(...'ABCabc019-_.+/= \n\u0000é')
    fc.assert(
      fc.property(words, fc.nat(), other, (plain, at, character) => {
        const sealed = sealer.seal(plain, 'T1:U1')
        const index = at % sealed.length
        fc.pre(sealed[index] !== character)
        const changed = sealed.slice(0, index) + character + sealed.slice(index + 1)
        expect(() => sealer.open(changed, 'T1:U1')).toThrow(SealError)
      }),
      { numRuns: 500 },
    )
  })

  it('refuses every text that was cut, lengthened or never sealed', () => {
    const sealer = createSealer([newer])
    const sealed = sealer.seal('token', 'T1:U1')
    const cut = Array.from(sealed, (_, end) => sealed.slice(0, end))
    for (const text of [
      ...cut,
      `${sealed}A`,
      `${sealed}.`,
      `${sealed}=`,
      `${sealed}\n`,
      'token',
      '..',
      'v1..',
    ]) {
      expect(() => sealer.open(text, 'T1:U1'), text).toThrow(SealError)
    }
  })

  it('seals the same text differently each time and shows nothing of it', () => {
    const sealer = createSealer([newer])
    const sealed = Array.from({ length: 100 }, () => sealer.seal('xoxb-secret', 'T1:U1'))
    expect(new Set(sealed).size).toBe(100)
    for (const text of sealed) expect(text).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/)
    expect(sealed.join()).not.toContain('xoxb')
  })

  it('seals with the first key and opens with all, so that keys can be rotated', () => {
    const before = createSealer([older])
    const after = createSealer([newer, older])
    const sealed = before.seal('token', 'T1:U1')
    expect(after.open(sealed, 'T1:U1')).toBe('token')
    expect(before.isCurrent(sealed)).toBe(true)
    expect(after.isCurrent(sealed)).toBe(false)
    const again = after.seal('token', 'T1:U1')
    expect(after.isCurrent(again)).toBe(true)
    expect(() => before.open(again, 'T1:U1')).toThrow(SealError)
  })

  it('says why without saying what', () => {
    const sealed = createSealer([newer]).seal('xoxb-secret', 'T1:U1')
    const complaint = (open: () => string) => {
      try {
        return open()
      } catch (error) {
        return error instanceof Error ? `${error.name}: ${error.message}` : ''
      }
    }
    expect(complaint(() => createSealer([strange]).open(sealed, 'T1:U1'))).toBe(
      'SealError: The text was sealed with a key that is not here',
    )
    expect(complaint(() => createSealer([newer]).open(sealed, 'T1:U2'))).toBe(
      'SealError: The sealed text was changed or belongs to another owner',
    )
    expect(complaint(() => createSealer([newer]).open('xoxb-secret', 'T1:U1'))).toBe(
      'SealError: This is not a sealed text',
    )
  })

  it('wants at least one key and every key of 32 bytes', () => {
    expect(() => createSealer([])).toThrow(SealError)
    expect(() => createSealer([newer, randomBytes(16)])).toThrow('Key 2 is not 32 bytes long')
  })
})
