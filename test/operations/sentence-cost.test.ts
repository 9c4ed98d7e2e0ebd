import process from 'node:process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNamed, parseNames } from '../../src/language/names.ts'
import { operations } from '../../src/operations/catalog.ts'
import { sharedStory } from '../stories.ts'

const story = sharedStory()

/** What the readers of names, days and hours look for, and what they may begin with in vain. */
const WORDS =
  `monday friday mon-fri mon,tue,wed weekdays weekend 8am 9-5 9am-5pm 12:30 17 to until from for and except every other next
  last day of week 12 24 dec – 1/2 1.2 tomorrow half past two weeks web-prod web all please the " ( @ana montag bis freitag 明日から
  le lundi prochain завтра`.split(/\s+/)

const LENGTH = 4000
/** Ten times what `npm run bench:time` allows: a busy machine makes everything dearer. */
const LIMIT_MS = Number(process.env.SENTENCE_MS ?? 500)

/** The least of several tries, since the first one compiles. */
async function leastMs(work: () => unknown): Promise<number> {
  const costs: number[] = []
  for (let tries = 0; tries < 3; tries += 1) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    costs.push((user + system) / 1000)
  }
  return Math.min(...costs)
}

/** What stands behind these may be a secret. */
const commands = operations
  .filter(({ inputs }) => inputs.every(({ control }) => control.kind !== 'secret'))
  .map(({ command }) => command.words[0])

describe('a sentence of 4000 characters', { timeout: 60_000 }, () => {
  it(`costs less than ${LIMIT_MS} ms of processor time, whatever is said and repeated`, async () => {
    const ana = story().person('Ana')
    const repeated = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...commands), repeated, async (command, words) => {
        const sentence = `/dayshift ${command} x ${`${words.join(' ')} `.repeat(LENGTH)}`.slice(0, LENGTH)
        expect(await leastMs(() => ana.types(sentence))).toBeLessThan(LIMIT_MS)
      }),
      {
        numRuns: 40,
        examples: [
          ['plan create', ['monday', 'to', 'friday,']],
          ['plan create', ['mon-fri', '9-5']],
          ['plan create', ['mon,tue,wed']],
          ['plan on', ['1/2']],
        ],
      },
    )
  })
})

describe('a list of very many names', () => {
  const plans = Array.from({ length: 600 }, (_, at) => ({
    id: String(at),
    name: `team-${at} web prod cluster of the eastern region`,
  }))

  it.each(['a, ', 'ab, ac, ad, ae, ', 'team-1 web prod clustre of the eastern region, ', '"', 'and '])(
    'costs little, also among hundreds: %s',
    async words => {
      const sentence = words.repeat(LENGTH).slice(0, LENGTH)
      const cost = await leastMs(() => {
        const known = [...plans]
        for (const name of parseNames(sentence, known, LENGTH, 101).names) findNamed(name, known)
      })
      expect(cost).toBeLessThan(2 * LIMIT_MS)
    },
  )
})
