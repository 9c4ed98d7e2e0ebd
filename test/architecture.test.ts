import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/**
 * The rooms of the house and what each may import: folders, or single files of `src`, the more exact one counting.
 * A room may always import itself. The order is the one in which they build on each other: values come only from rooms
 * further up, types alone from further down as well.
 */
const ROOMS: Record<string, string[]> = {
  'raw.ts': [],
  'bounded.ts': [],
  'derived.ts': [],
  'emoji.ts': [],
  'exchange.ts': [],
  'rests.ts': ['bounded.ts'],
  'filling.ts': ['raw.ts'],
  'slack/limits.ts': [],
  'slack/mrkdwn.ts': ['slack/limits.ts'],
  'slack/press.ts': ['raw.ts', 'slack/limits.ts'],
  'http/written.ts': ['derived.ts'],
  'slack/blocks.ts': ['raw.ts', 'slack/limits.ts', 'slack/mrkdwn.ts', 'slack/press.ts'],
  time: [],
  'service/contract': [],
  service: ['bounded.ts', 'derived.ts', 'exchange.ts', 'rests.ts', 'service/contract'],
  'database/dialects': ['bounded.ts'],
  'database/statement.ts': ['database/database.ts', 'database/dialects'],
  sealing: [],
  links: ['bounded.ts', 'database/database.ts', 'derived.ts', 'sealing', 'database/statement.ts'],
  'journal/table.ts': [],
  installs: ['bounded.ts', 'database/database.ts', 'journal/table.ts', 'sealing'],
  tickets: ['database/database.ts', 'sealing'],
  homes: ['database/database.ts', 'links', 'database/statement.ts'],
  'database/database.ts': [
    'database/dialects',
    'homes',
    'installs',
    'journal/table.ts',
    'links',
    'database/statement.ts',
    'tickets',
  ],
  'database/sealed.ts': ['database/database.ts', 'sealing'],
  'ways.ts': [],
  'variables.ts': ['database/dialects', 'sealing', 'ways.ts'],
  'config.ts': ['database/dialects', 'variables.ts', 'ways.ts'],
  'service/local': ['service/contract'],
  'service/local/main.ts': ['config.ts', 'service/local'],
  http: ['http/written.ts'],
  process: ['config.ts'],
  metrics: [],
  'field.ts': ['raw.ts', 'slack/limits.ts', 'slack/mrkdwn.ts'],
  'person.ts': ['journal', 'links', 'service', 'service/contract'],
  'shape.ts': ['field.ts', 'raw.ts', 'slack/blocks.ts', 'slack/mrkdwn.ts'],
  'reply.ts': ['slack/blocks.ts', 'slack/mrkdwn.ts'],
  'specification.ts': ['field.ts', 'person.ts', 'raw.ts', 'reply.ts', 'slack/blocks.ts'],
  'operation.ts': [
    ...['field.ts', 'filling.ts', 'person.ts', 'raw.ts', 'reply.ts', 'shape.ts', 'slack/blocks.ts'],
    'specification.ts',
  ],
  text: ['field.ts', 'operation.ts', 'raw.ts', 'reply.ts', 'slack/blocks.ts', 'slack/mrkdwn.ts'],
  'slack/fitting.ts': ['slack/blocks.ts', 'slack/limits.ts', 'slack/mrkdwn.ts', 'text'],
  'outcome.ts': ['field.ts', 'operation.ts', 'raw.ts', 'reply.ts', 'shape.ts'],
  journal: [
    ...[
      'database/database.ts',
      'derived.ts',
      'database/dialects',
      'field.ts',
      'links',
      'operation.ts',
      'outcome.ts',
    ],
    ...[
      'person.ts',
      'journal/table.ts',
      'raw.ts',
      'reply.ts',
      'sealing',
      'service',
      'service/contract',
      'database/statement.ts',
      'text',
    ],
    ...['slack/blocks.ts', 'slack/limits.ts', 'slack/mrkdwn.ts'],
  ],
  'errors.ts': ['links', 'slack/blocks.ts', 'slack/mrkdwn.ts'],
  explain: [
    ...['errors.ts', 'links', 'operation.ts', 'raw.ts', 'reply.ts', 'service', 'slack/blocks.ts'],
    ...['slack/mrkdwn.ts', 'text'],
  ],
  fields: [
    'bounded.ts',
    'derived.ts',
    'slack/limits.ts',
    ...[
      'errors.ts',
      'field.ts',
      'filling.ts',
      'links',
      'person.ts',
      'raw.ts',
      'service/contract',
      'slack/mrkdwn.ts',
      'text',
      'time',
    ],
  ],
  'admission.ts': [
    'derived.ts',
    'errors.ts',
    'journal',
    'links',
    'person.ts',
    'raw.ts',
    'service',
    'service/contract',
    'slack/mrkdwn.ts',
    'text',
  ],
  'changes.ts': [
    'admission.ts',
    'errors.ts',
    'journal',
    'links',
    'operation.ts',
    'outcome.ts',
    'raw.ts',
    'text',
  ],
  'funnel.ts': [
    ...['admission.ts', 'errors.ts', 'explain', 'field.ts', 'operation.ts', 'outcome.ts', 'person.ts'],
    ...['raw.ts', 'reply.ts', 'service', 'specification.ts', 'text'],
  ],
  'run.ts': [
    ...['admission.ts', 'changes.ts', 'errors.ts', 'field.ts', 'funnel.ts', 'journal', 'operation.ts'],
    ...['outcome.ts', 'raw.ts', 'specification.ts'],
  ],
  'timed.ts': ['admission.ts', 'operation.ts', 'run.ts'],
  features: [
    ...[
      'derived.ts',
      'errors.ts',
      'fields',
      'filling.ts',
      'journal',
      'operation.ts',
      'person.ts',
      'raw.ts',
      'reply.ts',
      'specification.ts',
      'text',
      'time',
    ],
    ...['service/contract', 'service/failure.ts', 'slack/blocks.ts', 'slack/fitting.ts', 'slack/mrkdwn.ts'],
  ],
  'operations.ts': ['features', 'operation.ts', 'text'],
  slack: [
    'bounded.ts',
    'derived.ts',
    'emoji.ts',
    'exchange.ts',
    ...[
      'admission.ts',
      'process',
      'field.ts',
      'journal',
      'homes',
      'installs',
      'links',
      'operation.ts',
      'outcome.ts',
      'person.ts',
      'raw.ts',
      'reply.ts',
      'rests.ts',
      'run.ts',
      'shape.ts',
      'text',
    ],
    ...[
      'slack/blocks.ts',
      'slack/fitting.ts',
      'slack/limits.ts',
      'slack/mrkdwn.ts',
      'slack/press.ts',
      'http',
      'http/written.ts',
      'tickets',
    ],
  ],
  page: [
    ...['admission.ts', 'field.ts', 'operation.ts', 'outcome.ts', 'raw.ts', 'reply.ts', 'run.ts', 'text'],
    'slack/mrkdwn.ts',
    ...['database/database.ts', 'installs', 'slack/origin.ts', 'slack/place.ts', 'http', 'tickets'],
  ],
  'typed-secrets.ts': ['operation.ts', 'raw.ts', 'text'],
  playground: [
    'database/database.ts',
    'emoji.ts',
    'links',
    'service',
    'service/contract',
    'typed-secrets.ts',
  ],
  'bot.ts': [
    ...[
      'admission.ts',
      'changes.ts',
      'journal',
      'homes',
      'installs',
      'links',
      'operations.ts',
      'page',
      'person.ts',
      'run.ts',
      'service',
      'slack',
    ],
    'tickets',
    'timed.ts',
  ],
  'workspace.ts': ['config.ts', 'database/database.ts', 'http', 'installs', 'page', 'sealing', 'slack'],
  'process/clocks.ts': ['database/database.ts', 'journal'],
  'process/stand-ins.ts': ['config.ts', 'playground', 'service/local'],
  'process/observed.ts': [
    'bot.ts',
    'database/database.ts',
    'process',
    'journal',
    'metrics',
    'service',
    'slack',
    'workspace.ts',
  ],
  'process/serving.ts': [
    'config.ts',
    'http',
    'process/observed.ts',
    'page',
    'playground',
    'process',
    'slack',
    'workspace.ts',
  ],
  'start.ts': [
    ...[
      'bot.ts',
      'config.ts',
      'database/database.ts',
      'database/dialects',
      'process',
      'process/clocks.ts',
      'journal',
      'homes',
      'links',
      'process/observed.ts',
      'operations.ts',
      'sealing',
      'service',
      'process/serving.ts',
      'slack',
      'process/stand-ins.ts',
      'tickets',
      'typed-secrets.ts',
      'workspace.ts',
    ],
  ],
  'main.ts': ['config.ts', 'process', 'start.ts'],
  cli: ['config.ts', 'database/database.ts', 'database/sealed.ts', 'journal', 'sealing'],
  build: [],
}

/** Which room may import which package. */
const PACKAGES: Record<string, string[]> = {
  '@slack/bolt': ['bot.ts', 'slack', 'slack/blocks.ts', 'workspace.ts'],
  '@slack/oauth': ['installs', 'page'],
  'chrono-node': ['time'],
  'date-fns-tz': ['time', 'playground'],
  'fastest-levenshtein': ['text', 'time'],
  gemoji: ['emoji.ts'],
  '@hono/node-server': ['playground'],
  idiomorph: ['playground'],
  hono: ['page', 'playground'],
  yaml: ['playground'],
  cockatiel: ['service'],
  kysely: [
    'database/database.ts',
    'database/dialects',
    'homes',
    'installs',
    'journal',
    'journal/table.ts',
    'links',
    'process/clocks.ts',
    'database/sealed.ts',
    'database/statement.ts',
    'tickets',
  ],
  'lru-cache': ['bounded.ts'],
  pg: ['database/dialects'],
  pino: [
    ...['bot.ts', 'changes.ts', 'funnel.ts', 'journal', 'process', 'run.ts', 'slack', 'start.ts'],
    'timed.ts',
    'workspace.ts',
    ...['process/clocks.ts', 'process/observed.ts', 'process/serving.ts', 'process/stand-ins.ts'],
  ],
  rolldown: ['build'],
  undici: ['exchange.ts', 'service', 'slack', 'playground'],
  zod: [
    'config.ts',
    'installs',
    'journal',
    'page',
    'playground',
    'raw.ts',
    'service',
    'service/contract',
    'slack',
    'slack/press.ts',
    'service/local',
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
      ({ file, from, typeOnly }) => !typeOnly && order.indexOf(roomOf(from)) > order.indexOf(roomOf(file)),
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
    const strays = outside.filter(({ file, from }) => !PACKAGES[packageOf(from)]?.includes(roomOf(file)))
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

  it('writes nothing to the console', () => {
    expect(holding(/\bconsole\./)).toEqual([])
  })
})
