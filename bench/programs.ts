import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../src/database.ts'
import { createSealer } from '../src/links/seal.ts'
import { createLinks, personKey } from '../src/links/store.ts'
import { operations } from '../src/operations.ts'
import { ORGANIZATION, PEOPLE, personAt, TEAM, tokenAt } from './people.ts'
import type { Program } from './program.ts'
import type { KindName } from './requests.ts'

const KEY = Buffer.alloc(32, 7)
const ALL: readonly KindName[] = ['read', 'respond', 'change', 'typing', 'form']

const house = join(import.meta.dirname, '..')

/** How `npm start` runs the bot, behind `node`. */
function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(house, 'package.json'), 'utf8'))
  const [, ...words] = String(scripts.start).split(' ')
  return words.map(word => (word.startsWith('src/') ? join(house, word) : word))
}

/** The bot whole, as in production: its store, its journal and its log, and everybody linked. */
const dayshift: Program = {
  name: 'Dayshift',
  command: startCommand(),
  answers: ALL,
  async prepare(folder) {
    const file = join(folder, 'dayshift.db')
    const database = await openDatabase(file)
    const links = createLinks({ database, sealer: createSealer([KEY]), clock: () => new Date() })
    for (let index = 0; index < PEOPLE; index++)
      await links.keep(personKey({ team: TEAM, user: personAt(index).user }), {
        token: tokenAt(index),
        organization: ORGANIZATION,
      })
    await database.destroy()
    return { DATABASE_URL: `file:${file}`, ENCRYPTION_KEY: KEY.toString('base64') }
  },
}

const peer = (name: string, file: string, more: Partial<Program> = {}): Program => ({
  name,
  command: [join(import.meta.dirname, 'peers', file)],
  answers: ALL,
  ...more,
})

/** What everything is told as a part of: a bare node:http server with undici's Pool. */
const floor = peer('Bare floor', 'floor.js')

/** Everything that is measured, by the name that the command line knows it by. */
export const programs: Readonly<Record<string, Program>> = {
  floor,
  dayshift,
  bolt: peer('Bolt, idiomatic', 'bolt.js', { env: { LISTENERS: String(operations.length) } }),
}
