import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/** The folders that each folder of `src` may import, besides itself; only ones listed earlier. */
const IMPORTS: Record<string, string[]> = {
  'service/contract': [],
  message: [],
  language: [],
  core: ['language', 'message', 'service/contract'],
  operations: ['core', 'language', 'message', 'service/contract'],
  service: ['service/contract'],
  storage: ['core', 'message'],
  changes: ['core', 'message', 'service/contract', 'service', 'storage'],
  config: ['service', 'storage'],
  'embedded-service': ['service/contract', 'config', 'storage'],
  web: ['language', 'message'],
  slack: ['core', 'language', 'message', 'service', 'storage', 'changes', 'web'],
  playground: ['core', 'language', 'message', 'service/contract', 'storage', 'web'],
  cli: ['core', 'changes', 'config', 'storage'],
}

/** Packages that only some folders may import. */
const PACKAGES: Record<string, string[]> = {
  '@slack/bolt': ['app', 'message', 'slack'],
  'chrono-node': ['language'],
  kysely: ['app', 'changes', 'slack', 'storage'],
  pg: ['storage'],
  undici: ['playground', 'service', 'slack'],
}

/** Entry points that load far more than needed: every language for chrono, 1.5 s for date-fns. */
const EXPENSIVE = ['chrono-node', 'date-fns', 'date-fns-tz', 'date-fns-tz/formatInTimeZone']

const IMPORT = /^(?:import|export)\s(type\s)?[^'"]*?from '([^']+)'|\bimport[ (]'([^']+)'/gm

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
const sourceOf = (file: string) => readFileSync(join('src', file), 'utf8')
const folderOf = (file: string) =>
  file.startsWith('service/contract/') ? 'service/contract' : (file.split('/')[0] ?? '')
const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

const imports = files.flatMap(file =>
  [...sourceOf(file).matchAll(IMPORT)].map(([, type, from = '', later]) => {
    const name = later ?? from
    return { file, from: name, target: join(dirname(file), name), isType: type !== undefined }
  }),
)
const internal = imports.filter(({ from }) => from.startsWith('.'))
const external = imports.filter(({ from }) => !from.startsWith('.') && !from.startsWith('node:'))
const format = ({ file, from }: { file: string; from: string }) => `${file} → ${from}`

describe('the folders of src', () => {
  it('import only from allowed folders', () => {
    const isAllowed = (from: string, to: string) =>
      from === to || from === 'app' || from === 'main.ts' || IMPORTS[from]?.includes(to)
    const wrong = internal.filter(({ file, target }) => !isAllowed(folderOf(file), folderOf(target)))
    expect(wrong.map(format)).toEqual([])
  })

  it('depend on each other in one direction only', () => {
    const order = Object.keys(IMPORTS)
    const isBelow = (from: string) => (to: string) => order.indexOf(to) >= order.indexOf(from)
    expect(Object.entries(IMPORTS).filter(([from, others]) => others.some(isBelow(from)))).toEqual([])
  })

  it('import restricted packages only where allowed', () => {
    const wrong = external.filter(
      ({ file, from }) => PACKAGES[packageOf(from)]?.includes(folderOf(file)) === false,
    )
    expect(wrong.map(format)).toEqual([])
  })

  it('load no development dependency and no expensive entry point', () => {
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')))
    const loaded = external.filter(({ isType }) => !isType)
    expect(loaded.filter(({ from }) => !(packageOf(from) in dependencies)).map(format)).toEqual([])
    expect(loaded.filter(({ from }) => EXPENSIVE.includes(from)).map(format)).toEqual([])
  })

  it('read environment variables only in config', () => {
    const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    expect(files.filter(file => /\benv\b/.test(withoutComments(sourceOf(file))))).toEqual([
      'config/config.ts',
    ])
  })
})
