import { App, LogLevel, type Receiver, webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { createAdmit } from './admission.ts'
import { createChanges } from './changes.ts'
import type { Openings } from './homes/store.ts'
import { createSettler } from './journal/settler.ts'
import type { Journal } from './journal/store.ts'
import type { Links } from './links/store.ts'
import { operations } from './operations.ts'
import { createPrivatePage } from './page/door.ts'
import { createInvite } from './page/waiting.ts'
import type { Kinds } from './person.ts'
import { createRun } from './run.ts'
import type { Client } from './service/client.ts'
import { createConversation } from './slack/conversation.ts'
import { createDeliver } from './slack/deliver.ts'
import { callerOf, say } from './slack/doors.ts'
import { createForms } from './slack/forms.ts'
import { createHomes, HOME } from './slack/home.ts'
import type { createSlackHttp } from './slack/http.ts'
import { createLeftBehind } from './slack/left-behind.ts'
import { listen } from './slack/listeners.ts'
import { createPeople } from './slack/people.ts'
import { questionOf } from './slack/questions.ts'
import { createTell } from './slack/tell.ts'
import type { Tickets } from './tickets/store.ts'
import { timed } from './timed.ts'

/** What the bot is made of; everything with a side effect comes from outside. */
export type Parts = {
  receiver: Receiver
  slack: { botToken: string; apiUrl?: string | undefined }
  http: Pick<ReturnType<typeof createSlackHttp>, 'fetch' | 'post'>
  service: Client
  links: Links
  journal: Journal
  openings: Openings
  kinds: Kinds
  /** Where secrets are typed that are not to pass through Slack; without it they are typed into Slack's forms. */
  page?: { publicUrl: string; tickets: Tickets } | undefined
  clock: () => Date
  log: Logger
  /** A new reference by which a person and the log speak of the same error. */
  reference: () => string
  /** Hears of each answer: to which operation, of which kind, and how long it took. */
  answered?: (operation: string, outcome: string, ms: number) => void
  patienceMs: number
}

/** Longer than any reader waits, and shorter than a trigger lives. */
const CALL_MS = 2500

/**
 * The Bolt app, listening to all that Slack sends, which starts and stops with its receiver; what answers at the path
 * of the private page, where there is one; `settle`, which brings to an end what was left behind; and what tells those
 * who are turned away at the door.
 */
export function createBot(parts: Parts) {
  const { receiver, slack, http, log, clock } = parts
  const logger = boltLogger(log)
  const clientOptions: webApi.WebClientOptions = {
    ...(slack.apiUrl && { slackApiUrl: slack.apiUrl }),
    fetch: http.fetch,
    timeout: CALL_MS,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  }
  const app = new App({
    receiver,
    // One workspace, whose token is known: nothing has to be asked for a request.
    authorize: async () => ({ botToken: slack.botToken }),
    convoStore: false,
    ignoreSelf: false,
    logger,
    clientOptions,
  })
  /** For what no request of Slack's brings a client for. */
  const client = new webApi.WebClient(slack.botToken, { ...clientOptions, logger })
  const changes = createChanges(parts)
  const admit = createAdmit({ ...parts, record: parts.journal.record })
  const { answered, reference, openings } = parts
  const unwatched = timed(createRun({ admit, changes, log, reference }), { log, answered })
  const home = operations.find(({ id }) => id === HOME)
  const homes = createHomes({ run: unwatched, home, openings, client, log })
  const run = homes.watching(unwatched)
  const invite =
    parts.page && createInvite({ publicUrl: parts.page.publicUrl, issue: parts.page.tickets.issue })
  const forms = createForms({ run, invite })
  const conversation = createConversation({ run, operations, forms })
  const deliver = createDeliver({ post: http.post, clock, log })
  const people = createPeople({ clock, log })
  listen(app, { ...parts, operations, conversation, forms, run, deliver, homes, people })

  const page =
    parts.page &&
    createPrivatePage({
      ...parts.page,
      operations,
      run,
      callerAt: origin => callerOf({ people }, origin, client),
      readerAt: origin => people.introduce(client, origin),
      say: async (origin, reply) => {
        const told = await say({ deliver, homes, people }, origin, client, reply)
        await homes.refresh()
        return told === 'told'
      },
    })
  const behind = createLeftBehind({ operations, run, client, deliver, homes, people, log })
  const settler = createSettler({ ...parts, ...behind, question: questionOf })
  return {
    app,
    page,
    settle: settler.settle,
    tell: createTell({ deliver, client, clock, log }),
    /** Rejects where Slack cannot be reached, or does not know the bot. */
    reach: () => client.auth.test(),
  }
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
