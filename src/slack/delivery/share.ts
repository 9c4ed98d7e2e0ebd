import type { types } from '@slack/bolt'
import type { Operation } from '../../core/operation.ts'
import type { Outcome } from '../../core/outcome.ts'
import { actions, type Block, context, hasRoom } from '../../message/blocks.ts'
import { formatButtonValue, parseButtonValue } from '../../message/button-value.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { blocksOf, type Reply } from '../../message/reply.ts'
import type { Origin } from '../origin.ts'

/** Whether others may read what an operation tells one person. */
export const isShareable = (operation: Operation): boolean =>
  operation.effect === 'read' && !operation.private

/** The reply of an outcome; in a channel, a private answer that others may read has a button that shares it. */
export function replyOf(outcome: Extract<Outcome, { kind: 'done' | 'failed' }>, origin: Origin): Reply {
  const { reply, operation, args } = outcome
  const { channel, home } = origin
  const hasReaders = channel !== undefined && !channel.startsWith('D') && !home
  const isOffered = outcome.kind === 'done' && reply.to === 'me' && !reply.isEmpty && isShareable(operation)
  const share = { text: 'Share to channel', operation: operation.id, args, how: 'share' } as const
  if (!hasReaders || !isOffered || !hasRoom(share)) return reply
  return { ...reply, blocks: [...blocksOf(reply), ...actions(share)] }
}

/** An answer for everyone in a channel, with the name of the person who shares it. */
export function shared(reply: Reply, user: string): Reply {
  const by = mrkdwn`Shared by ${mention(user)}`
  return {
    text: lines(by, reply.text),
    blocks: [context(by), ...blocksOf(reply).map(withoutReplacing)],
    to: 'channel',
  }
}

/** The answer to a press that would share what is private. */
export const NOT_SHAREABLE: Reply = {
  text: mrkdwn`This is for you alone and cannot be shared, so nothing was posted.`,
  to: 'me',
}

/** In a shared message a press answers beside it: a turned page would turn for everyone. */
function withoutReplacing(block: Block): Block {
  if (block.type === 'actions') return { ...block, elements: block.elements.map(runs) }
  return block.type === 'section' && block.accessory ? { ...block, accessory: runs(block.accessory) } : block
}

function runs<E extends types.ActionsBlockElement | types.SectionBlockAccessory>(element: E): E {
  const value = element.type === 'button' ? parseButtonValue(element.value) : undefined
  return value?.how === 'replace'
    ? { ...element, value: formatButtonValue({ ...value, how: 'run' }) }
    : element
}
