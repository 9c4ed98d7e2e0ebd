import { randomUUID } from 'node:crypto'
import type { types, webApi } from '@slack/bolt'
import type { Reach } from '../../changes/recovery.ts'
import { isStep } from '../../core/approval.ts'
import type { IncomingRequest } from '../../core/context.ts'
import type { Failed } from '../../core/outcome.ts'
import { capitalize } from '../../language/wording.ts'
import { type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type DeliveryResult, type Reply, shown, withNote, withRequestText } from '../../message/reply.ts'
import { messageOf, responseOf } from '../delivery/deliver.ts'
import { createProgress } from '../delivery/progress.ts'
import { originalMessage, withoutPressed } from '../delivery/source-message.ts'
import {
  followUpOrigin,
  formOrigin,
  isDirect,
  keyOf,
  type Origin,
  originOf,
  originSchema,
  type Sender,
} from '../origin.ts'
import type { Extras } from '../transport/dispatch.ts'
import type { Body, RequestKind } from '../transport/request-kinds.ts'
import type { HandlerParts } from './handler-parts.ts'
import { callerOf } from './people.ts'

/** A request from Slack. When its handler returns, it is acknowledged without content, unless done before. */
export type SlackRequest = Extras & {
  kind: RequestKind
  body: Body
  sender: Sender
  client: webApi.WebClient
  /** Slack's trigger_id: opens one view within 3 s. Undefined for events. */
  trigger?: string | undefined
  retryNum?: number | undefined
  /** Set once a change is recorded: it may take effect even if the handler fails later. */
  isRecorded: boolean
  /** Describes the recorded change in progress, such as “pausing web-prod”; undefined for a duplicate. */
  doing?: string | undefined
}

type SendOptions = {
  /** Marks the change as delivered, so that recovery does not deliver it again. */
  markDelivered?: Failed['markDelivered']
  /** The reply reports a change: Home tabs are redrawn, the person's own with the reply on top. */
  hasChanged?: boolean
  /** The outcome is still unknown: the pressed message keeps showing the progress. */
  isPending?: boolean
}

/** A request from Slack and the ways to answer it. */
export type Exchange = ReturnType<typeof createExchange>

type ExchangeOptions = {
  /** The request in flight; undefined for recovery and private pages. */
  request?: SlackRequest
  /** Set if the request may change something. Its `id`, or else its trigger, identifies retries by Slack. */
  incoming?: Pick<IncomingRequest, 'sentAt' | 'source' | 'isOneTime'> & {
    id?: string | undefined
  }
  /** Private replies replace the pressed message. */
  isReplacing?: boolean
}

/** Creates the ways to answer the person at an origin. */
export function createExchange(
  parts: HandlerParts,
  client: webApi.WebClient,
  origin: Origin,
  { request, incoming, isReplacing = false }: ExchangeOptions = {},
) {
  const { operations, deliver, homes, announcements, stepCompletion, log } = parts
  const { step } = origin
  const trigger = request?.trigger
  let updateOrigin: ((origin: Origin) => Promise<void>) | undefined
  const onMoved = async (progress: Origin['progress']) => updateOrigin?.({ ...origin, progress })
  const progress = createProgress(client, { origin, log, onMoved })
  /** Whether the pressed message shows progress. In recovery, the stopped process may have put it there. */
  let isSourceUpdated = Promise.resolve(request === undefined)
  const caller = callerOf(
    parts.people,
    { client, origin },
    incoming && {
      sentAt: request?.signedAt,
      ...incoming,
      key: `${keyOf(origin)} ${incoming.id ?? trigger ?? randomUUID()}`,
      origin,
      async onRecorded(doing, change) {
        updateOrigin = change?.updateOrigin
        if (!request) return
        Object.assign(request, { isRecorded: true, doing })
        // The acknowledgement of a command or a form can still carry the reply.
        if (request.kind !== 'command' && request.kind !== 'submission') await request.ack.send()
        if (doing !== undefined && origin.source)
          isSourceUpdated = showInSource(mrkdwn`${formatDoing(doing)} asked by ${mention(origin.user)}`)
      },
    },
  )

  /** Replaces the pressed button by a text, or restores the button; resolves to whether Slack accepted it. */
  async function showInSource(text: Mrkdwn | undefined): Promise<boolean> {
    if (!origin.source) return false
    const { message, pressed } = origin.source
    const isChange = (id: string) => operations.get(id)?.effect === 'write'
    const updated = text ? withoutPressed(message, pressed, text, isChange) : originalMessage(message)
    return deliver.replace(client, origin, updated)
  }

  /** Replaces the progress message by a reply, or delivers the reply to the origin. */
  async function deliverReply(reply: Reply): Promise<DeliveryResult> {
    const fullReply = withRequestText(reply)
    const posted = await progress.finish(fullReply)
    if (posted) return { delivery: 'delivered', posted }
    // Slack shows the command itself above an acknowledgement, so that one goes without `requestText`.
    const ack = request?.kind === 'command' ? () => request.ack.send(responseOf(reply)) : undefined
    return deliver.reply(client, origin, fullReply, ack)
  }

  async function sendPrivately(reply: Reply, hasChanged: boolean): Promise<DeliveryResult> {
    if (step !== undefined) {
      await progress.finish(withRequestText(reply))
      return { delivery: await stepCompletion.fail(client, origin, reply.text), posted: [] }
    }
    const isReplyShown =
      (isReplacing && (await deliver.replace(client, origin, messageOf(reply)))) ||
      (origin.home === true && (await homes.show(client, caller, withRequestText(reply), hasChanged)))
    return isReplyShown ? shown() : deliverReply(reply)
  }

  /** Delivers a reply to the channel, with its private note and its copy for another channel. */
  async function announce(reply: Reply): Promise<DeliveryResult> {
    const target = isDirect(origin) ? await announcements.findChannel(client, origin, reply) : undefined
    const withNotes = target ? withNote(reply, target.note) : reply
    const result = await deliverReply(withNotes)
    if (result.delivery !== 'delivered') return result
    if (isReplacing) await deliver.remove(origin)
    if (step !== undefined && reply.waitsUntil === undefined)
      await stepCompletion.succeed(client, origin, reply, result.posted[0])
    const posted = [...result.posted]
    if (target?.channel !== undefined)
      posted.push(...(await deliver.reply(client, followUpOrigin(origin, target.channel), reply)).posted)
    const { privateNote } = reply
    const note = privateNote && (await deliver.reply(client, origin, { ...privateNote, to: 'me' }))
    return { delivery: note?.delivery === 'not yet' ? 'not yet' : 'delivered', posted }
  }

  /** Shows the outcome in the pressed message, or restores its button, if the message shows progress. */
  async function showOutcome(reply: Reply | undefined): Promise<void> {
    if (await isSourceUpdated) await showInSource(reply?.to === 'channel' ? reply.text : reply?.over)
    isSourceUpdated = Promise.resolve(false)
  }

  return {
    client,
    caller,
    origin,
    /** Whether the request is a message to the bot; Slack retries these. */
    isMessage: request?.kind === 'message',

    /**
     * Delivers a reply to the person's Home tab, in place of the pressed message or the progress, or to the
     * origin; with its private note, and a copy to the plans' channel if it was requested in a DM. Completes
     * a workflow step. Updates the pressed message, earlier announcements and reminders.
     * @returns `not yet` if a part may still be delivered: recovery then sends all of it again
     */
    async send(
      reply: Reply,
      { markDelivered, hasChanged = false, isPending }: SendOptions = {},
    ): Promise<DeliveryResult> {
      if (!isPending) await showOutcome(reply)
      const [result] = await Promise.all([
        reply.to === 'me' ? sendPrivately(reply, hasChanged) : announce(reply),
        reply.outdates && announcements.update(reply.outdates),
      ])
      await announcements.scheduleReminders(reply, origin, result.posted.at(-1))
      await markDelivered?.(result)
      if (hasChanged) {
        const isDrawn = origin.home === true && reply.to === 'me'
        await homes.refresh(client, caller, origin.home ? reply : undefined, isDrawn)
      }
      return result
    },

    /** Shows the progress of long work; the outcome replaces it. */
    report(reply: Reply): void {
      // A form stays open until its values are validated.
      if (request?.kind !== 'submission') void request?.ack.send()
      progress.report(reply)
    },

    ...(trigger !== undefined && {
      /** Opens a view; resolves to its id, or to undefined if the trigger has expired. */
      async open(view: types.ModalView): Promise<string | undefined> {
        await request?.ack.send()
        const opened = await client.views.open({ trigger_id: trigger, view }).catch((error: unknown) => {
          log.warn({ reason: error }, 'a form could not be opened')
        })
        const id = opened?.view?.id
        if (id !== undefined) await showOutcome(undefined)
        return id
      },
    }),
  }
}

/** Creates recovery's access to people: callers and replies, by the origin stored with a change. */
export const createReach =
  (parts: HandlerParts): Reach =>
  async change => {
    const { state, detail, isScheduled } = change
    const origin = originSchema.safeParse(change.origin).data
    const client = origin && (await parts.clientFor(origin))
    if (!client) return undefined
    // The question to approvers has replaced the progress, and the pressed message may have changed since.
    const hasWaited = state !== 'waiting' && detail.some(({ field }) => isStep(field))
    const replyOrigin = hasWaited ? { ...origin, progress: undefined, source: undefined } : origin
    const exchange = createExchange(parts, client, replyOrigin)
    return {
      caller: exchange.caller,
      deliver: reply => exchange.send(reply, { hasChanged: !isScheduled }),
    }
  }

/** Resolves to the origin of a request; a form has the origin where it was opened. */
export function findOrigin(
  { people }: Pick<HandlerParts, 'people'>,
  { client, kind, body, sender }: SlackRequest,
  form?: { origin: Origin },
): Promise<Origin> {
  const origin = originOf(kind, body, sender)
  return people.resolveOrigin(client, form ? formOrigin(origin, body, form.origin) : origin)
}

/** The reply to a button, form or select that this version does not know. */
export const OUTDATED: Reply = {
  text: mrkdwn`This is from an older version of Dayshift and no longer does anything. \`/dayshift help\` shows what you can say.`,
  to: 'me',
}

/** `⏳ Pausing …`. */
export const formatDoing = (doing: string): Mrkdwn => mrkdwn`:hourglass_flowing_sand: ${capitalize(doing)} …`
