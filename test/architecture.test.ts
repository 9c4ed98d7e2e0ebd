import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/**
 * The rooms of the house and what each may import: folders, or single files of `src`, the more exact one counting.
 * A room may always import itself. They stand in the order in which they build on each other.
 */
const ROOMS: Record<string, string[]> = {
  'json.ts': [],
  'raw.ts': [],
  'block-kit': ['json.ts', 'raw.ts'],
  memory: [],
  sealing: [],
  'unfit.ts': [],
  database: ['memory', 'sealing', 'unfit.ts'],
  links: ['memory', 'sealing', 'database'],
  'errors.ts': ['block-kit', 'links'],
  'reply.ts': ['block-kit'],
  outgoing: ['memory'],
  time: [],
  'service/contract': ['time'],
  service: ['memory', 'unfit.ts', 'outgoing', 'service/contract'],
  'whereabouts.ts': [],
  journal: [
    'raw.ts',
    'memory',
    'sealing',
    'database',
    'links',
    'errors.ts',
    'reply.ts',
    'service/contract',
    'service',
    'whereabouts.ts',
  ],
  'person.ts': ['links', 'service/contract', 'service', 'whereabouts.ts', 'journal'],
  form: ['json.ts', 'raw.ts', 'block-kit'],
  'specification.ts': ['raw.ts', 'block-kit', 'reply.ts', 'person.ts', 'form'],
  'operation.ts': ['raw.ts', 'block-kit', 'reply.ts', 'person.ts', 'form', 'specification.ts'],
  text: ['json.ts', 'raw.ts', 'block-kit', 'reply.ts', 'form', 'operation.ts'],
  'admission.ts': [
    'raw.ts',
    'block-kit',
    'memory',
    'links',
    'errors.ts',
    'service/contract',
    'service',
    'whereabouts.ts',
    'journal',
    'person.ts',
    'text',
  ],
  explain: [
    'raw.ts',
    'block-kit',
    'links',
    'errors.ts',
    'reply.ts',
    'service',
    'journal',
    'operation.ts',
    'text',
  ],
  'outcome.ts': ['raw.ts', 'reply.ts', 'form', 'operation.ts'],
  'changes.ts': [
    'raw.ts',
    'links',
    'errors.ts',
    'journal',
    'operation.ts',
    'text',
    'admission.ts',
    'explain',
    'outcome.ts',
  ],
  homes: ['database', 'links'],
  tickets: ['sealing', 'database'],
  installs: ['json.ts', 'memory', 'sealing', 'database', 'tickets'],
  'funnel.ts': [
    'raw.ts',
    'errors.ts',
    'reply.ts',
    'service',
    'person.ts',
    'form',
    'specification.ts',
    'operation.ts',
    'text',
    'admission.ts',
    'explain',
    'outcome.ts',
  ],
  'run.ts': [
    'raw.ts',
    'errors.ts',
    'journal',
    'form',
    'specification.ts',
    'operation.ts',
    'admission.ts',
    'explain',
    'outcome.ts',
    'changes.ts',
    'funnel.ts',
  ],
  metrics: ['operation.ts', 'admission.ts', 'run.ts'],
  fields: [
    'raw.ts',
    'block-kit',
    'memory',
    'links',
    'errors.ts',
    'service/contract',
    'whereabouts.ts',
    'person.ts',
    'form',
    'text',
    'time',
  ],
  features: [
    'raw.ts',
    'block-kit',
    'memory',
    'links',
    'errors.ts',
    'reply.ts',
    'service/contract',
    'service',
    'whereabouts.ts',
    'journal',
    'person.ts',
    'form',
    'specification.ts',
    'operation.ts',
    'text',
    'explain',
    'time',
    'fields',
  ],
  'operations.ts': ['operation.ts', 'text', 'features'],
  http: ['memory'],
  slack: ['json.ts', 'links'],
  page: [
    'json.ts',
    'raw.ts',
    'block-kit',
    'database',
    'reply.ts',
    'form',
    'operation.ts',
    'text',
    'admission.ts',
    'outcome.ts',
    'installs',
    'run.ts',
    'http',
    'slack',
    'tickets',
  ],
  'settler.ts': ['reply.ts', 'journal', 'explain', 'outcome.ts'],
  'slack/delivery': [
    'json.ts',
    'raw.ts',
    'block-kit',
    'memory',
    'reply.ts',
    'outgoing',
    'operation.ts',
    'admission.ts',
    'outcome.ts',
    'http',
    'slack',
  ],
  'emoji.ts': [],
  'slack/forms': [
    'json.ts',
    'raw.ts',
    'block-kit',
    'reply.ts',
    'form',
    'operation.ts',
    'text',
    'admission.ts',
    'outcome.ts',
    'run.ts',
    'slack',
    'tickets',
    'slack/delivery',
  ],
  'slack/gate': ['block-kit', 'memory', 'slack', 'slack/delivery', 'slack/forms'],
  'slack/receiving': ['json.ts', 'outgoing', 'http', 'slack', 'slack/gate'],
  'slack/doors': [
    'raw.ts',
    'block-kit',
    'memory',
    'reply.ts',
    'whereabouts.ts',
    'journal',
    'person.ts',
    'form',
    'operation.ts',
    'text',
    'admission.ts',
    'explain',
    'outcome.ts',
    'homes',
    'installs',
    'run.ts',
    'slack',
    'slack/delivery',
    'emoji.ts',
    'slack/forms',
    'slack/gate',
    'slack/receiving',
  ],
  'bot.ts': [
    'links',
    'service',
    'journal',
    'person.ts',
    'admission.ts',
    'changes.ts',
    'homes',
    'installs',
    'run.ts',
    'metrics',
    'operations.ts',
    'slack',
    'tickets',
    'page',
    'settler.ts',
    'slack/delivery',
    'slack/forms',
    'slack/gate',
    'slack/doors',
  ],
  build: [],
  config: ['sealing', 'database'],
  'config.ts': ['database', 'outgoing', 'config'],
  cli: ['sealing', 'database', 'journal', 'config.ts'],
  playground: ['json.ts', 'database', 'links', 'service/contract', 'service', 'emoji.ts'],
  'service/local': ['service/contract', 'config', 'config.ts'],
  process: [
    'sealing',
    'unfit.ts',
    'database',
    'links',
    'outgoing',
    'service',
    'journal',
    'text',
    'homes',
    'installs',
    'metrics',
    'operations.ts',
    'http',
    'slack',
    'tickets',
    'page',
    'slack/delivery',
    'slack/gate',
    'slack/receiving',
    'slack/doors',
    'bot.ts',
    'config',
    'config.ts',
    'playground',
    'service/local',
  ],
  'start.ts': [
    'service',
    'journal',
    'http',
    'settler.ts',
    'slack/delivery',
    'bot.ts',
    'config.ts',
    'process',
  ],
  'main.ts': ['config.ts', 'process', 'start.ts'],
}

/** Which room may import which package. */
const PACKAGES: Record<string, string[]> = {
  '@hono/node-server': ['playground'],
  '@slack/bolt': ['block-kit', 'bot.ts', 'process', 'slack'],
  '@slack/oauth': ['installs', 'page'],
  'chrono-node': ['time'],
  cockatiel: ['service'],
  'date-fns-tz': ['playground'],
  'fastest-levenshtein': ['text', 'time'],
  gemoji: ['emoji.ts'],
  hono: ['page', 'playground'],
  idiomorph: ['playground'],
  kysely: ['database', 'installs', 'journal', 'process'],
  'lru-cache': ['memory'],
  pg: ['database/dialects'],
  pino: [
    'bot.ts',
    'changes.ts',
    'funnel.ts',
    'metrics',
    'process',
    'run.ts',
    'settler.ts',
    'slack',
    'start.ts',
  ],
  rolldown: ['build'],
  undici: ['outgoing', 'playground', 'service', 'slack'],
  yaml: ['playground'],
  zod: [
    'block-kit',
    'config',
    'config.ts',
    'installs',
    'journal',
    'page',
    'playground',
    'process',
    'raw.ts',
    'service',
    'slack',
  ],
}

/** Entries that load far more than what is used of them: 1.5 s and 250 MB at every start for date-fns, every language for chrono. */
const DEAR = ['chrono-node', 'date-fns', 'date-fns-tz', 'date-fns-tz/formatInTimeZone']

type Import = { file: string; from: string; typeOnly: boolean }

const IMPORT = /^(?:import|export)\s(type\s)?[^'"]*?from '([^']+)'|\bimport[ (]'([^']+)'/gm

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
const sourceOf = (file: string) => readFileSync(join('src', file), 'utf8')
const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const imports: Import[] = files.flatMap(file =>
  [...sourceOf(file).matchAll(IMPORT)].map(([, type, from = '', later]) => {
    const name = later ?? from
    return {
      file,
      // What is not TypeScript is known by the types that stand beside it.
      from: name.startsWith('.') ? join(dirname(file), name).replace(/\.js$/, '.d.ts') : name,
      typeOnly: type !== undefined,
    }
  }),
)
const inside = imports.filter(({ from }) => from.endsWith('.ts'))
const outside = imports.filter(({ from }) => !from.endsWith('.ts') && !from.startsWith('node:'))

const order = Object.keys(ROOMS)
const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`)
const roomOf = (file: string): string =>
  order.filter(room => isIn(file, room)).sort((a, b) => b.length - a.length)[0] ?? `no room: ${file}`
/** The package that a name belongs to, whichever of its entries it is. */
const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
const tell = ({ file, from }: Import) => `${file} → ${from}`

describe('the house', () => {
  it('has a room for every file, and a file for every room', () => {
    expect(new Set(files.map(roomOf))).toEqual(new Set(order))
  })

  it('lets every file import only what its room may', () => {
    const allowed = ({ file, from }: Import) => {
      const [own, other] = [roomOf(file), roomOf(from)]
      return own === other || ROOMS[own]?.some(room => room === other || room === from)
    }
    expect(inside.filter(each => !allowed(each)).map(tell)).toEqual([])
  })

  it('has no permission that nobody needs', () => {
    const unused = order.flatMap(own =>
      (ROOMS[own] ?? [])
        .filter(
          room =>
            !inside.some(
              ({ file, from }) => roomOf(file) === own && (roomOf(from) === room || from === room),
            ),
        )
        .map(room => `${own} → ${room}`),
    )
    expect(unused).toEqual([])
  })

  it('builds every room on rooms that stand already', () => {
    const upwards = inside.filter(
      ({ file, from }) => order.indexOf(roomOf(from)) > order.indexOf(roomOf(file)),
    )
    expect(upwards.map(tell)).toEqual([])
  })

  it('has no circle of files, nor of their types', () => {
    const next = (file: string) => inside.filter(each => each.file === file).map(({ from }) => from)
    const circles = files.flatMap(file => {
      const reached = new Set<string>()
      const walk = (at: string): void => {
        for (const to of next(at)) {
          if (reached.has(to)) continue
          reached.add(to)
          walk(to)
        }
      }
      walk(file)
      return reached.has(file) ? [file] : []
    })
    expect(circles).toEqual([])
  })

  it('lets packages into the rooms that they belong to', () => {
    const strays = outside.filter(
      ({ file, from }) => !PACKAGES[packageOf(from)]?.some(room => isIn(file, room)),
    )
    expect(strays.map(tell)).toEqual([])
    expect(new Set(outside.map(({ from }) => packageOf(from)))).toEqual(new Set(Object.keys(PACKAGES)))
  })

  it('runs without the packages that are there for development alone', () => {
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')))
    const running = outside.filter(({ file, typeOnly }) => !typeOnly && roomOf(file) !== 'build')
    expect(running.filter(({ from }) => !(packageOf(from) in dependencies)).map(tell)).toEqual([])
  })

  it('loads no entry that costs more than it brings', () => {
    expect(outside.filter(({ from, typeOnly }) => !typeOnly && DEAR.includes(from)).map(tell)).toEqual([])
  })
})

describe('PostgreSQL', () => {
  it('is loaded by those alone who have it', () => {
    const loading = files.filter(file => /^import (?!type ).*from 'pg'/m.test(sourceOf(file)))
    expect(loading).toEqual([])
    expect(files.filter(file => /await import\('pg'\)/.test(sourceOf(file)))).toEqual([
      'database/dialects/postgres.ts',
    ])
  })
})

describe('the table of emoji', () => {
  it('is loaded by the bot when somebody writes the first', () => {
    const loading = (file: string) => /^import (?!type ).*\/emoji\.ts'/m.test(sourceOf(file))
    expect(files.filter(loading).filter(file => !isIn(file, 'playground'))).toEqual([])
    expect(sourceOf('slack/doors/typed-words.ts')).toContain("await import('../../emoji.ts')")
  })
})

describe('every file', () => {
  const holding = (pattern: RegExp) => files.filter(file => pattern.test(withoutComments(sourceOf(file))))

  it('leaves the environment to config', () => {
    expect(holding(/\benv\b/)).toEqual(['config.ts'])
  })

  it('keeps the compiler strict', () => {
    expect(holding(/[:<|&(,=]\s*any\b|\bas any\b|\bany\[\]/)).toEqual([])
    expect(files.filter(file => /@ts-|biome-ignore/.test(sourceOf(file)))).toEqual([])
  })

  it('has an exact name, exports by name, and is no barrel', () => {
    expect(files.filter(file => /(utils?|helpers?|types?|constants?|managers?)\.ts$/.test(file))).toEqual([])
    expect(files.filter(file => file.endsWith('index.ts'))).toEqual(['service/contract/index.ts'])
    expect(holding(/^export (default|\*)/m)).toEqual([])
    expect(holding(/^export .* from '/m)).toEqual([])
  })

  it('gives a type of the bot a name of its own', () => {
    // The readers of phrases, the service and the Slack that stand in have words of their own.
    const others = ['time', 'playground', 'service/local']
    const own = files.filter(file => !others.some(room => isIn(file, room)))
    const names = own.flatMap(file =>
      [...sourceOf(file).matchAll(/^export (?:type|class) (\w+)/gm)].map(([, name]) => name),
    )
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('writes nothing to the console', () => {
    expect(holding(/\bconsole\./)).toEqual([])
  })
})
