import { randomUUID } from 'node:crypto'
import type { types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Caller, IncomingRequest } from '../../core/authenticate.ts'
import type { Operation } from '../../core/operation.ts'
import type { Pipeline } from '../../core/pipeline.ts'
import { limits } from '../../message/limits.ts'
import { cutMrkdwn, type Mrkdwn, mention, mrkdwn } from '../../message/mrkdwn.ts'
import { type PostedMessage, type Reply, withNote, withQuestion } from '../../message/reply.ts'
import type { Announcements } from '../delivery/announcements.ts'
import type { Deliver, Delivery, Retry } from '../delivery/deliver.ts'
import { createProgress } from '../delivery/progress.ts'
import type { Reminders } from '../delivery/reminders.ts'
import type { SourceMessages } from '../delivery/source-message.ts'
import { outputsOf, type StepEnds } from '../delivery/step-end.ts'
import { keyOf, type Origin, originInForm, originLater, originOf } from '../origin.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { RequestKind } from '../transport/request-kinds.ts'
import type { Forms } from '../views/open-forms.ts'
import { openView, type UpdateView } from '../views/open-view.ts'
import type { Ack } from './ack.ts'
import type { Homes } from './home-tab.ts'
import type { People } from './locales.ts'

/** What every handler needs. */
export type HandlerParts = {
  catalog: readonly Operation[]
  /** The same by their ids. */
  operations: ReadonlyMap<string, Operation>
  pipeline: Pipeline
  forms: Forms
  deliver: Deliver
  sourceMessages: SourceMessages
  announcements: Announcements
  pictures: Pictures | undefined
  reminders: Reminders
  stepEnds: StepEnds
  homes: Homes
  people: People
  clock: () => Date
  log: Logger
  /** A Slack request is acknowledged within this time, in milliseconds; Slack itself gives up after 3000. */
  ackWithinMs: number
}

/** A request as Slack sent it. */
export type SlackRequest = {
  kind: RequestKind
  body: Readonly<Record<string, unknown>>
  client: webApi.WebClient
  /** Sent without content once the handler is done, if nothing else was. */
  ack: Ack
  /** Set where Slack sends it again. */
  retryNum?: number | undefined
  /** When Slack sent it, by its signature. */
  signedAt?: Date | undefined
  /** Set once a change is recorded for it: it may be done, whatever fails afterwards. */
  isRecorded: boolean
}

export type SayOptions = {
  retry?: Retry | undefined
  /** The reply tells of a change: the Home tab shows it above what is now. */
  hasChanged?: boolean
  onPosted?: (posted: PostedMessage) => unknown
}

/** One request of a person in Slack, and the ways to answer it. */
export type Exchange = {
  client: webApi.WebClient
  caller: Caller
  origin: Origin
  /** Resolves to whether the reply was delivered. */
  say(reply: Reply, options?: SayOptions): Promise<boolean>
  /** Delivers a reply as `say` does, and tells whether it may be tried again. */
  deliver(reply: Reply, options?: SayOptions): Promise<Delivery>
  /** Shows how far long work is; the outcome takes its place. */
  report(reply: Reply): void
  /** Opens a view; undefined where the trigger does not work any more. */
  open?: ((view: types.ModalView) => Promise<UpdateView | undefined>) | undefined
  /** Shows what is being done in the message whose button was pressed. */
  showDoing(doing: string): void
  /** Shows the outcome there, once it showed what was being done. */
  showOutcome(reply: Reply | undefined): Promise<void>
  /** Others read what was typed. */
  isPublic?: boolean
  /** Slack repeats such requests by itself: a repeated one is not answered. */
  isRetriedBySlack?: boolean
}

type About = {
  origin: Origin
  /** Set where a view may be opened. */
  trigger?: string | undefined
  /** Set where the request may change something; `id` is the same for a retry by Slack. */
  incoming?: Pick<IncomingRequest, 'sentAt' | 'receivedAt' | 'source'> & {
    id: string | undefined
    /** Called once the change is recorded; `doing` is undefined for a duplicate. */
    onRecorded?(doing: string | undefined): unknown
  }
  /** Answers by the acknowledgement; false where that was sent before. */
  answerByAck?(reply: Reply): Promise<boolean>
}

/** The ways to answer a request. */
export function createExchange(parts: HandlerParts, request: SlackRequest, about: About): Exchange {
  const { client, ack, signedAt } = request
  const { origin, trigger, incoming, answerByAck } = about
  let updateOrigin: ((origin: Origin) => Promise<void>) | undefined
  const exchange = exchangeAt(parts, client, origin, {
    answerByAck,
    onMoved: async progress => updateOrigin?.({ ...origin, progress }),
    incoming: incoming && {
      ...{ sentAt: signedAt, ...incoming },
      // A request without an id is like no other.
      key: `${keyOf(origin)} ${incoming.id ?? randomUUID()}`,
      origin: () => origin,
      onRecorded(doing, change) {
        request.isRecorded = true
        updateOrigin = change?.updateOrigin
        return incoming.onRecorded?.(doing)
      },
    },
  })
  if (trigger === undefined) return exchange
  return {
    ...exchange,
    report(reply) {
      void ack.send()
      exchange.report(reply)
    },
    async open(view) {
      await ack.send()
      return openView(client, trigger, view, parts.log)
    },
  }
}

type Reach = {
  incoming?: IncomingRequest | undefined
  answerByAck?: About['answerByAck'] | undefined
  /** Called with where the progress is shown, so that another process can finish it. */
  onMoved?(posted: Origin['progress']): Promise<void>
  /** The pressed message shows what is being done. */
  showsDoing?: boolean
}

/** The ways to reach the person at an origin. */
export function exchangeAt(
  parts: HandlerParts,
  client: webApi.WebClient,
  origin: Origin,
  { incoming, answerByAck, onMoved, showsDoing = false }: Reach = {},
): Exchange {
  const { sourceMessages, log } = parts
  const caller = callerOf(parts.people, { client, origin }, incoming)
  let progress = origin.progress && createProgress(client, { origin, log, onMoved })
  let shown = Promise.resolve(showsDoing && origin.source !== undefined)
  const deliver: Exchange['deliver'] = (reply, options = {}) =>
    deliverReply(parts, { client, caller, origin, progress, answerByAck }, reply, options)
  return {
    ...{ client, caller, origin, deliver },
    say: async (reply, options) => (await deliver(reply, options)) === 'delivered',
    report(reply) {
      progress ??= createProgress(client, { origin, log, onMoved })
      progress.report(reply)
    },
    showDoing(doing) {
      const text = mrkdwn`${formatDoing(doing)} asked by ${mention(origin.user)}`
      if (origin.source) shown = sourceMessages.showProgress(client, origin, text)
    },
    async showOutcome(reply) {
      if (await shown) await sourceMessages.showOutcome(client, origin, reply)
      shown = Promise.resolve(false)
    },
  }
}

/** The person at an origin. */
export const callerOf = (
  people: People,
  { client, origin }: { client: webApi.WebClient; origin: Origin },
  incoming?: IncomingRequest,
): Caller => ({
  incoming,
  person: { key: keyOf(origin), user: origin.user, isStranger: origin.from !== undefined },
  workspace: { team: origin.team, enterprise: origin.enterprise },
  channel: origin.channel,
  originIn: channel => originLater(origin, channel),
  postIn: (channel, text) => client.chat.postMessage({ channel, text: cutMrkdwn(text, limits.messageText) }),
  locale: () => people.localeOf(client, origin),
  profileOf: user => people.profileOf(client, origin, user),
})

/** Where a request came from: a form is answered where it was opened. */
export function findOrigin(
  { people, clock }: Pick<HandlerParts, 'people' | 'clock'>,
  { client, kind, body }: SlackRequest,
  form?: { origin: Origin },
): Promise<Origin> {
  const sender = originOf(kind, body, clock())
  return people.atHome(client, form ? originInForm(sender, body, form.origin) : sender)
}

/**
 * Delivers a reply: to the Home tab of its person, in the place of the progress, or where the request came from; then what
 * they alone read besides, and to the channel that is to hear of what was asked for in a direct message. A step of a
 * workflow ends with it, be it later. `not yet` where either may still be delivered: then all of it is delivered again.
 */
async function deliverReply(
  { deliver, homes, stepEnds, announcements }: HandlerParts,
  to: Pick<Exchange, 'client' | 'caller' | 'origin'> &
    Pick<Reach, 'answerByAck'> & { progress: ReturnType<typeof createProgress> | undefined },
  reply: Reply,
  { retry, hasChanged = false, onPosted }: SayOptions,
): Promise<Delivery> {
  const { client, caller, origin, progress, answerByAck } = to
  const toTell = await announcements.channelToTell(client, origin, reply)
  const noted = toTell ? withNote(reply, toTell.note) : reply
  const whole = withQuestion(noted)
  if (origin.step !== undefined && reply.to === 'me') {
    await progress?.finish(whole)
    return stepEnds.fail(client, origin, origin.step, reply.text)
  }
  let posted: PostedMessage | undefined
  const keepPosted = (message: PostedMessage) => {
    posted = message
    onPosted?.(message)
  }
  const isOnHome =
    origin.home === true && reply.to === 'me' && (await homes.show(client, caller, whole, hasChanged))
  const left = isOnHome ? undefined : progress ? await progress.finish(whole, keepPosted) : whole
  const ack = answerByAck && (() => answerByAck(noted))
  const posting = left
    ? await deliver.reply(client, origin, left, { retry, ack, onPosted: keepPosted })
    : 'delivered'
  const delivery =
    posting === 'delivered' && origin.step !== undefined && reply.waitsUntil === undefined
      ? await stepEnds.succeed(client, origin, origin.step, await outputsOf(client, reply, posted))
      : posting
  if (delivery === 'delivered' && toTell?.channel !== undefined)
    await deliver.reply(client, originLater(origin, toTell.channel), reply, { onPosted: keepPosted })
  if (delivery !== 'delivered' || !reply.privateNote) return delivery
  const notePosting = await deliver.reply(client, origin, { ...reply.privateNote, to: 'me' })
  return notePosting === 'not yet' ? notePosting : delivery
}

/** What changes with an outcome besides its own message. */
export type Tellers = Pick<HandlerParts, 'reminders'> & {
  announcements: Pick<Announcements, 'update'>
  homes: Pick<Homes, 'refresh'>
}

/**
 * Delivers what came of a request, and keeps true what was told of the same before: the pressed message, announcements and
 * reminders. `refreshHome` comes after it is marked as delivered.
 */
export async function deliverOutcome(
  { announcements, reminders }: Tellers,
  { origin, deliver, showOutcome }: Pick<Exchange, 'origin' | 'deliver' | 'showOutcome'>,
  reply: Reply,
  options: SayOptions,
): Promise<Delivery> {
  let posted: PostedMessage | undefined
  await showOutcome(reply)
  const [delivery] = await Promise.all([
    deliver(reply, {
      ...options,
      onPosted(message) {
        posted = message
        options.onPosted?.(message)
      },
    }),
    announcements.update(reply),
  ])
  await reminders.schedule(reply, origin, posted)
  return delivery
}

/** Redraws Home tabs after a change; that of the person was drawn with a reply that it shows. */
export async function refreshHome(
  { homes }: Tellers,
  { caller, origin }: Pick<Exchange, 'caller' | 'origin'>,
  reply: Reply,
): Promise<void> {
  const isDrawn = origin.home === true && reply.to === 'me'
  await homes.refresh(caller, origin.home ? reply : undefined, isDrawn)
}

/** The answer to a button, a form or a select that this version does not know. */
export const OUTDATED: Reply = {
  text: mrkdwn`This is from an older version of Dayshift and no longer does anything. \`/dayshift help\` shows what you can say.`,
  to: 'me',
}

/** `⏳ Pausing …`. */
export const formatDoing = (doing: string): Mrkdwn =>
  mrkdwn`:hourglass_flowing_sand: ${doing.charAt(0).toUpperCase()}${doing.slice(1)} …`
