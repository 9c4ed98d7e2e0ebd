import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { build } from '../../src/build/build.ts'

/** The program of `src/` as it is joined now, for the tests of a file: where its first file is. */
export function joinedFor(name: string): string {
  // From where its packages are found.
  const folder = resolve('node_modules/.cache', `joined-for-${name}`)
  beforeAll(() => build(folder))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'main.cjs')
}
