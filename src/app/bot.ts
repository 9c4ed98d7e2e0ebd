import { App, type Receiver, type webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import { createChanges } from '../changes/change-log.ts'
import { createSettler } from '../changes/recovery.ts'
import type { Wait } from '../changes/sending.ts'
import type { Journal } from '../changes/store.ts'
import { type Caller, createAdmit } from '../core/authenticate.ts'
import type { Kinds } from '../core/context.ts'
import { createRun } from '../core/run.ts'
import { operations } from '../operations/catalog.ts'
import type { Client } from '../service/client.ts'
import { createDeliver } from '../slack/delivery/deliver.ts'
import type { createSlackHttp } from '../slack/delivery/http.ts'
import { createTell } from '../slack/delivery/private-notice.ts'
import { createClients, webApiOptions } from '../slack/delivery/web-api.ts'
import { callerOf, say } from '../slack/handlers/answering.ts'
import { createConversation } from '../slack/handlers/conversation.ts'
import { createHomes, HOME } from '../slack/handlers/home.ts'
import { listen } from '../slack/handlers/listeners.ts'
import { createPeople } from '../slack/handlers/people.ts'
import { createLeftBehind } from '../slack/handlers/recovered.ts'
import { type Forget, TOKEN, TOKENLESS } from '../slack/handlers/uninstalls.ts'
import type { TokenOf } from '../slack/oauth/tokens.ts'
import { installedAt } from '../slack/origin.ts'
import { createForms } from '../slack/views/forms.ts'
import { questionOf } from '../slack/views/questions.ts'
import type { Openings } from '../storage/home-openings.ts'
import type { Links } from '../storage/links.ts'
import type { Tickets } from '../storage/tickets.ts'
import { createInvite, createPrivatePage } from '../web/pages/private-page.ts'
import { timed } from '../web/timed.ts'

/** What the bot is made of; everything with a side effect comes from outside. */
export type Parts = {
  receiver: Receiver
  slack: { tokenOf: TokenOf; apiUrl?: string | undefined }
  http: Pick<ReturnType<typeof createSlackHttp>, 'fetch' | 'post'>
  service: Client
  links: Links
  journal: Journal
  openings: Openings
  kinds: Kinds
  /** Forgets a workspace that has thrown the app out. */
  forget: Forget
  /** Where secrets are typed that are not to pass through Slack; without it they are typed into Slack's forms. */
  page?: { publicUrl: string; tickets: Tickets } | undefined
  clock: () => Date
  log: Logger
  /** A new reference by which a person and the log speak of the same error. */
  reference: () => string
  /** Does a part of long work in a time of its own. */
  afresh: Parameters<typeof createRun>[0]['afresh']
  /** Hears of each answer: to which operation, of which kind, and how long it took. */
  answered: (operation: string, outcome: string, ms: number) => void
  patienceMs: number
  /** Resolves after so many milliseconds. */
  wait?: Wait
}

/**
 * The Bolt app, listening to all that Slack sends, which starts and stops with its receiver; what answers at the path
 * of the private page, where there is one; `settle`, which brings to an end what was left behind, and what ends that; and
 * what tells those who are turned away at the door.
 */
export function createBot(parts: Parts) {
  const { receiver, slack, http, links, log, clock } = parts
  const { tokenOf } = slack
  const options = webApiOptions({ apiUrl: slack.apiUrl, fetch: http.fetch, log })
  const { logger, ...clientOptions } = options
  const clientOf = createClients(options)
  const app = new App({
    receiver,
    authorize: async ({ teamId, enterpriseId: enterprise, isEnterpriseInstall: wide }, body) => {
      const team = installedAt(body) ?? teamId
      try {
        const token = await tokenOf({ team, enterprise, wide })
        // Not by the name that Bolt has for it: it would keep a client for each token for ever.
        return token === undefined ? {} : { [TOKEN]: token, ...(team !== undefined && { teamId: team }) }
      } catch (error) {
        log.error({ err: error, team, enterprise }, 'a token cannot be found')
        return { [TOKENLESS]: true }
      }
    },
    convoStore: false,
    ignoreSelf: false,
    logger,
    clientOptions,
  })
  /** For what no request of Slack's brings a client for; nothing where the bot is not installed any more. */
  async function clientAt({ team, enterprise }: Caller['workspace']): Promise<webApi.WebClient | undefined> {
    const token = await tokenOf({ team, enterprise })
    return token === undefined ? undefined : clientOf(token, team)
  }
  const changes = createChanges(parts)
  const admit = createAdmit({ ...parts, record: parts.journal.record })
  const { answered, reference, openings, afresh } = parts
  const unwatched = timed(createRun({ admit, changes, log, reference, afresh }), { log, answered })
  const home = operations.find(({ id }) => id === HOME)
  const homes = createHomes({ run: unwatched, home, openings, clientAt, log })
  const run = homes.watching(unwatched)
  const invite =
    parts.page && createInvite({ publicUrl: parts.page.publicUrl, issue: parts.page.tickets.issue })
  const forms = createForms({ run, invite })
  const conversation = createConversation({ run, operations, forms })
  const deliver = createDeliver({ post: http.post, clock, log })
  const people = createPeople({ clock, log })
  const telling = createTell({ deliver, clientAt, clock, log })
  const doors = { operations, conversation, forms, run, deliver, homes, people }
  listen(app, {
    ...{ ...parts, ...doors, clientOf, tell: telling.tell },
    forget: (workspace, at) => links.changing(() => parts.forget(workspace, at)),
  })

  const page =
    parts.page &&
    createPrivatePage({
      ...parts.page,
      operations,
      run,
      log,
      async reach(origin) {
        const client = await clientAt(origin)
        return (
          client && {
            asking: request => callerOf(people, { client, origin }, request),
            reader: () => people.introduce(client, origin),
            async say(caller, reply, later) {
              const told = await say({ deliver, homes }, { client, origin, caller }, reply, later)
              await homes.refresh(caller)
              return told === 'told'
            },
          }
        )
      },
    })
  const behind = createLeftBehind({ operations, run, clientAt, deliver, homes, people, log })
  const settler = createSettler({ ...parts, ...behind, question: questionOf })
  return {
    app,
    page,
    settle: settler.settle,
    stopSettling: settler.stop,
    ...telling,
    /** Rejects where Slack cannot be reached, or does not know the token that is for all, where there is one. */
    reach: async (token: string | undefined): Promise<void> => {
      await (token === undefined ? app.client.api.test() : app.client.auth.test({ token }))
    },
  }
}
