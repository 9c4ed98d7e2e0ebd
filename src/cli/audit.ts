import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createHistory } from '../changes/history.ts'
import { environment, readConfig } from '../config/config.ts'
import type { PastChange } from '../core/change.ts'
import { openExisting } from '../storage/database.ts'

/** `npm run -s audit -- --since 2026-11-01` prints every change since then as a line of JSON. */
if (import.meta.main)
  try {
    const { values } = parseArgs({ options: { since: { type: 'string' } } })
    const since = parseSince(values.since)
    const database = await openExisting(readConfig(environment()).database.place)
    try {
      await pipeline(createHistory(database).since(since), formatLines, process.stdout, { end: false })
    } finally {
      await database.destroy()
    }
  } catch (error) {
    if (!isReaderGone(error)) {
      process.stderr.write(`${error instanceof Error ? error.message : 'The changes cannot be read'}\n`)
      process.exitCode = 1
    }
  }

/** Parses a day (from midnight UTC) or an ISO 8601 time. @throws Error with a sentence for the operator */
export function parseSince(text = ''): Date {
  const since = new Date(/^\d{4}-\d{2}-\d{2}(T\S+)?$/.test(text) ? text : Number.NaN)
  if (!Number.isNaN(since.getTime())) return since
  throw new Error('Say since when, such as: npm run -s audit -- --since 2026-11-01')
}

/** Formats changes as JSON. */
export async function* formatLines(changes: AsyncIterable<PastChange>): AsyncGenerator<string> {
  for await (const change of changes) yield `${JSON.stringify(change)}\n`
}

/** The reader of the pipe, such as `head`, has closed it. */
function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}
