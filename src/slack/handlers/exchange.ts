import { randomUUID } from 'node:crypto'
import type { types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Reach } from '../../changes/recovery.ts'
import { isStep } from '../../core/approval.ts'
import type { IncomingRequest } from '../../core/authenticate.ts'
import type { Operation } from '../../core/operation.ts'
import type { Failed } from '../../core/outcome.ts'
import type { Pipeline } from '../../core/pipeline.ts'
import { capitalize } from '../../language/wording.ts'
import { type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type DeliveryResult, type Reply, withNote, withRequestText } from '../../message/reply.ts'
import type { AllowedSteps } from '../../storage/entries.ts'
import type { Announcements } from '../delivery/announcements.ts'
import { type Deliver, messageOf, responseOf } from '../delivery/deliver.ts'
import { createProgress } from '../delivery/progress.ts'
import type { Reminders } from '../delivery/reminders.ts'
import type { ClientFor } from '../delivery/slack-http.ts'
import { originalMessage, withoutPressed } from '../delivery/source-message.ts'
import type { StepEnds } from '../delivery/step-end.ts'
import {
  followUpOrigin,
  formOrigin,
  isDirect,
  keyOf,
  type Origin,
  originOf,
  parseOrigin,
  type Sender,
} from '../origin.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { Extras } from '../transport/dispatch.ts'
import type { Body, RequestKind } from '../transport/request-kinds.ts'
import { type Forms, openView, type UpdateView } from '../views/open-forms.ts'
import type { Homes } from './home-tab.ts'
import { callerOf, type People } from './people.ts'
import type { Forget } from './uninstalls.ts'

/** What every handler needs. */
export type HandlerParts = {
  catalog: readonly Operation[]
  /** The operations of the catalog by their ids. */
  operations: ReadonlyMap<string, Operation>
  pipeline: Pipeline
  forms: Forms
  deliver: Deliver
  announcements: Announcements
  pictures: Pictures
  reminders: Reminders
  stepEnds: StepEnds
  homes: Homes
  people: People
  clientFor: ClientFor
  allowedSteps: AllowedSteps
  forget: Forget
  /** Whether a request with a key was recorded before. */
  isRecorded(key: string): Promise<boolean>
  clock: () => Date
  log: Logger
  /** A new reference by which a person and the log speak of the same error. */
  reference: () => string
}

/** A request as Slack sent it; it is acknowledged without content once its handler is done, if nothing else was sent. */
export type SlackRequest = Extras & {
  kind: RequestKind
  body: Body
  sender: Sender
  client: webApi.WebClient
  /** Opens a view, once and within 3 s; events have none. */
  trigger?: string | undefined
  /** Set where Slack sends it again. */
  retryNum?: number | undefined
  /** Set once a change is recorded for it: it may be done, whatever fails afterwards. */
  isRecorded: boolean
  /** What is being done then, unless the same was recorded before. */
  doing?: string | undefined
}

type SendOptions = {
  /** Marks a change as delivered at once: otherwise recovery delivers it again. */
  markDelivered?: Failed['markDelivered']
  /** The reply tells of a change: Home tabs are redrawn, that of the person with it above what is now. */
  hasChanged?: boolean
  /** The outcome is not known yet: the pressed message goes on to show what is being done. */
  isPending?: boolean
}

/** One request of a person in Slack, and the ways to answer it. */
export type Exchange = ReturnType<typeof createExchange>

type ExchangeOptions = {
  /** The request that is answered, if it is in flight. */
  request?: SlackRequest
  /** Set where the request may change something; its `id`, or else its trigger, is the same for a retry by Slack. */
  incoming?: Pick<IncomingRequest, 'sentAt' | 'source' | 'isOneTime'> & {
    id?: string | undefined
  }
  /** Private replies take the place of the pressed message. */
  isReplacing?: boolean
}

/** The ways to answer the person at an origin. */
export function createExchange(
  parts: HandlerParts,
  client: webApi.WebClient,
  origin: Origin,
  { request, incoming, isReplacing = false }: ExchangeOptions = {},
) {
  const { operations, deliver, homes, announcements, reminders, stepEnds, log } = parts
  const { step } = origin
  const trigger = request?.trigger
  let updateOrigin: ((origin: Origin) => Promise<void>) | undefined
  const onMoved = async (progress: Origin['progress']) => updateOrigin?.({ ...origin, progress })
  const showProgress = () => createProgress(client, { origin, log, onMoved })
  let progress = origin.progress && showProgress()
  /** Whether the pressed message shows what is being done; a process that is gone may have shown it. */
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
        // The acknowledgement of a command or a form can still hold the answer.
        if (request.kind !== 'command' && request.kind !== 'submission') await request.ack.send()
        if (doing !== undefined && origin.source)
          isSourceUpdated = showInSource(mrkdwn`${formatDoing(doing)} asked by ${mention(origin.user)}`)
      },
    },
  )

  /** Puts a text in the place of the pressed button, or else the button back; resolves to whether Slack took it. */
  async function showInSource(text: Mrkdwn | undefined): Promise<boolean> {
    if (!origin.source) return false
    const { message, pressed } = origin.source
    const isChange = (id: string) => operations.get(id)?.effect === 'write'
    const updated = text ? withoutPressed(message, pressed, text, isChange) : originalMessage(message)
    return deliver.replace(client, origin, updated)
  }

  /** Delivers a reply in the place of the progress, or where the request came from. */
  async function deliverReply(reply: Reply): Promise<DeliveryResult> {
    const fullReply = withRequestText(reply)
    const result = progress ? await progress.finish(fullReply) : { rest: fullReply }
    if ('posted' in result) return { delivery: 'delivered', posted: result.posted }
    // Slack shows the command itself above its acknowledgement.
    const ack = request?.kind === 'command' ? () => request.ack.send(responseOf(reply)) : undefined
    return deliver.reply(client, origin, result.rest, ack)
  }

  /** Delivers a reply for the person alone. */
  async function sendPrivately(reply: Reply, hasChanged: boolean): Promise<DeliveryResult> {
    if (step !== undefined) {
      await progress?.finish(withRequestText(reply))
      return { delivery: await stepEnds.fail(client, origin, reply.text), posted: [] }
    }
    const isReplyShown =
      (isReplacing && (await deliver.replace(client, origin, messageOf(reply)))) ||
      (origin.home === true && (await homes.show(client, caller, withRequestText(reply), hasChanged)))
    if (isReplyShown) return { delivery: 'delivered', posted: [] }
    return deliverReply(reply)
  }

  /** Delivers a reply for the channel, and what belongs to it. */
  async function announce(reply: Reply): Promise<DeliveryResult> {
    const target = isDirect(origin) ? await announcements.findChannel(client, origin, reply) : undefined
    const withNotes = target ? withNote(reply, target.note) : reply
    const result = await deliverReply(withNotes)
    if (result.delivery !== 'delivered') return result
    if (isReplacing) await deliver.remove(origin)
    if (step !== undefined && reply.waitsUntil === undefined)
      await stepEnds.succeed(client, origin, reply, result.posted[0])
    const posted = [...result.posted]
    if (target?.channel !== undefined)
      posted.push(...(await deliver.reply(client, followUpOrigin(origin, target.channel), reply)).posted)
    const { privateNote } = reply
    const note = privateNote && (await deliver.reply(client, origin, { ...privateNote, to: 'me' }))
    return { delivery: note?.delivery === 'not yet' ? 'not yet' : 'delivered', posted }
  }

  /** Shows the outcome in the pressed message, or else the button again, once that showed what was being done. */
  async function showOutcome(reply: Reply | undefined): Promise<void> {
    if (await isSourceUpdated) await showInSource(reply?.to === 'channel' ? reply.text : reply?.over)
    isSourceUpdated = Promise.resolve(false)
  }

  return {
    client,
    caller,
    origin,
    /** It is a message that was written to the bot; Slack repeats such requests by itself. */
    isMessage: request?.kind === 'message',

    /**
     * Delivers a reply: to the Home tab of its person, in the place of the pressed message or of the
     * progress, or where the request came from; then what they alone read besides, and to the channel that is
     * to hear of what was asked for in a direct message. A step of a workflow ends with it.
     * Keeps true what was told of the same before: the pressed message, announcements and reminders. `not
     * yet` where a part may still be delivered: then all is said again.
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
      await reminders.schedule(reply, origin, result.posted.at(-1))
      await markDelivered?.(result.delivery === 'delivered', result.posted)
      if (hasChanged) {
        const isDrawn = origin.home === true && reply.to === 'me'
        await homes.refresh(client, caller, origin.home ? reply : undefined, isDrawn)
      }
      return result
    },

    /** Shows how far long work is; the outcome takes its place. */
    report(reply: Reply): void {
      // A form stays open until it is known whether it is right.
      if (request?.kind !== 'submission') void request?.ack.send()
      progress ??= showProgress()
      progress.report(reply)
    },

    ...(trigger !== undefined && {
      /** Opens a view; undefined where the trigger does not work any more. */
      async open(view: types.ModalView): Promise<UpdateView | undefined> {
        await request?.ack.send()
        const update = await openView(client, trigger, view, log)
        if (update) await showOutcome(undefined)
        return update
      },
    }),
  }
}

/** How recovery reaches the people whose changes it continues: by the origin that is stored with a change. */
export const createReach =
  (parts: HandlerParts): Reach =>
  async change => {
    const { state, detail, isScheduled } = change
    const origin = parseOrigin(change.origin)
    const client = origin && (await parts.clientFor(origin))
    if (!client) return undefined
    // A question to others took the place of the progress, and stays once they have decided.
    const isDecided = state !== 'waiting' && detail.some(({ field }) => isStep(field))
    const replyOrigin = isDecided ? { ...origin, progress: undefined } : origin
    const exchange = createExchange(parts, client, replyOrigin)
    return {
      caller: exchange.caller,
      deliver: reply => exchange.send(reply, { hasChanged: !isScheduled }),
    }
  }

/** Where a request came from: a form is answered where it was opened. */
export function findOrigin(
  { people }: Pick<HandlerParts, 'people'>,
  { client, kind, body, sender }: SlackRequest,
  form?: { origin: Origin },
): Promise<Origin> {
  const origin = originOf(kind, body, sender)
  return people.resolveOrigin(client, form ? formOrigin(origin, body, form.origin) : origin)
}

/** The answer to a button, a form or a select that this version does not know. */
export const OUTDATED: Reply = {
  text: mrkdwn`This is from an older version of Dayshift and no longer does anything. \`/dayshift help\` shows what you can say.`,
  to: 'me',
}

/** `⏳ Pausing …`. */
export const formatDoing = (doing: string): Mrkdwn => mrkdwn`:hourglass_flowing_sand: ${capitalize(doing)} …`
