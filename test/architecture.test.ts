import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/** What each folder of `src` may import, besides itself: some of those above it. */
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

/** Which folder may import which package, where not every one may. */
const PACKAGES: Record<string, string[]> = {
  '@slack/bolt': ['app', 'message', 'slack'],
  'chrono-node': ['language'],
  kysely: ['app', 'changes', 'slack', 'storage'],
  pg: ['storage'],
  undici: ['playground', 'service', 'slack'],
}

/** Entries that load far more than what is used of them: every language for chrono, 1.5 s for date-fns. */
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
const inside = imports.filter(({ from }) => from.startsWith('.'))
const outside = imports.filter(({ from }) => !from.startsWith('.') && !from.startsWith('node:'))
const format = ({ file, from }: { file: string; from: string }) => `${file} → ${from}`

describe('the folders of src', () => {
  it('import only what they may', () => {
    const isAllowed = (own: string, other: string) =>
      own === other || own === 'app' || own === 'main.ts' || IMPORTS[own]?.includes(other)
    const wrong = inside.filter(({ file, target }) => !isAllowed(folderOf(file), folderOf(target)))
    expect(wrong.map(format)).toEqual([])
  })

  it('import one way', () => {
    const order = Object.keys(IMPORTS)
    const isBelow = (own: string) => (other: string) => order.indexOf(other) >= order.indexOf(own)
    expect(Object.entries(IMPORTS).filter(([own, others]) => others.some(isBelow(own)))).toEqual([])
  })

  it('leave packages to those that they belong to', () => {
    const wrong = outside.filter(
      ({ file, from }) => PACKAGES[packageOf(from)]?.includes(folderOf(file)) === false,
    )
    expect(wrong.map(format)).toEqual([])
  })

  it('need no package of development, and load no entry that costs more than it brings', () => {
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')))
    const loaded = outside.filter(({ isType }) => !isType)
    expect(loaded.filter(({ from }) => !(packageOf(from) in dependencies)).map(format)).toEqual([])
    expect(loaded.filter(({ from }) => EXPENSIVE.includes(from)).map(format)).toEqual([])
  })

  it('leave the environment to config', () => {
    const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    expect(files.filter(file => /\benv\b/.test(withoutComments(sourceOf(file))))).toEqual([
      'config/config.ts',
    ])
  })
})
