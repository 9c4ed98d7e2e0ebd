import { execFile } from 'node:child_process'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Telling } from './tellings.ts'
import type { Wish } from './wish.ts'

/** What is wrong with a SQLite database by its own account. */
export function soundness(file: string): string[] {
  const database = new DatabaseSync(file)
  const told = JSON.stringify(database.prepare('PRAGMA integrity_check').all())
  database.close()
  return told === '[{"integrity_check":"ok"}]' ? [] : [`the database is not sound: ${told}`]
}

const AUDIT = new URL('../../../src/cli/audit.ts', import.meta.url).pathname

/** What is wrong with the audit, which has every change once. */
export async function auditOf(env: Record<string, string>, ids: string[]): Promise<string[]> {
  const words = [AUDIT, '--since', '2020-01-01']
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    env: { ...env, SERVICE_URL: 'http://127.0.0.1:1' },
    maxBuffer: 64 * 1024 * 1024,
  })
  const found = stdout
    .trim()
    .split('\n')
    .map(line => /^{"id":"([^"]+)"/.exec(line)?.[1] ?? '')
  const same = found.toSorted().join() === ids.toSorted().join()
  return same ? [] : [`the audit has ${found.length} lines of ${ids.length} changes`]
}

/** The messages in the channels of wishes that say for ever that something is being done. */
export function hourglasses(
  messages: readonly { channel: string; text: string; blocks: unknown; only?: string }[],
  wishes: readonly Wish[],
  told: ReadonlyMap<number, readonly Telling[]>,
): string[] {
  const byChannel = new Map(wishes.map(wish => [wish.channel, wish]))
  return messages.flatMap(({ channel, text, blocks, only }) => {
    const wish = byChannel.get(channel)
    if (!wish || only || !`${text}${JSON.stringify(blocks)}`.includes('hourglass')) return []
    // Of a message that nobody knows to be there nobody can say more.
    if (told.get(wish.id)?.some(each => each.text === text && each.excuse)) return []
    return [`${wish.plan} (${wish.deed.name}): it is said to be under way for ever: ${text.slice(0, 100)}`]
  })
}
