import { DatabaseSync } from 'node:sqlite'
import type { Intent } from './intent.ts'
import type { ObservedReply } from './replies.ts'

/** Returns the problems that SQLite finds in its database. */
export function checkDatabase(file: string): string[] {
  const database = new DatabaseSync(file)
  const result = JSON.stringify(database.prepare('PRAGMA integrity_check').all())
  database.close()
  return result === '[{"integrity_check":"ok"}]' ? [] : [`the database is damaged: ${result}`]
}

/** Returns the messages that still show an hourglass in the end. */
export function checkHourglasses(
  messages: readonly { channel: string; text: string; blocks: unknown; only?: string }[],
  intents: readonly Intent[],
  replies: ReadonlyMap<number, readonly ObservedReply[]>,
): string[] {
  const byChannel = new Map(intents.map(intent => [intent.channel, intent]))
  return messages.flatMap(({ channel, text, blocks, only }) => {
    const intent = byChannel.get(channel)
    if (!intent || only || !`${text}${JSON.stringify(blocks)}`.includes('hourglass')) return []
    // The bot cannot update a message if it does not know that it was posted.
    if (replies.get(intent.id)?.some(reply => reply.text === text && reply.repeatReason)) return []
    return [`${intent.plan} (${intent.scenario.name}) shows an hourglass for ever: ${text.slice(0, 100)}`]
  })
}
