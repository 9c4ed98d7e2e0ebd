// Not TypeScript, since Node loads its compiler for the first file that it does not find compiled: 20 MB for as long as it
// runs. Before anything else is loaded: a start with compiled code at hand takes half the time.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { stampOf } from './build/stamp.js'

const house = join(import.meta.dirname, '..')
const stamp = join(house, 'dist/stamp')

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'))
// As `npm run build` left it, of what is here now.
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(house))
  createRequire(import.meta.url)(join(house, 'dist/main.cjs'))
else await import('./main.ts')
