import { App, LogLevel, type Receiver } from '@slack/bolt'
import type { Logger } from 'pino'
import { createAdmit } from './admission.ts'
import type { Links } from './links/store.ts'
import { operations } from './operations.ts'
import { createRun } from './run.ts'
import type { Client } from './service/client.ts'
import { createConversation } from './slack/conversation.ts'
import { createDeliver } from './slack/deliver.ts'
import type { createSlackHttp } from './slack/http.ts'
import { listen } from './slack/listeners.ts'
import { createPeople } from './slack/people.ts'

/** What the bot is made of; everything with a side effect comes from outside. */
export type Parts = {
  receiver: Receiver
  slack: { botToken: string; apiUrl?: string | undefined }
  http: Pick<ReturnType<typeof createSlackHttp>, 'fetch' | 'post'>
  service: Client
  links: Links
  clock: () => Date
  log: Logger
  /** A new reference by which a person and the log speak of the same error. */
  reference: () => string
  patienceMs: number
}

/** Longer than any reader waits, and shorter than a trigger lives. */
const CALL_MS = 2500

/** The Bolt app, listening to all that Slack sends; it starts and stops with its receiver. */
export function createBot(parts: Parts): App {
  const { receiver, slack, http, log, clock } = parts
  const app = new App({
    receiver,
    // One workspace, whose token is known: nothing has to be asked for a request.
    authorize: async () => ({ botToken: slack.botToken }),
    convoStore: false,
    ignoreSelf: false,
    logger: boltLogger(log),
    clientOptions: {
      ...(slack.apiUrl && { slackApiUrl: slack.apiUrl }),
      fetch: http.fetch,
      timeout: CALL_MS,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    },
  })
  const run = createRun({ admit: createAdmit(parts), log, reference: parts.reference })
  const conversation = createConversation({ run, operations })
  const deliver = createDeliver({ post: http.post, clock, log })
  const people = createPeople({ clock, log })
  listen(app, { ...parts, operations, conversation, run, deliver, people })
  return app
}

/** Bolt logs whole requests at lower levels, reasons and all: only its warnings and errors are heard. */
function boltLogger(log: Logger) {
  const nothing = () => {}
  return {
    debug: nothing,
    info: nothing,
    warn: (...said: unknown[]) => log.warn({ bolt: said.map(String).join(' ') }),
    error: (...said: unknown[]) => log.error({ bolt: said.map(String).join(' ') }),
    setLevel: nothing,
    getLevel: () => LogLevel.WARN,
    setName: nothing,
  }
}
