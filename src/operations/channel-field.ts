import { z } from 'zod'
import type { Guest } from '../core/context.ts'
import { Refused } from '../core/errors.ts'
import { type Field, value, withoutEmpty } from '../core/field.ts'
import { type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'

/** A channel by its id, as a sentence names it: `#ops`. Undefined for the one where it is said. */
export const channel: Field<string | undefined, Guest> = {
  schema: z.string().optional(),
  inputs: [],
  read: ({ channel }) => value(channel),
  format: () => ({}),
  parseFrom: rest => {
    const [match = '', id] = MENTION.exec(rest) ?? []
    return { values: withoutEmpty({ channel: id }), rest: rest.replace(match, '').trim() }
  },
}

const MENTION = /(?:(?:in|to|for|of)\s+)?<#(\w+)(?:\|[^>]*)?>/

/** The channel that is meant. @throws Refused where it is said in none */
export function channelOf(named: string | undefined, { channel = '' }: Pick<Guest, 'channel'>): string {
  const id = named ?? channel
  if (id === '') throw new Refused(mrkdwn`Say it in the channel that you mean, or name one, such as #ops.`)
  return id
}

/** Slack has no mention for a direct message. */
export const formatChannel = (id: string): Mrkdwn => ({
  mrkdwn: id.startsWith('D') ? 'a direct message' : `<#${id}>`,
})
