import { randomBytes } from 'node:crypto'
import { createCache } from '../core/cache.ts'
import type { Message } from './local-workspace.ts'
import { SlackRefusal } from './slack-refusal.ts'

/** The person who sees the view that a trigger opens, and their current conversation. */
export type TriggerContext = { person: string; channel?: string | undefined }

/** The channel and person of a response_url, and the pressed message. */
export type ResponseContext = { person: string; channel: string; message?: Message }

type Rules = { uses: number; milliseconds: number; unknown: string; used: string; expired: string }

/** Creates ids with a context, valid for a number of uses and a time. */
const createIds = <T>(clock: () => Date, prefix: string, rules: Rules) => {
  const entries = createCache<{ issuedAt: number; uses: number; context: T }>()
  return {
    issue: (context: T): string => {
      const id = prefix + randomBytes(12).toString('hex')
      entries.set(id, { issuedAt: clock().getTime(), uses: 0, context })
      return id
    },
    /** Counts a use and returns the context. Throws SlackRefusal. */
    redeem: (id: string): T => {
      const entry = entries.get(id)
      if (!entry) throw new SlackRefusal(rules.unknown)
      if (entry.uses >= rules.uses) throw new SlackRefusal(rules.used)
      if (clock().getTime() - entry.issuedAt > rules.milliseconds) throw new SlackRefusal(rules.expired)
      entry.uses += 1
      return entry.context
    },
    reset: () => entries.clear(),
  }
}

/** Trigger ids; docs.slack.dev/reference/methods/views.open. */
export const createTriggers = (clock: () => Date) =>
  createIds<TriggerContext>(clock, '1.2.', {
    uses: 1,
    milliseconds: 3000,
    unknown: 'invalid_trigger_id',
    used: 'exchanged_trigger_id',
    expired: 'expired_trigger_id',
  })

/** The last path segments of response_urls; docs.slack.dev/interactivity/handling-user-interaction. */
export const createResponseUrls = (clock: () => Date) =>
  createIds<ResponseContext>(clock, '', {
    uses: 5,
    milliseconds: 30 * 60_000,
    unknown: 'invalid_url',
    used: 'used_url',
    expired: 'expired_url',
  })
