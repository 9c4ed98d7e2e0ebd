// Not TypeScript, since Node loads its compiler for the first file that it does not find compiled: 20 MB for as long as it
// runs. Before anything else is loaded: a start with compiled code at hand takes half the time.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'))
await import('./main.ts')
