import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../browser')

const { resolve } = createRequire(import.meta.url)

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** What the browser loads, by name: the files of `browser/`, and idiomorph as it is published. */
export const createAssets = () => {
  const files = new Map([
    ...readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).map(
      name => [name, join(FOLDER, name)] as const,
    ),
    ['idiomorph.js', resolve('idiomorph/dist/idiomorph.esm.js')] as const,
  ])

  return (name: string): { type: string; body: string } | undefined => {
    const [path, type] = [files.get(name), TYPES[extname(name)]]
    return path && type ? { type, body: readFileSync(path, 'utf8') } : undefined
  }
}
