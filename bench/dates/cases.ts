import { existsSync, readFileSync } from 'node:fs'
import { readingsOf, readRules } from '../../test/language/dates/rules.ts'

type Ends = readonly [from: string, until: string]

/** A phrase with its correct days; none if only a question or a refusal is correct. */
export type Case = {
  phrase: string
  at: { now: Date; zone: string; locale?: string }
  right: readonly Ends[]
}

/** The rules of this repository. */
export const ownCases = (): Case[] =>
  readRules().map(rule => ({
    phrase: rule.phrase,
    at: rule.at,
    right: rule.means.startsWith('?') ? [] : readingsOf(rule),
  }))

type Row = {
  phrase: string
  now: string
  tz: string
  expect: Span
  also?: Span[]
  alts?: Record<string, Span>
}
type Span = { start: string; end: string }

/** Reads phrases of other corpora from a file outside the repository; none if it is missing. */
export function otherCases(file: URL): Case[] {
  const rows: Row[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  return rows.map(({ phrase, now, tz, expect, also = [], alts = {} }) => ({
    phrase,
    at: { now: new Date(now), zone: tz },
    right: [expect, ...also, ...Object.values(alts)].map(({ start, end }) => [start, end]),
  }))
}
