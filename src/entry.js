// Not TypeScript: as the compile cache is on before any is loaded, starting needs no TypeScript compiler.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'))
await import('./main.ts')
