import { randomUUID } from 'node:crypto'
import type { Context, types, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Caller, IncomingRequest } from '../../core/authenticate.ts'
import type { Operation } from '../../core/operation.ts'
import type { Pipeline } from '../../core/pipeline.ts'
import { limits } from '../../message/limits.ts'
import { cutMrkdwn, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { type PostedMessage, type Reply, withNote, withQuestion } from '../../message/reply.ts'
import type { Announcements } from '../delivery/announcements.ts'
import type { Announcing, Deliver, Delivery, Retry } from '../delivery/deliver.ts'
import { createProgress, type Progress } from '../delivery/progress.ts'
import type { Reminders } from '../delivery/reminders.ts'
import type { SourceMessages } from '../delivery/source-message.ts'
import { outputsOf, type StepEnds } from '../delivery/step-end.ts'
import { keyOf, type Origin, originLater } from '../origin.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { Forms } from '../views/open-forms.ts'
import { withoutAddresses } from '../without-addresses.ts'
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
  announcements: Pick<Announcements, 'update' | 'channelToTell'>
  pictures: Pick<Pictures, 'place'> | undefined
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
  body: Readonly<Record<string, unknown>>
  client: webApi.WebClient
  ack: (content?: object) => Promise<void>
  context: Context
  /** When Slack sent it, by its signature. */
  signedAt?: Date | undefined
  /** Set once a change is recorded for it: it may be done, whatever fails afterwards. */
  isRecorded: boolean
}

/** Replaces a view that was opened; false where the person has closed it. */
export type UpdateView = (view: types.ModalView) => Promise<boolean>

export type SayOptions = Announcing & {
  retry?: Retry | undefined
  /** The reply tells of a change: the Home tab shows it above what is now. */
  hasChanged?: boolean
}

/** One request of a person in Slack, and the ways to answer it. */
export type Exchange = {
  client: webApi.WebClient
  caller: Caller
  origin: Origin
  /** Resolves to whether the reply was delivered. */
  say(reply: Reply, options?: SayOptions): Promise<boolean>
  /** Shows how far long work is; the outcome takes its place. */
  report(reply: Reply): void
  /** Opens a view; undefined where the trigger does not work any more. */
  open?: ((view: types.ModalView) => Promise<UpdateView | undefined>) | undefined
  /** Updates the message whose button was pressed. */
  showOutcome?(reply: Reply | undefined): Promise<void>
  /** Others read what was typed. */
  isPublic?: boolean
  /** Slack repeats such requests by itself: a repeated one is not answered. */
  isRetriedBySlack?: boolean
}

type Incoming = Pick<IncomingRequest, 'key' | 'sentAt' | 'receivedAt' | 'source' | 'isOneTime'> & {
  /** Called once the change is recorded; `doing` is undefined for a duplicate. */
  onRecorded?(doing: string | undefined): unknown
}

/** The ways to answer a request; `incoming` where it may change something, `trigger` where it may open a view. */
export function createExchange(
  parts: HandlerParts,
  request: Pick<SlackRequest, 'client' | 'isRecorded' | 'signedAt'>,
  about: { origin: Origin; trigger?: string | undefined; incoming?: Incoming },
): Exchange {
  const { client } = request
  const { origin, trigger, incoming } = about
  const { log } = parts
  let updateOrigin = async (_: Origin): Promise<void> => {}
  const caller = callerOf(
    parts.people,
    { client, origin },
    incoming && {
      sentAt: request.signedAt,
      ...incoming,
      origin: () => origin,
      onRecorded(doing, change) {
        request.isRecorded = true
        if (change) updateOrigin = change.updateOrigin
        return incoming.onRecorded?.(doing)
      },
    },
  )
  let progress: Progress | undefined
  return {
    client,
    caller,
    origin,
    say: async (reply, options) =>
      (await deliverReply(parts, { client, caller, origin, progress }, reply, options)) === 'delivered',
    report(reply) {
      progress ??= createProgress(client, {
        origin,
        log,
        onMoved: posted => updateOrigin({ ...origin, progress: posted }),
      })
      progress.report(reply)
    },
    open: trigger === undefined ? undefined : view => openView(parts, client, trigger, view),
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

/** An id for a request: its trigger, which is unique; a request without one is like no other. */
export const requestId = (trigger: string | undefined): string => trigger ?? randomUUID()

export type DeliveryParts = Pick<HandlerParts, 'deliver' | 'homes' | 'stepEnds' | 'announcements'>

/**
 * Delivers a reply: to the Home tab of its person, in the place of the progress, or where the request came from; then what
 * they alone read besides, and to the channel that is to hear of what was asked for in a direct message. A step of a
 * workflow ends with it, be it later. `not yet` where either may still be delivered: then all of it is delivered again.
 */
export async function deliverReply(
  { deliver, homes, stepEnds, announcements }: DeliveryParts,
  to: Pick<Exchange, 'client' | 'caller' | 'origin'> & { progress?: Progress | undefined },
  reply: Reply,
  { retry, hasChanged = false, ...announcing }: SayOptions = {},
): Promise<Delivery> {
  const { client, caller, origin, progress } = to
  const toTell = await announcements.channelToTell(client, origin, reply)
  const whole = withQuestion(toTell ? withNote(reply, toTell.note) : reply)
  if (origin.step !== undefined && reply.to === 'me') {
    await progress?.finish(whole)
    return stepEnds.fail(client, origin, origin.step, reply.text)
  }
  let posted: PostedMessage | undefined
  const onPosted = (message: PostedMessage) => {
    posted = message
    announcing.onPosted?.(message)
  }
  const isOnHome =
    origin.home === true && reply.to === 'me' && (await homes.show(client, caller, whole, hasChanged))
  const left = isOnHome ? undefined : progress ? await progress.finish(whole, onPosted) : whole
  const posting = left
    ? await deliver.reply(client, origin, left, retry, { ...announcing, onPosted })
    : 'delivered'
  const delivery =
    posting === 'delivered' && origin.step !== undefined && reply.waitsUntil === undefined
      ? await stepEnds.succeed(client, origin, origin.step, await outputsOf(client, reply, posted))
      : posting
  if (delivery === 'delivered' && toTell?.channel !== undefined)
    await deliver.reply(client, originLater(origin, toTell.channel), reply, undefined, { onPosted })
  if (delivery !== 'delivered' || !reply.privateNote) return delivery
  const notePosting = await deliver.reply(client, origin, { ...reply.privateNote, to: 'me' })
  return notePosting === 'not yet' ? notePosting : delivery
}

async function openView(
  parts: HandlerParts,
  client: webApi.WebClient,
  trigger_id: string,
  view: types.ModalView,
): Promise<UpdateView | undefined> {
  try {
    const opened = await client.views.open({ trigger_id, view })
    const id = opened.view?.id
    return id === undefined ? undefined : updaterOf(parts, client, id, view)
  } catch (error) {
    parts.log.warn({ reason: withoutAddresses(error) }, 'a form could not be opened')
    return undefined
  }
}

/** Updates an opened view, unless it would look the same. */
function updaterOf(
  parts: HandlerParts,
  client: webApi.WebClient,
  id: string,
  view: types.ModalView,
): UpdateView {
  let shown = looksOf(view)
  return async next => {
    const wanted = looksOf(next)
    if (wanted === shown) return true
    const isOpen = await updateView(parts, client, id, next)
    if (isOpen) shown = wanted
    return isOpen
  }
}

/** A view as a person sees it; by now the focus is where they put it. */
const looksOf = (view: types.ModalView): string =>
  JSON.stringify(view, (key, value: unknown) => (key === 'focus_on_load' ? undefined : value))

/** Replaces a view; resolves to whether it was still open. */
export async function updateView(
  { log }: Pick<HandlerParts, 'log'>,
  client: webApi.WebClient,
  id: string,
  view: types.ModalView,
): Promise<boolean> {
  try {
    await client.views.update({ view_id: id, view })
    return true
  } catch (error) {
    log.warn({ reason: withoutAddresses(error) }, 'a form is closed')
    return false
  }
}

/** The answer to a button, a form or a select that this version does not know. */
export const OUTDATED: Reply = {
  text: mrkdwn`This is from an older version of Dayshift and no longer does anything. \`/dayshift help\` shows what you can say.`,
  to: 'me',
}

/** `⏳ Pausing …`. */
export const formatDoing = (doing: string): Mrkdwn =>
  mrkdwn`:hourglass_flowing_sand: ${doing.charAt(0).toUpperCase()}${doing.slice(1)} …`

/** The one acknowledgement that a Slack request takes: the first to send wins. */
export type Ack = Disposable & {
  /** Resolves to whether this answer was sent; false where another was before, or the request is gone. */
  send(answer: () => Promise<void>): Promise<boolean>
}

/** Acknowledges with `late` where nothing else was sent within `ackWithinMs`. */
export function ackWithin(
  { ackWithinMs, log }: { ackWithinMs: number; log: Pick<Logger, 'warn'> },
  late: () => Promise<void>,
): Ack {
  let isAnswered = false
  async function send(answer: () => Promise<void>): Promise<boolean> {
    if (isAnswered) return false
    isAnswered = true
    clearTimeout(timer)
    try {
      await answer()
      return true
    } catch (error) {
      log.warn({ reason: withoutAddresses(error) }, 'a request could not be answered')
      return false
    }
  }
  const timer = setTimeout(() => send(late), ackWithinMs)
  return { send, [Symbol.dispose]: () => clearTimeout(timer) }
}
