import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/**
 * The rooms of the house and what each may import: folders, or single files of `src`, the more exact one counting.
 * A room may always import itself. They stand in the order in which they build on each other.
 */
const ROOMS: Record<string, string[]> = {
  'raw.ts': [],
  'block-kit': ['raw.ts'],
  'derived.ts': [],
  'bounded.ts': [],
  sealing: [],
  'unfit.ts': [],
  database: ['bounded.ts', 'sealing', 'unfit.ts'],
  links: ['derived.ts', 'bounded.ts', 'sealing', 'database'],
  'errors.ts': ['block-kit', 'links'],
  'reply.ts': ['block-kit'],
  'connections.ts': [],
  'exchange.ts': [],
  'rests.ts': ['bounded.ts'],
  'service/contract': [],
  service: [
    'derived.ts',
    'bounded.ts',
    'unfit.ts',
    'connections.ts',
    'exchange.ts',
    'rests.ts',
    'service/contract',
  ],
  'whereabouts.ts': [],
  journal: [
    'raw.ts',
    'derived.ts',
    'sealing',
    'database',
    'links',
    'reply.ts',
    'service/contract',
    'service',
    'whereabouts.ts',
  ],
  'person.ts': ['links', 'service/contract', 'service', 'whereabouts.ts', 'journal'],
  'field.ts': ['raw.ts', 'block-kit'],
  'filling.ts': ['raw.ts'],
  'shape.ts': ['raw.ts', 'block-kit', 'field.ts'],
  'specification.ts': ['raw.ts', 'block-kit', 'reply.ts', 'person.ts', 'field.ts'],
  'operation.ts': [
    'raw.ts',
    'block-kit',
    'reply.ts',
    'person.ts',
    'field.ts',
    'filling.ts',
    'shape.ts',
    'specification.ts',
  ],
  text: ['raw.ts', 'block-kit', 'reply.ts', 'field.ts', 'operation.ts'],
  'admission.ts': [
    'raw.ts',
    'block-kit',
    'derived.ts',
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
  'outcome.ts': ['raw.ts', 'reply.ts', 'field.ts', 'shape.ts', 'operation.ts'],
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
  installs: ['bounded.ts', 'sealing', 'database'],
  time: [],
  fields: [
    'raw.ts',
    'block-kit',
    'derived.ts',
    'bounded.ts',
    'links',
    'errors.ts',
    'service/contract',
    'whereabouts.ts',
    'person.ts',
    'field.ts',
    'filling.ts',
    'text',
    'time',
  ],
  features: [
    'raw.ts',
    'block-kit',
    'derived.ts',
    'links',
    'errors.ts',
    'reply.ts',
    'service/contract',
    'service',
    'whereabouts.ts',
    'journal',
    'person.ts',
    'filling.ts',
    'specification.ts',
    'operation.ts',
    'text',
    'explain',
    'time',
    'fields',
  ],
  'operations.ts': ['operation.ts', 'text', 'features'],
  http: ['derived.ts'],
  'funnel.ts': [
    'raw.ts',
    'errors.ts',
    'reply.ts',
    'service',
    'person.ts',
    'field.ts',
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
    'field.ts',
    'specification.ts',
    'operation.ts',
    'admission.ts',
    'explain',
    'outcome.ts',
    'changes.ts',
    'funnel.ts',
  ],
  slack: ['links'],
  tickets: ['sealing', 'database'],
  page: [
    'raw.ts',
    'block-kit',
    'database',
    'reply.ts',
    'field.ts',
    'operation.ts',
    'text',
    'admission.ts',
    'outcome.ts',
    'installs',
    'http',
    'run.ts',
    'slack',
    'tickets',
  ],
  'settler.ts': ['reply.ts', 'journal', 'explain', 'outcome.ts'],
  'slack/delivery': [
    'raw.ts',
    'block-kit',
    'derived.ts',
    'reply.ts',
    'connections.ts',
    'exchange.ts',
    'rests.ts',
    'operation.ts',
    'admission.ts',
    'outcome.ts',
    'http',
    'slack',
  ],
  'emoji.ts': [],
  'slack/forms': [
    'raw.ts',
    'block-kit',
    'reply.ts',
    'field.ts',
    'shape.ts',
    'operation.ts',
    'text',
    'admission.ts',
    'outcome.ts',
    'run.ts',
    'slack',
    'tickets',
    'slack/delivery',
  ],
  'slack/gate': ['block-kit', 'derived.ts', 'bounded.ts', 'slack', 'slack/delivery', 'slack/forms'],
  'slack/receiving': ['connections.ts', 'http', 'slack', 'slack/gate'],
  'slack/doors': [
    'raw.ts',
    'block-kit',
    'bounded.ts',
    'links',
    'reply.ts',
    'whereabouts.ts',
    'journal',
    'field.ts',
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
  'timed.ts': ['operation.ts', 'admission.ts', 'run.ts'],
  'bot.ts': [
    'links',
    'service',
    'journal',
    'person.ts',
    'admission.ts',
    'changes.ts',
    'homes',
    'installs',
    'operations.ts',
    'run.ts',
    'slack',
    'tickets',
    'page',
    'settler.ts',
    'slack/delivery',
    'slack/forms',
    'slack/gate',
    'slack/doors',
    'timed.ts',
  ],
  build: [],
  'ways.ts': [],
  'variables.ts': ['sealing', 'database', 'ways.ts'],
  'config.ts': ['database', 'connections.ts', 'ways.ts', 'variables.ts'],
  cli: ['sealing', 'database', 'journal', 'config.ts'],
  metrics: [],
  'typed-secrets.ts': ['raw.ts', 'operation.ts', 'text'],
  playground: ['database', 'links', 'service/contract', 'service', 'emoji.ts', 'typed-secrets.ts'],
  'service/local': ['service/contract', 'config.ts'],
  'workspace.ts': [
    'sealing',
    'database',
    'connections.ts',
    'installs',
    'http',
    'page',
    'slack/delivery',
    'slack/receiving',
    'slack/doors',
    'config.ts',
  ],
  process: [
    'unfit.ts',
    'database',
    'service',
    'journal',
    'http',
    'slack',
    'page',
    'slack/gate',
    'slack/receiving',
    'bot.ts',
    'config.ts',
    'metrics',
    'playground',
    'service/local',
    'workspace.ts',
  ],
  'start.ts': [
    'sealing',
    'database',
    'links',
    'service',
    'journal',
    'homes',
    'operations.ts',
    'http',
    'tickets',
    'settler.ts',
    'slack/delivery',
    'bot.ts',
    'config.ts',
    'typed-secrets.ts',
    'workspace.ts',
    'process',
  ],
  'main.ts': ['config.ts', 'process', 'start.ts'],
}

/** Which room may import which package. */
const PACKAGES: Record<string, string[]> = {
  '@hono/node-server': ['playground'],
  '@slack/bolt': ['block-kit', 'bot.ts', 'slack', 'workspace.ts'],
  '@slack/oauth': ['installs', 'page'],
  'chrono-node': ['time'],
  cockatiel: ['service'],
  'date-fns-tz': ['playground', 'time'],
  'fastest-levenshtein': ['text', 'time'],
  gemoji: ['emoji.ts'],
  hono: ['page', 'playground'],
  idiomorph: ['playground'],
  kysely: ['database', 'installs', 'journal', 'process'],
  'lru-cache': ['bounded.ts'],
  pg: ['database/dialects'],
  pino: [
    'bot.ts',
    'changes.ts',
    'funnel.ts',
    'process',
    'run.ts',
    'settler.ts',
    'slack',
    'timed.ts',
    'workspace.ts',
  ],
  rolldown: ['build'],
  undici: ['connections.ts', 'exchange.ts', 'playground', 'service', 'slack'],
  yaml: ['playground'],
  zod: [
    'block-kit',
    'config.ts',
    'installs',
    'journal',
    'page',
    'playground',
    'process',
    'raw.ts',
    'service',
    'slack',
    'variables.ts',
    'ways.ts',
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

  it('has no circle of files', () => {
    const next = (file: string) =>
      inside.filter(each => each.file === file && !each.typeOnly).map(({ from }) => from)
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
    expect(sourceOf('slack/doors/words.ts')).toContain("await import('../../emoji.ts')")
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
