import { z } from 'zod'
import { type Guest, isDirectMessage } from '../core/context.ts'
import { Refused } from '../core/errors.ts'
import { type Field, value, withoutEmpty } from '../core/field.ts'
import { CHANNEL_MENTION, type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import type { Reply } from '../message/reply.ts'

/** The ID of a channel that a sentence mentions (`#ops`); undefined for the current one. */
export const channel: Field<string | undefined, Guest> = {
  schema: z.string().optional(),
  inputs: [],
  read: ({ channel }) => value(channel),
  format: () => ({}),
  parseFrom: rest => {
    const [match = '', id] = CHANNEL.exec(rest) ?? []
    return { values: withoutEmpty({ channel: id }), rest: rest.replace(match, '').trim() }
  },
}

const CHANNEL = new RegExp(String.raw`(?:(?:in|to|for|of)\s+)?${CHANNEL_MENTION.source}`)

/** Returns the selected or else the current channel. @throws Refused if there is neither */
export function channelOf(selected: string | undefined, { channel = '' }: Guest): string {
  const id = selected ?? channel
  if (id === '')
    throw new Refused(mrkdwn`Ask for it in the channel that you mean, or name one, such as #ops.`)
  return id
}

/** Confirms a channel's setting: publicly in that channel, privately elsewhere. */
export const replyInChannel = (channel: string, text: Mrkdwn, guest: Guest): Reply =>
  channel === guest.channel
    ? { text, to: 'channel' }
    : { text: mrkdwn`In ${formatChannel(channel)}: ${text}`, to: 'me' }

/** Mentions a channel; Slack has no mention for a direct message. */
export const formatChannel = (id: string): Mrkdwn => ({
  mrkdwn: isDirectMessage(id) ? 'a direct message' : `<#${id}>`,
})
