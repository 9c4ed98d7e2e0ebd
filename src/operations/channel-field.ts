import { z } from 'zod'
import { type Guest, isDirectMessage } from '../core/context.ts'
import { Refused } from '../core/errors.ts'
import { type Field, value, withoutEmpty } from '../core/field.ts'
import type { Button } from '../message/blocks.ts'
import { CHANNEL_MENTION, type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import { reply } from '../message/reply.ts'

/** A channel by its id, as a sentence names it: `#ops`. Undefined for the one where it is said. */
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

/** The channel that is meant. @throws Refused where it is said in none */
export function channelOf(named: string | undefined, { channel = '' }: Guest): string {
  const id = named ?? channel
  if (id === '') throw new Refused(mrkdwn`Say it in the channel that you mean, or name one, such as #ops.`)
  return id
}

/** The reply to what was set for a channel: public in that channel, private elsewhere. */
export function replyOfChannel(channel: string, text: Mrkdwn, guest: Guest, ...buttons: Button[]) {
  if (channel === guest.channel) return reply('channel', text, ...buttons)
  return reply('me', mrkdwn`In ${formatChannel(channel)}: ${text}`, ...buttons)
}

/** Tells a channel what was set for it elsewhere; it is set also where Slack takes no post there. */
export async function tellChannel(channel: string, text: Mrkdwn, guest: Guest): Promise<void> {
  if (channel !== guest.channel) await guest.postIn(channel, text).catch(() => {})
}

/** Slack has no mention for a direct message. */
export const formatChannel = (id: string): Mrkdwn => ({
  mrkdwn: isDirectMessage(id) ? 'a direct message' : `<#${id}>`,
})
