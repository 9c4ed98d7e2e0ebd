// Not TypeScript, since Node loads its compiler for the first file that it does not find compiled: 20 MB for as long as it
// runs. Before anything else is loaded: a start with compiled code at hand takes half the time.
import { readdirSync, statSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { join } from 'node:path'

const sources = import.meta.dirname
const house = join(sources, '..')
const joined = join(house, 'dist/main.cjs')

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'))
if (isJoined()) createRequire(import.meta.url)(joined)
else await import('./main.ts')

/** Whether the program and its packages are joined, as `npm run build` does it, and are what they were then. */
function isJoined() {
  const { mtimeMs: joinedAt = 0 } = statSync(joined, { throwIfNoEntry: false }) ?? {}
  const names = readdirSync(sources, { recursive: true }).map(name => `${sources}/${name}`)
  return [`${house}/package-lock.json`, ...names].every(name => {
    const file = statSync(name, { throwIfNoEntry: false })
    return !file?.isFile() || file.mtimeMs < joinedAt
  })
}
