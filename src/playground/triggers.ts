import { randomBytes } from 'node:crypto'
import { limits } from './limits.ts'
import { SlackRefusal } from './refusal.ts'
import type { Message } from './workspace.ts'

/** Who sees a view that is opened by a trigger, and the conversation in front of them. */
export type TriggerContext = { person: string; channel?: string | undefined }

/** Where a response_url posts, for whom, and the message that was pressed. */
export type ResponseContext = { person: string; channel: string; message?: Message }

type Limits = { uses: number; milliseconds: number }
type Refusals = Record<'unknown' | 'used' | 'expired', string>

/** Ids that are valid for some uses and some time, each with its context. */
const createIds = <T>(clock: () => Date, { uses, milliseconds }: Limits, refusals: Refusals) => {
  const issued = new Map<string, { at: number; used: number; context: T }>()
  return {
    issue: (id: string, context: T): string => {
      issued.set(id, { at: clock().getTime(), used: 0, context })
      return id
    },
    /** Counts a use and returns the context. Throws SlackRefusal. */
    redeem: (id: string): T => {
      const found = issued.get(id)
      if (!found) throw new SlackRefusal(refusals.unknown)
      if (found.used >= uses) throw new SlackRefusal(refusals.used)
      if (clock().getTime() - found.at > milliseconds) throw new SlackRefusal(refusals.expired)
      found.used += 1
      return found.context
    },
    reset: () => issued.clear(),
  }
}

/** Trigger ids; errors as in docs.slack.dev/reference/methods/views.open. */
export const createTriggers = (clock: () => Date) => {
  const ids = createIds<TriggerContext>(clock, limits.trigger, {
    unknown: 'invalid_trigger_id',
    used: 'exchanged_trigger_id',
    expired: 'expired_trigger_id',
  })
  const newId = () => `1.${clock().getTime()}.${randomBytes(8).toString('hex')}`
  return { ...ids, issue: (context: TriggerContext) => ids.issue(newId(), context) }
}

/** The last path segments of response_urls. */
export const createResponseUrls = (clock: () => Date) => {
  const ids = createIds<ResponseContext>(clock, limits.responseUrl, {
    unknown: 'invalid_url',
    used: 'used_url',
    expired: 'expired_url',
  })
  return {
    ...ids,
    issue: (context: ResponseContext) => ids.issue(randomBytes(12).toString('hex'), context),
  }
}
