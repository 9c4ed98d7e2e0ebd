import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localKey, parseKeys } from '../../src/storage/keys.ts'
import { temporaryFolder } from '../temporary-folder.ts'

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

  it('is refused by the position of what is wrong, never by its value', () => {
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

describe('the key of the local mode', () => {
  it('is made once, for its owner alone, and read from then on', async () => {
    const inside = join(await temporaryFolder(), 'data')
    const made = await localKey(inside)
    expect(made).toHaveLength(32)
    expect((await stat(join(inside, 'encryption.key'))).mode & 0o777).toBe(0o600)
    expect(await localKey(inside)).toEqual(made)
    expect(await readdir(inside)).toEqual(['encryption.key'])
  })

  it('can be taken over as ENCRYPTION_KEY', async () => {
    const inside = await temporaryFolder()
    const made = await localKey(inside)
    expect(parseKeys(await readFile(join(inside, 'encryption.key'), 'utf8'))).toEqual([made])
  })

  it('is the same for all who start at once', async () => {
    const inside = await temporaryFolder()
    const made = await Promise.all(Array.from({ length: 10 }, () => localKey(inside)))
    expect(new Set(made.map(base64)).size).toBe(1)
    expect(await readdir(inside)).toEqual(['encryption.key'])
  })

  it('is never made over a file that holds something else', async () => {
    const path = join(await temporaryFolder(), 'encryption.key')
    await writeFile(path, 'hunter2\n')
    const refused = localKey(join(path, '..'))
    await expect(refused).rejects.toThrow(`${path} does not hold 32 bytes in base64`)
    await expect(refused).rejects.not.toThrow('hunter2')
    expect(await readFile(path, 'utf8')).toBe('hunter2\n')
  })
})
