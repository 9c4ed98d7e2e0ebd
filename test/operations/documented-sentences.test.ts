import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operations } from '../../src/operations/catalog.ts'
import { stories } from '../stories.ts'

const story = stories()

/** Returns the commands in the first column of a document's tables; some follow `/dayshift`. */
const commandsInTables = (file: string): string[] =>
  (readFileSync(file, 'utf8').match(/^\| `.*$/gm) ?? [])
    .flatMap(row => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, words = '']) => words))
    .filter(words => /^(\/|[a-z]+( |$))/.test(words) && !/^(docs|npm)/.test(words))

const documented = [
  ...commandsInTables('README.md'),
  ...commandsInTables('docs/sentences.md'),
  ...operations.flatMap(({ examples }) => examples),
  ...(readFileSync('src/playground/web/guide.ts', 'utf8').match(/(?<=text: `)\/[^`$]+/g) ?? []),
].map(words => (words.startsWith('/') ? words : `/dayshift ${words}`))

/** Commands to run first, so that there is something to change. */
const BEFORE: readonly (readonly [RegExp, string])[] = [
  [/^\/(dayshift )?(pause (change|extend)|resume|why)/, '/pause web-prod tomorrow to friday load test'],
  [/org remove|use Umbrella/, '/dayshift org create Umbrella'],
  [/^\/(dayshift )?plan on /, '/plan off web-prod'],
]

/** Replaces @ana by a mention as Slack sends it. */
const withMention = (sentence: string) =>
  sentence.replace('@ana', /add/.test(sentence) ? '<@U5EVE|eve>' : '<@U3CLEO|cleo>')

describe('the commands of README, help and guide', () => {
  it.each([...new Set(documented)])('are understood: %s', async sentence => {
    const ana = story().person('Ana')
    for (const [of, first] of BEFORE) if (of.test(sentence)) await ana.types(first)
    const before = ana.reads().length
    await ana.types(withMention(sentence))
    const text = [...ana.reads().slice(before), ana.form ?? ''].join('\n')
    expect(text).not.toBe('')
    expect(text).not.toMatch(
      /I did not understand|I left out|There is no|Still missing|⚠|:warning: I |went wrong|nothing to (change|cancel)|could be a plan/,
    )
  })

  it('lead to a question if a word could be a plan or the reason', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod api tomorrow')
    expect(ana.form).toContain('“api” could be a plan or the reason.')
    expect(story().wire.changes()).toEqual([])
  })
})
