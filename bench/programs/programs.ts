import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { personKey } from '../../src/core/person.ts'
import { operations } from '../../src/operations/catalog.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { createSealer } from '../../src/storage/encryption.ts'
import { createLinks } from '../../src/storage/links.ts'
import { ORGANIZATION, PEOPLE, personAt, TEAM, tokenAt } from '../people.ts'
import type { Program } from './program.ts'

const KEY = Buffer.alloc(32, 7)

const house = join(import.meta.dirname, '../..')

/** How `npm start` runs the bot, behind `node`. */
function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(house, 'package.json'), 'utf8'))
  const [, ...words] = String(scripts.start).split(' ')
  return words.map(word => (word.startsWith('src/') ? join(house, word) : word))
}

/** A database in which everybody is linked; made once, and copied for each that starts. */
const linked = lazily(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-linked-'))
  const file = join(folder, 'dayshift.db')
  const database = await openDatabase(file)
  await database.transaction().execute(async at => {
    const links = createLinks({ database: at, sealer: createSealer([KEY]), clock: () => new Date() })
    for (let index = 0; index < PEOPLE; index++)
      await links.keep(personKey({ team: TEAM, user: personAt(index).user }), {
        token: tokenAt(index),
        organization: ORGANIZATION,
      })
  })
  await database.destroy()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
})

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The bot whole, as in production: its store, its journal and its log, and everybody linked. */
const dayshift: Program = {
  name: 'Dayshift',
  command: startCommand(),
  messages: ['change'],
  async prepare(folder) {
    const file = join(folder, 'dayshift.db')
    await writeFile(file, await linked())
    return { DATABASE_URL: `file:${file}`, ENCRYPTION_KEY: KEY.toString('base64') }
  },
}

const peer = (name: string, file: string, more: Partial<Program> = {}): Program => ({
  name,
  command: [join(import.meta.dirname, '../peers', file)],
  ...more,
})

const LISTENERS = { LISTENERS: String(operations.length) }

/** The floor with some of what a bot does besides. */
export const dutiful = (...duties: ('bolt' | 'log' | 'journal')[]): Program =>
  peer(`Floor, with ${duties.join(', ')}`, 'dutiful.js', { env: { DUTIES: duties.join(' ') } })

/** What does nothing but answer: how much can be asked. */
export const hello = peer('Nothing at all', 'hello.js')

/** Bolt with as little as it takes to answer one command. */
export const smallest = peer('Bolt, one listener', 'bolt-smallest.js')

/** The bot as it starts where nothing was compiled before. */
export const uncompiled: Program = {
  ...dayshift,
  name: 'Dayshift, nothing compiled before',
  env: { NODE_DISABLE_COMPILE_CACHE: '1' },
}

/** Everything that is measured, by the name that the command line knows it by. */
export const programs = {
  floor: peer('Bare floor', 'floor.js'),
  dayshift,
  bolt: peer('Bolt, idiomatic', 'bolt.js', { env: LISTENERS }),
  'slack-edge': peer('slack-edge', 'slack-edge.js', { env: LISTENERS }),
  openworkflow: peer('Bolt with openworkflow, SQLite', 'bolt-openworkflow.js', {
    env: LISTENERS,
    messages: ['change'],
    first: 1000,
  }),
  'chat-sdk': peer('Chat SDK', 'chat-sdk.js', { env: LISTENERS, messages: ['read', 'change'] }),
} satisfies Record<string, Program>

export type ProgramName = keyof typeof programs
