import type { types } from '@slack/bolt'
import { createDerived } from '../../core/derived.ts'
import type { Operation } from '../../core/operation.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Raw } from '../../core/raw.ts'
import { actions, type Block, carries, context, section } from '../../message/blocks.ts'
import { packPress, unpackPress } from '../../message/button-value.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import type { Origin } from '../origin.ts'
import type { Door } from './door.ts'

/** Whether others may read what an operation tells one person. */
export const isShareable = ({ effect, private: kept }: Operation): boolean => effect === 'read' && !kept

/** What is told of a request; what one person reads of it they may share, unless it failed. */
const replyOf = (outcome: Extract<Outcome, { kind: 'done' | 'failed' }>, origin: Origin): Reply =>
  outcome.kind === 'done' ? shareable(outcome.reply, outcome.operation, outcome.raw, origin) : outcome.reply

/** Tells an outcome at a door; the journal hears when somebody was told, at once: what is told and not marked is told again. */
export async function tell(
  door: Pick<Door, 'origin' | 'say' | 'ends'>,
  outcome: Extract<Outcome, { kind: 'done' | 'failed' }>,
): Promise<void> {
  if (door.ends) await door.ends(outcome.reply)
  const told = await door.say(replyOf(outcome, door.origin), outcome.heard && 'first')
  await outcome.heard?.(told)
}

/** An answer that one person reads in a channel, with a button that tells it to the others there. */
function shareable(reply: Reply, operation: Operation, raw: Raw, { channel, home }: Origin): Reply {
  const others = channel !== undefined && !channel.startsWith('D') && !home
  if (!others || reply.to === 'channel' || reply.empty || !isShareable(operation)) return reply
  return withShare(reply, JSON.stringify([operation.id, raw]), () => {
    const { text, blocks = [section(text)] } = reply
    const share = { text: 'Share to channel', operation: operation.id, raw, how: 'share' } as const
    return carries(share) ? { ...reply, blocks: [...blocks, ...actions(share)] } : reply
  })
}

const withShare = createDerived<Reply, Reply>()

/** The same answer for everybody in a channel, who are told by whom. A page turned there would turn for all. */
export function shared({ text, blocks = [section(text)] }: Reply, user: string): Reply {
  const by = mrkdwn`Shared by ${mention(user)}`
  return { text: lines(by, text), blocks: [context(by), ...blocks.map(unturned)], to: 'channel' }
}

/** What is said to a press that shares what is kept private: no button of ours does. */
export const KEPT_PRIVATE: Reply = {
  text: mrkdwn`This is for you alone and cannot be shared, so nothing was posted.`,
  to: 'me',
}

function unturned(block: Block): Block {
  if (block.type === 'actions') return { ...block, elements: block.elements.map(runs) }
  return block.type === 'section' && block.accessory ? { ...block, accessory: runs(block.accessory) } : block
}

function runs<E extends types.ActionsBlockElement | types.SectionBlockAccessory>(element: E): E {
  const press = element.type === 'button' ? unpackPress(element.value) : undefined
  return press?.how === 'turn' ? { ...element, value: packPress({ ...press, how: 'run' }) } : element
}
