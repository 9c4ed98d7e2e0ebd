import { randomBytes } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSealer, localKey, parseKeys } from '../../src/storage/encryption.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]
const words = fc.string({ unit: 'grapheme' })

describe('a sealer', () => {
  it('opens what it sealed for the same owner', () => {
    const sealer = createSealer([newer, older])
    fc.assert(
      fc.property(words, words, (plain, owner) => {
        expect(sealer.open(sealer.seal(plain, owner), owner)).toBe(plain)
      }),
    )
  })

  it('does not open it for another owner', () => {
    const sealer = createSealer([newer])
    fc.assert(
      fc.property(words, words, words, (plain, owner, other) => {
        fc.pre(owner !== other)
        expect(sealer.open(sealer.seal(plain, owner), other)).toBeUndefined()
      }),
    )
  })

  it('never opens a changed text to a different plain text', () => {
    const sealer = createSealer([newer, older])
    const other = fc.constantFrom(...'ABCabc019-_.+/= \n\u0000é')
    fc.assert(
      fc.property(words, fc.nat(), other, (plain, at, character) => {
        const sealed = sealer.seal(plain, 'T1:U1')
        const index = at % sealed.length
        fc.pre(sealed[index] !== character)
        const changed = sealed.slice(0, index) + character + sealed.slice(index + 1)
        expect([undefined, plain]).toContain(sealer.open(changed, 'T1:U1'))
      }),
      { numRuns: 500 },
    )
  })

  it('does not open texts that are truncated or were never sealed', () => {
    const sealer = createSealer([newer])
    const sealed = sealer.seal('token', 'T1:U1')
    const cut = Array.from(sealed, (_, end) => sealed.slice(0, end))
    for (const text of [...cut, 'token', '..', 'v1..'])
      expect(sealer.open(text, 'T1:U1'), text).toBeUndefined()
  })

  it('seals equal texts differently, without revealing them', () => {
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
    const resealed = after.seal('token', 'T1:U1')
    expect(resealed.startsWith(after.prefix)).toBe(true)
    expect(before.open(resealed, 'T1:U1')).toBeUndefined()
  })
})

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const base64 = (key: Uint8Array) => Buffer.from(key).toString('base64')

describe('ENCRYPTION_KEY', () => {
  it('holds one key or several, in order', () => {
    fc.assert(
      fc.property(fc.array(bytes, { minLength: 1, maxLength: 4 }), keys => {
        expect(parseKeys(keys.map(base64).join(', ')).map(base64)).toEqual(keys.map(base64))
      }),
    )
  })

  it('is refused with the positions but not the values of wrong keys', () => {
    const good = base64(new Uint8Array(32))
    const short = base64(new Uint8Array(31))
    const complaint = (text: string) => {
      try {
        return `${parseKeys(text).length} keys`
      } catch (error) {
        return error instanceof Error ? error.message : ''
      }
    }
    expect(complaint(`${good},${short},${good},hunter2`)).toMatch(/^key 2, 4 of 4 is not 32 bytes/)
    expect(complaint(`${good},hunter2`)).not.toContain('hunter2')
    expect(complaint('')).toMatch(/^it is not 32 bytes/)
    expect(complaint(`${good},`)).toMatch(/key 2 of 2/)
    expect(complaint(base64(new Uint8Array(33)))).toMatch(/it is not 32 bytes/)
  })
})

describe('the key of the playground', () => {
  it('is created once, readable only for its owner, in the format of ENCRYPTION_KEY', async () => {
    const folder = join(await temporaryFolder(), 'data')
    const key = await localKey(folder)
    expect(key).toHaveLength(32)
    expect((await stat(join(folder, 'encryption.key'))).mode & 0o777).toBe(0o600)
    expect(await localKey(folder)).toEqual(key)
    expect(parseKeys(await readFile(join(folder, 'encryption.key'), 'utf8'))).toEqual([key])
  })

  it('does not overwrite a file with other content', async () => {
    const path = join(await temporaryFolder(), 'encryption.key')
    await writeFile(path, 'hunter2\n')
    const refused = localKey(join(path, '..'))
    await expect(refused).rejects.toThrow(`${path} does not hold 32 bytes in base64`)
    await expect(refused).rejects.not.toThrow('hunter2')
    expect(await readFile(path, 'utf8')).toBe('hunter2\n')
  })
})
