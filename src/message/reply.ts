import { z } from 'zod'
import { actions, type Block, type Button, context, type LinkButton, section } from './blocks.ts'
import { lines, type Mrkdwn, mrkdwn } from './mrkdwn.ts'

/** So many working days before a plan is back, at a time of its clock; or no reminder. */
export type Lead = z.infer<typeof leadSchema>

export const leadSchema = z.union([
  z.object({ days: z.number().int().min(1), time: z.iso.time({ precision: -1 }) }),
  z.literal('off'),
])

export const USUAL_LEAD: Lead = { days: 1, time: '16:00' }

/** A pause as announcements know it: by its id where the service tells it, else by its days. */
export type AnnouncedPause = z.infer<typeof announcedPauseSchema>

export const announcedPauseSchema = z.object({
  organization: z.string(),
  plan: z.string(),
  name: z.string(),
  id: z.string().optional(),
  from: z.iso.date(),
  until: z.iso.date(),
  /** The instant at which its last day ends on the plan's clock, as ISO 8601 in UTC. */
  endsAt: z.string(),
  /** The time zone of the plan's clock. */
  clock: z.string(),
  /** When people are to be reminded of it, where that was said. */
  remind: leadSchema.optional(),
})

/** What was done with a pause (`cancelled`), by whom (the key of a person), and when, as ISO 8601. */
export type OutdatedPause = AnnouncedPause & { did: Mrkdwn; actor: string; doneAt: string }

/** Where a message was posted, by the app of which installation. */
export type PostedMessage = { team: string; enterprise?: string | undefined; channel: string; ts: string }

/** Whether a reply was delivered; if not, whether it may be tried again, or the person cannot be reached any more. */
export type Delivery = 'delivered' | 'not yet' | 'impossible'

/** What became of a reply, and the messages that it became, where Slack tells which. */
export type DeliveryResult = { delivery: Delivery; posted: readonly PostedMessage[] }

/** What people read. The text alone makes sense; the blocks, where given, say the same with buttons. */
export type Reply = {
  text: Mrkdwn
  blocks?: Block[]
  to: 'channel' | 'me'
  /** There is nothing to show, and so nothing to share. */
  isEmpty?: true
  /** What it answers, where it is told later or in another place. */
  requestText?: Mrkdwn | undefined
  /** What the pressed button was about is over: this stands in its place from now on, for everyone. */
  over?: Mrkdwn | undefined
  /** The pauses that it announces: its message is kept true, where it can be posted as one. */
  announces?: readonly AnnouncedPause[] | undefined
  /** Pauses that were announced before, of which this reminds. */
  remindsOf?: readonly AnnouncedPause[] | undefined
  /** What became of pauses that were announced before. */
  outdates?: readonly OutdatedPause[] | undefined
  /** Stands between other blocks in the place of all of them, where a picture can be shown. */
  picture?: Picture | undefined
  /** It asks others to decide until then, as ISO 8601: its message says afterwards that this is over. */
  waitsUntil?: string
  /** The users who are asked, by name: each directly where the channel cannot be told. */
  askedOf?: readonly string[] | undefined
  /** When the bot says it by itself again, with these arguments. ISO 8601 in UTC. */
  nextRun?: { at: string; args: Readonly<Record<string, unknown>> }
  /** Not all that was asked for is done. */
  isPartial?: true
  /** What the person who asked reads besides, alone. */
  privateNote?: Omit<Reply, 'to' | 'privateNote' | 'requestText' | 'over'>
}

/** A picture, drawn as SVG only where it is shown; `alt` tells it in plain words. */
export type Picture = {
  title: string
  draw(): string
  alt: string
  above: readonly Block[]
  below: readonly Block[]
}

/** A paragraph for the channel, or for one person alone, with buttons below it. */
export const reply = (to: Reply['to'], text: Mrkdwn, ...buttons: (Button | LinkButton)[]): Reply => ({
  text,
  blocks: [section(text), ...actions(...buttons)],
  to,
})

/** The blocks of a reply; its text, where it has none. */
export const blocksOf = ({ text, blocks = [section(text)] }: Reply): Block[] => blocks

/** The reply with what it answers above it. */
export function withQuestion(reply: Reply): Reply {
  const { text, requestText } = reply
  return requestText
    ? { ...reply, text: lines(requestText, text), blocks: [context(requestText), ...blocksOf(reply)] }
    : reply
}

/** The reply with a note below it. */
export const withNote = (reply: Reply, note: Mrkdwn): Reply => ({
  ...reply,
  text: lines(reply.text, note),
  blocks: [...blocksOf(reply), context(note)],
})

/** Why a part of a change failed, and what can be done. */
export type Trouble = {
  why: Mrkdwn
  /** `why` without what became of the change. */
  happened: Mrkdwn
  /** What has to come before another try. */
  first: readonly Button[]
  /** Whose other try can help. */
  retryHelps: 'anyone' | 'others' | 'no one'
  /** It is certain that nothing was done. */
  isCertain: boolean
}

/** Why a part of a change failed, for the person alone; the channel reads what became of the whole. */
export const partial = (
  doing: Mrkdwn,
  { happened, first }: Trouble,
): Pick<Reply, 'isPartial' | 'privateNote'> => ({
  isPartial: true,
  privateNote: reply(
    'me',
    lines(mrkdwn`Part of this did not work:`, mrkdwn`:warning: ${doing}: ${happened}`),
    ...first,
  ),
})
