import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { Past } from '../changes/entry.ts'
import { createRecord } from '../changes/record.ts'
import { environment, readConfig } from '../config/config.ts'
import { openWritten } from '../storage/database.ts'

/**
 * An entry of the journal as one line of JSON: who asked for what and when, and what became of it. What was asked for is
 * told by the operation's id, for programs; people read it in their own words, in the history.
 */
export function lineOf(past: Past): string {
  const { id: ref, person, team, organization, operation, about, detail, state, ...times } = past
  const { askedAt, settledAt, announcedAt } = times
  const told = { ref, askedAt, team, person, organization, operation, about, detail, outcome: state }
  return `${JSON.stringify({ ...told, settledAt, announcedAt })}\n`
}

/** The moment that somebody typed: a day, which begins at midnight UTC, or a moment in full. */
export function sinceOf(words: string | undefined): Date {
  const since = new Date(/^\d{4}-\d{2}-\d{2}(T\S+)?$/.test(words ?? '') ? (words ?? '') : Number.NaN)
  if (!Number.isNaN(since.getTime())) return since
  throw new Error('Say since when, such as: npm run -s audit -- --since 2026-11-01')
}

async function* linesOf(record: AsyncIterable<Past>): AsyncGenerator<string> {
  for await (const past of record) yield lineOf(past)
}

/** Whoever reads, such as `head`, has read enough. */
const isEnough = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE'

if (import.meta.main)
  try {
    const { values } = parseArgs({ options: { since: { type: 'string' } } })
    const since = sinceOf(values.since)
    const database = await openWritten(readConfig(environment()).database.place)
    try {
      await pipeline(createRecord(database).since(since), linesOf, process.stdout, { end: false })
    } finally {
      await database.destroy()
    }
  } catch (error) {
    if (!isEnough(error)) {
      process.stderr.write(`${error instanceof Error ? error.message : 'The journal cannot be read'}\n`)
      process.exitCode = 1
    }
  }
