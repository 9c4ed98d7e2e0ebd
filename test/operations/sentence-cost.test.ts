import process from 'node:process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNamed, parseNames } from '../../src/language/names.ts'
import { operations } from '../../src/operations/catalog.ts'
import { sharedStory } from '../stories.ts'

const story = sharedStory()

/** Words that the parsers of names, days and hours look for, and false starts of these. */
const WORDS =
  `monday friday mon-fri mon,tue,wed weekdays weekend 8am 9-5 9am-5pm 12:30 17 to until from for and except every other next
  last day of week 12 24 dec – 1/2 1.2 tomorrow half past two weeks web-prod web all please the " ( @ana montag bis freitag 明日から
  le lundi prochain завтра`.split(/\s+/)

const LENGTH = 4000
/** Ten times the limit of `npm run bench:time`, for busy machines. */
const LIMIT_MS = Number(process.env.SENTENCE_MS ?? 500)

/** Returns the least processor time of several attempts, since the first one compiles. */
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

/** Commands without secrets. */
const commands = operations
  .filter(({ inputs }) => inputs.every(({ control }) => control.kind !== 'secret'))
  .map(({ command }) => command.words[0])

describe('a sentence of 4000 characters', { timeout: 60_000 }, () => {
  it(`costs less than ${LIMIT_MS} ms of processor time for any repeated words`, async () => {
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

describe('a long list of names', () => {
  const plans = Array.from({ length: 600 }, (_, at) => ({
    id: String(at),
    name: `team-${at} web prod cluster of the eastern region`,
  }))

  it.each(['a, ', 'ab, ac, ad, ae, ', 'team-1 web prod clustre of the eastern region, ', '"', 'and '])(
    'is parsed fast among hundreds of plans: %s',
    async words => {
      const sentence = words.repeat(LENGTH).slice(0, LENGTH)
      const cost = await leastMs(() => {
        const candidates = [...plans]
        for (const name of parseNames(sentence, candidates, LENGTH, 101).names) findNamed(name, candidates)
      })
      expect(cost).toBeLessThan(2 * LIMIT_MS)
    },
  )
})
