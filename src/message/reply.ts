import { z } from 'zod'
import { actions, type Block, type Button, context, type LinkButton, section } from './blocks.ts'
import { lines, type Mrkdwn } from './mrkdwn.ts'

/** When to remind: `days` working days before the plan is back, at a local `time` of its clock; or never. */
export type Lead = z.infer<typeof leadSchema>

export const leadSchema = z.union([
  z.object({ days: z.number().int().min(1), time: z.iso.time({ precision: -1 }) }),
  z.literal('off'),
])

export const DEFAULT_LEAD: Lead = { days: 1, time: '16:00' }

/** A pause in an announcement, identified by its ID or, if the service returned none, by its days. */
export type AnnouncedPause = z.infer<typeof announcedPauseSchema>

export const announcedPauseSchema = z.object({
  organization: z.string(),
  plan: z.string(),
  name: z.string(),
  id: z.string().optional(),
  from: z.iso.date(),
  until: z.iso.date(),
  /** The end of its last day on the plan's clock, as ISO 8601 in UTC. */
  endsAt: z.string(),
  /** The time zone of the plan's clock. */
  clock: z.string(),
  /** Overrides the channel's reminder setting. */
  remind: leadSchema.optional(),
})

/** A changed pause: `did` says how (`cancelled`), `actor` is a person's key, `doneAt` is ISO 8601. */
export type OutdatedPause = AnnouncedPause & { did: Mrkdwn; actor: string; doneAt: string }

/** Identifies a posted message and the installation that posted it. */
export type PostedMessage = { team: string; enterprise?: string | undefined; channel: string; ts: string }

/** The outcome of a delivery: `not yet` is retried, `impossible` is not. */
export type Delivery = 'delivered' | 'not yet' | 'impossible'

/** A delivery with the messages that it posted, as far as Slack returns them. */
export type DeliveryResult = { delivery: Delivery; posted: readonly PostedMessage[] }

/** The result of showing a reply without a message that could be updated later. */
export const shown = (isShown = true): DeliveryResult => ({
  delivery: isShown ? 'delivered' : 'not yet',
  posted: [],
})

/** A message. `text` is complete by itself; `blocks` add layout and buttons. */
export type Reply = {
  text: Mrkdwn
  blocks?: Block[]
  to: 'channel' | 'me'
  /** There is nothing to show, so the reply cannot be shared. */
  isEmpty?: true
  /** The request, shown above a reply that arrives later or in another place. */
  requestText?: Mrkdwn | undefined
  /** Replaces the pressed button, for everyone, because it no longer applies. */
  over?: Mrkdwn | undefined
  /** The pauses that it announces. Its message is updated when they change. */
  announces?: readonly AnnouncedPause[] | undefined
  /** The announced pauses that it is a reminder of. */
  remindsOf?: readonly AnnouncedPause[] | undefined
  /** The announced pauses whose messages need an update. */
  outdates?: readonly OutdatedPause[] | undefined
  /** Replaces `blocks` where a picture can be shown. */
  picture?: Picture | undefined
  /** The deadline of an approval request, as ISO 8601; its message is updated afterwards. */
  waitsUntil?: string
  /** The next scheduled run, as ISO 8601 in UTC, and its arguments. */
  nextRun?: { at: string; args: Readonly<Record<string, unknown>> }
  /** The request was carried out only in part. */
  isPartial?: true
  /** An additional message for the requester alone. */
  privateNote?: Omit<Reply, 'to' | 'privateNote' | 'requestText' | 'over'>
}

/** A picture, drawn as SVG on demand; `alt` describes it for screen readers. */
export type Picture = {
  title: string
  draw(): string
  alt: string
  above: readonly Block[]
  below: readonly Block[]
}

/** Creates a reply of one paragraph with buttons below it. */
export const reply = (to: Reply['to'], text: Mrkdwn, ...buttons: (Button | LinkButton)[]): Reply => ({
  text,
  blocks: [section(text), ...actions(...buttons)],
  to,
})

export const blocksOf = ({ text, blocks = [section(text)] }: Reply): Block[] => blocks

/** Adds the request above a reply. */
export function withRequestText(reply: Reply): Reply {
  const { text, requestText } = reply
  return requestText
    ? { ...reply, text: lines(requestText, text), blocks: [context(requestText), ...blocksOf(reply)] }
    : reply
}

export const withNote = (reply: Reply, note: Mrkdwn): Reply => ({
  ...reply,
  text: lines(reply.text, note),
  blocks: [...blocksOf(reply), context(note)],
})

/** Explains why a part of a change failed. */
export type Failure = {
  reason: Mrkdwn
  /** `reason` without the outcome of the change. */
  cause: Mrkdwn
  /** Buttons for what has to be done before a retry. */
  nextSteps: readonly Button[]
  /** Whose retry may succeed. */
  retryHelps: 'anyone' | 'others' | 'no one'
  /** Nothing was done, with certainty. */
  isCertain: boolean
}
