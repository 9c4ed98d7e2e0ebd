import type { Next } from '../../core/args.ts'
import { nextButton } from '../../core/explain/attempt.ts'
import type { Operation } from '../../core/operation.ts'
import { actions, section } from '../../message/blocks.ts'
import { lines, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type Reply, reply } from '../../message/reply.ts'

/** A reply with the button of the request that waited for it. */
export function goOn(
  text: Mrkdwn,
  next: Next | undefined,
  find: (id: string) => Operation | undefined,
): Reply {
  if (!next) return reply('me', text)
  const asked = lines(text, mrkdwn`You asked for this before:`)
  // A private page shows the text alone, without what leads to a button.
  return { text, blocks: [section(asked), ...actions(nextButton(next, find))], to: 'me' }
}
