import { randomBytes } from 'node:crypto'
import { limits } from './limits.ts'
import { SlackRefusal } from './refusal.ts'
import type { Message } from './workspace.ts'

/** What a response_url answers to: who asked, where, and the message that was pressed. */
export type Asked = { person: string; channel: string; message?: Message }

/** Who may be shown a view, and the conversation that they had before them, if any, when they asked for it. */
export type Asker = { person: string; channel?: string | undefined }

type Issued<T> = { at: number; used: number; of: T }

/** So long it is told of a pass why it cannot be used any more; then it is forgotten. */
const REMEMBERED_MS = 60 * 60 * 1000

/** Keeps a pass, and forgets those of long ago, which stand first. */
const keep = <T>(issued: Map<string, Issued<T>>, id: string, pass: Issued<T>) => {
  issued.set(id, pass)
  for (const [old, { at }] of issued) {
    if (pass.at - at <= REMEMBERED_MS) return
    issued.delete(old)
  }
}

/** Triggers: one use within three seconds. Errors as in docs.slack.dev/reference/methods/views.open. */
export const createTriggers = (clock: () => Date) => {
  const issued = new Map<string, Issued<Asker>>()

  /** A trigger_id with which one view may be shown to the asker. */
  const issue = (asker: Asker) => {
    const id = `${issued.size + 1}.${clock().getTime()}.${randomBytes(8).toString('hex')}`
    keep(issued, id, { at: clock().getTime(), used: 0, of: asker })
    return id
  }

  /** Whose trigger it is; used up by this. */
  const exchange = (id: string): Asker => {
    const trigger = issued.get(id)
    if (!trigger) throw new SlackRefusal('invalid_trigger_id')
    if (trigger.used > 0) throw new SlackRefusal('exchanged_trigger_id')
    if (clock().getTime() - trigger.at > limits.trigger.milliseconds) {
      throw new SlackRefusal('expired_trigger_id')
    }
    trigger.used += 1
    return trigger.of
  }

  return { issue, exchange, reset: () => issued.clear() }
}

/** response_urls: five uses within thirty minutes. */
export const createResponseUrls = (clock: () => Date) => {
  const issued = new Map<string, Issued<Asked>>()

  /** The last part of a new response_url. */
  const issue = (asked: Asked) => {
    const id = randomBytes(12).toString('hex')
    keep(issued, id, { at: clock().getTime(), used: 0, of: asked })
    return id
  }

  /** What it answers to; one use is counted. */
  const use = (id: string): Asked => {
    const url = issued.get(id)
    if (!url) throw new SlackRefusal('invalid_url')
    if (url.used >= limits.responseUrl.uses) throw new SlackRefusal('used_url')
    if (clock().getTime() - url.at > limits.responseUrl.milliseconds) throw new SlackRefusal('expired_url')
    url.used += 1
    return url.of
  }

  return { issue, use, reset: () => issued.clear() }
}
