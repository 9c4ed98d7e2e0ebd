import { existsSync, readFileSync } from 'node:fs'
import { readingsOf, readRules } from '../../test/language/dates/rules.ts'

/** A phrase with the days that are right for it; none where only a question or a refusal is. */
export interface Case {
  phrase: string
  at: { now: Date; zone: string; locale?: string }
  right: (readonly [from: string, until: string])[]
}

const DEV = new URL('../../../shared/dates/dev.json', import.meta.url)

/** The rules of this repository. A question is right where it is asked. */
export function ownCases(): Case[] {
  return readRules().map(rule => ({
    phrase: rule.phrase,
    at: rule.at,
    right: rule.means.startsWith('?') ? [] : readingsOf(rule),
  }))
}

interface Row {
  phrase: string
  now: string
  tz: string
  expect: Ends
  also?: Ends[]
  alts?: Record<string, Ends>
}
type Ends = { start: string; end: string }

/** Phrases of other people’s corpora, kept beside the repository; undefined where they are not. */
export function devCases(): Case[] | undefined {
  if (!existsSync(DEV)) return undefined
  const rows: Row[] = JSON.parse(readFileSync(DEV, 'utf8'))
  return rows.map(({ phrase, now, tz, expect, also = [], alts = {} }) => ({
    phrase,
    at: { now: new Date(now), zone: tz },
    right: [expect, ...also, ...Object.values(alts)].map(({ start, end }) => [start, end]),
  }))
}

const LONGEST = 200

/** As many phrases of 200 characters for every rule, out of the words of all and in its language, the same every time. */
export function longCases(each: number): Case[] {
  const own = ownCases()
  const words = own.flatMap(({ phrase }) => phrase.split(' '))
  return own.flatMap(({ at }, rule) =>
    Array.from({ length: each }, (_, i) => {
      const step = 7 + rule * each + i
      const phrase = words.map((_, j) => words[(j * step + rule) % words.length]).join(' ')
      return { phrase: phrase.slice(0, LONGEST).trimEnd(), at, right: [] }
    }),
  )
}
