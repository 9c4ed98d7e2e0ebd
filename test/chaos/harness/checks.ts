import { execFile } from 'node:child_process'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Intent } from './intent.ts'
import type { ObservedReply } from './replies.ts'

/** The problems that SQLite finds in its database. */
export function checkDatabase(file: string): string[] {
  const database = new DatabaseSync(file)
  const found = JSON.stringify(database.prepare('PRAGMA integrity_check').all())
  database.close()
  return found === '[{"integrity_check":"ok"}]' ? [] : [`the database is damaged: ${found}`]
}

const AUDIT = new URL('../../../src/cli/audit.ts', import.meta.url).pathname

/** A problem if `npm run audit` does not print every change once. */
export async function checkAudit(env: Record<string, string>, ids: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [AUDIT, '--since', '2020-01-01'], {
    env: { ...env, SERVICE_URL: 'http://127.0.0.1:1' },
    maxBuffer: 64 * 1024 * 1024,
  })
  const found = stdout
    .trim()
    .split('\n')
    .map(line => /^{"id":"([^"]+)"/.exec(line)?.[1] ?? '')
  const isSame = found.toSorted().join() === ids.toSorted().join()
  return isSame ? [] : [`the audit has ${found.length} lines for ${ids.length} changes`]
}

/** The messages that show an hourglass for ever. */
export function checkHourglasses(
  messages: readonly { channel: string; text: string; blocks: unknown; only?: string }[],
  intents: readonly Intent[],
  replies: ReadonlyMap<number, readonly ObservedReply[]>,
): string[] {
  const byChannel = new Map(intents.map(intent => [intent.channel, intent]))
  return messages.flatMap(({ channel, text, blocks, only }) => {
    const intent = byChannel.get(channel)
    if (!intent || only || !`${text}${JSON.stringify(blocks)}`.includes('hourglass')) return []
    // The bot cannot update a message that it does not know to be posted.
    if (replies.get(intent.id)?.some(reply => reply.text === text && reply.repeatReason)) return []
    return [`${intent.plan} (${intent.scenario.name}) shows an hourglass for ever: ${text.slice(0, 100)}`]
  })
}
