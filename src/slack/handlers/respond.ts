import type { Args } from '../../core/args.ts'
import { isChannel } from '../../core/context.ts'
import { hasForm, type Operation } from '../../core/operation.ts'
import type { Failed, FormNeeded, OperationRequest, Outcome } from '../../core/outcome.ts'
import { isForbiddenToViewers } from '../../core/permissions.ts'
import { actions, context, fitsValue } from '../../message/blocks.ts'
import { lines, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { blocksOf, type Reply, shown } from '../../message/reply.ts'
import type { Origin } from '../origin.ts'
import { initialForm } from '../views/form-view.ts'
import { updateView } from '../views/open-forms.ts'
import { questionOf } from '../views/questions.ts'
import { type Exchange, OUTDATED } from './exchange.ts'
import type { HandlerParts } from './handler-parts.ts'

/** Answers with an outcome: its reply with its picture, or the form or question it needs first. */
export async function respond(parts: HandlerParts, exchange: Exchange, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case 'done':
    case 'failed': {
      const { kind, operation, markDelivered } = outcome
      const reply = await parts.pictures.addPicture(exchange, outcome)
      const hasChanged = kind === 'done' && operation.effect === 'write'
      await exchange.send(replyOf({ ...outcome, reply }, exchange.origin), { markDelivered, hasChanged })
      return
    }
    case 'recorded':
      if (!exchange.isMessage || outcome.repeats !== 'request')
        await exchange.send(outcome.reply, { isPending: true })
      return
    case 'choice':
      return void (await exchange.send(questionOf(outcome), { markDelivered: outcome.markDelivered }))
    case 'form':
      return void (await openForm(parts, exchange, outcome))
    default:
      outcome satisfies never
  }
}

/**
 * Opens a form; resolves to the id of its view. If Slack does not open it, or if only secrets for a private page
 * are missing, sends a message instead, with what `fill` has read of the request.
 */
async function openForm(
  { forms }: HandlerParts,
  exchange: Exchange,
  needed: FormNeeded,
  fill = async (): Promise<FormNeeded | Failed> => needed,
): Promise<string | undefined> {
  const { operation, markDelivered } = needed
  const invitation = await forms.invitation(needed, exchange.origin)
  const isOpened = !invitation && hasForm(operation)
  const id = isOpened ? await exchange.open?.(forms.build(operation, needed, exchange.origin)) : undefined
  if (id !== undefined) await markDelivered?.(shown())
  else if (invitation) await exchange.send(invitation, { markDelivered })
  else {
    const filled = await fill()
    await exchange.send(questionOf(filled.kind === 'form' ? filled : needed), { markDelivered })
  }
  return id
}

/** Opens the form of a request at once, before its trigger expires, and then fills it. */
export async function openThenFill(
  parts: HandlerParts,
  exchange: Exchange,
  request: OperationRequest,
): Promise<void> {
  const { pipeline, forms, log } = parts
  const { operation, sentence } = request
  const initial = await pipeline.open(request, exchange.caller)
  if (initial.kind === 'failed') return void (await exchange.send(initial.reply))
  const rest = sentence?.rest ?? ''
  const fill = () => pipeline.form(request, exchange.caller)
  const id = await openForm(parts, exchange, initial, fill)
  const needsFilling = operation.needsLoading || rest !== '' || isForbiddenToViewers(operation)
  if (id === undefined || !hasForm(operation) || !needsFilling) return
  const filled = await fill()
  // If loading fails, the form keeps what was typed meanwhile and can still be submitted.
  const state =
    filled.kind === 'form'
      ? filled
      : { ...initial, notice: mrkdwn`Not all of this form could be loaded. ${filled.reply.text}` }
  const previous = initialForm(operation, initial, exchange.origin)
  await updateView(exchange.client, id, forms.build(operation, state, exchange.origin, previous), log)
  if (filled.kind === 'failed' && filled.waitsBehind !== undefined) await exchange.send(filled.reply)
}

/** Runs a read again and posts its reply to the channel. */
export async function share(
  parts: HandlerParts,
  exchange: Exchange,
  operation: Operation,
  args: Args,
): Promise<void> {
  if (!isShareable(operation)) return void (await exchange.send(OUTDATED))
  const outcome = await parts.pipeline.handle({ operation, args }, exchange.caller)
  if (outcome.kind !== 'done') return respond(parts, exchange, outcome)
  const publicReply = { ...outcome.reply, to: 'channel' as const }
  const reply = await parts.pictures.addPicture(exchange, { ...outcome, reply: publicReply })
  await exchange.send(sharedReply(reply, exchange.caller.person.user))
}

/** Whether an operation's private reply may be shared. */
export const isShareable = (operation: Operation): boolean =>
  operation.effect === 'read' && !operation.private

/** The reply of an outcome; in a channel, a private reply that may be shared gets a button for it. */
function replyOf(outcome: Extract<Outcome, { kind: 'done' | 'failed' }>, origin: Origin): Reply {
  const { reply, operation, args } = outcome
  const { channel, home } = origin
  const isInChannel = isChannel(channel) && !home
  const canShare = outcome.kind === 'done' && reply.to === 'me' && !reply.isEmpty && isShareable(operation)
  const share = { text: 'Share to channel', operation: operation.id, args, how: 'share' } as const
  if (!isInChannel || !canShare || !fitsValue(share)) return reply
  return { ...reply, blocks: [...blocksOf(reply), ...actions(share)] }
}

/** A reply for the channel that names the person who shares it. */
function sharedReply(reply: Reply, user: string): Reply {
  const by = mrkdwn`Shared by ${mention(user)}`
  return {
    text: lines(by, reply.text),
    blocks: [context(by), ...blocksOf(reply)],
    to: 'channel',
  }
}
