import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFilesAllowed, sharesOf } from '../../src/app/open-files.ts'
import { temporaryFolder } from '../temporary-folder.ts'

describe('how many files may be open', () => {
  it.each([
    ['Max open files            1024                 524288               files', 1024],
    ['Max open files            unlimited            unlimited            files', Number.POSITIVE_INFINITY],
    ['Max cpu time              unlimited            unlimited            seconds', Number.POSITIVE_INFINITY],
  ])('is what the system says: %s', async (line, allowed) => {
    const path = join(await temporaryFolder(), 'limits')
    await writeFile(
      path,
      `Limit                     Soft Limit           Hard Limit           Units\n${line}\n`,
    )
    expect(openFilesAllowed(path)).toBe(allowed)
  })

  it('has no limit where the system does not say', () => {
    expect(openFilesAllowed('/nowhere/limits')).toBe(Number.POSITIVE_INFINITY)
  })

  it.each([
    [60, { isFew: true, sockets: 3, mostConnections: 15 }],
    [256, { isFew: true, sockets: 16, mostConnections: 64 }],
    [1024, { isFew: false, sockets: 64, mostConnections: 760 }],
    [Number.POSITIVE_INFINITY, { isFew: false, sockets: 64, mostConnections: Number.POSITIVE_INFINITY }],
  ])('is shared out so that the bot has some for itself: %d', (allowed, shares) => {
    expect(sharesOf(allowed)).toEqual(shares)
  })
})
