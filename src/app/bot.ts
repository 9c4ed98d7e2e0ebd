import { App, type Receiver } from '@slack/bolt'
import type { Logger } from 'pino'
import { createApprovals } from '../changes/approvals.ts'
import type { ChangeStore } from '../changes/change-store.ts'
import { createChanges } from '../changes/changes.ts'
import { createRecovery } from '../changes/recovery.ts'
import type { Wait } from '../changes/reliable-calls.ts'
import { createSubscriptions } from '../changes/subscriptions.ts'
import { createAuthenticate } from '../core/authenticate.ts'
import type { History } from '../core/change.ts'
import type { Kinds } from '../core/context.ts'
import type { Operation } from '../core/operation.ts'
import type { Links } from '../core/person.ts'
import { createPipeline } from '../core/pipeline.ts'
import { guard } from '../operations/approvals.ts'
import { operationsWith } from '../operations/catalog.ts'
import type { Client } from '../service/client.ts'
import { createAnnouncements } from '../slack/delivery/announcements.ts'
import { createDeliver } from '../slack/delivery/deliver.ts'
import { createReminders } from '../slack/delivery/reminders.ts'
import {
  type ClientFor,
  createClients,
  type createSlackHttp,
  webApiOptions,
} from '../slack/delivery/slack-http.ts'
import { createStepCompletion } from '../slack/delivery/step-completion.ts'
import { createReach, type HandlerParts } from '../slack/handlers/exchange.ts'
import { createHomes, HOME } from '../slack/handlers/home-tab.ts'
import { listen } from '../slack/handlers/listeners.ts'
import { callerOf, createPeople } from '../slack/handlers/people.ts'
import type { Forget } from '../slack/handlers/uninstalls.ts'
import type { TokenOf } from '../slack/oauth/installer.ts'
import { createPictures } from '../slack/pictures/pictures.ts'
import { createInvite, createPrivatePage } from '../slack/private-page/private-page.ts'
import { get } from '../slack/transport/request-kinds.ts'
import { createForms } from '../slack/views/open-forms.ts'
import { questionOf } from '../slack/views/questions.ts'
import type { Sealer } from '../storage/encryption.ts'
import { createAllowedSteps, createTickets, type Entries } from '../storage/entries.ts'

/** The dependencies of the bot: everything with side effects is injected. */
export type Parts = {
  receiver: Receiver
  slack: { tokenOf: TokenOf; apiUrl?: string | undefined }
  http: Pick<ReturnType<typeof createSlackHttp>, 'fetch' | 'post'>
  service: Client
  links: Links
  store: ChangeStore
  history: History
  entries: Entries
  kinds: Kinds
  /** A sentence on what a paused day means for a plan. */
  pauseMeans: string
  /** Deletes the data of a workspace that uninstalled the app. */
  forget: Forget
  /** The base address of the private page for secrets. Without it, secrets are typed into Slack's forms. */
  publicUrl?: string | undefined
  /** The address at which Slack fetches pictures; without one, they are drawn as text. */
  pictures: { address(): string | undefined; sealer: Sealer }
  clock: () => Date
  log: Logger
  /** Creates an id that identifies an error in the reply and in the log. */
  reference: () => string
  /** Called with the kind and duration of each outcome. */
  onAnswer: (operation: string, outcome: string, ms: number) => void
  /** Waits; in milliseconds. */
  wait?: Wait
}

/** Wires up the Bolt app with its handlers, the private page and recovery. */
export function createBot(parts: Parts) {
  const { slack, http, log, clock, store, entries, publicUrl } = parts
  const options = webApiOptions({ apiUrl: slack.apiUrl, fetch: http.fetch, log })
  const clientOf = createClients(options)
  const catalog = operationsWith(parts)
  const operations = new Map(catalog.map((each): [string, Operation] => [each.id, each]))
  const app = createApp(parts.receiver, options)

  const clientFor: ClientFor = async workspace => {
    const token = await slack.tokenOf(workspace)
    return token === undefined ? undefined : clientOf(token, workspace.team)
  }

  const subscriptions = createSubscriptions(parts)
  const approvals = createApprovals(parts)
  const changes = createChanges({ ...parts, subscriptions })
  const { links, history, kinds, pauseMeans } = parts
  const shared = { links, history, subscriptions, approvals, kinds, operations, pauseMeans }
  const authenticate = createAuthenticate({ ...parts, shared })
  const pipeline = createPipeline({ ...parts, authenticate, changes, guard })
  const home = operations.get(HOME)
  const people = createPeople({ clock, log })
  const homes = createHomes({ pipeline, home, clock, log })
  const tickets = createTickets(entries)
  const invite = publicUrl === undefined ? undefined : createInvite({ publicUrl, issue: tickets.issue })
  const forms = createForms(invite)
  const deliver = createDeliver({ post: http.post, log })
  const announcements = createAnnouncements({ store, clientFor, log })
  const reminders = createReminders({ store, subscriptions, clock, log })
  const stepCompletion = createStepCompletion({ log })
  const pictures = createPictures({
    ...parts.pictures,
    post: http.post,
    clock,
    log,
    async draw({ operation: id, args, origin }) {
      const [operation, client] = [operations.get(id), await clientFor(origin)]
      if (operation?.effect !== 'read' || !client) return undefined
      const outcome = await pipeline.handle({ operation, args }, callerOf(people, { client, origin }))
      return outcome.kind === 'done' ? outcome.reply.picture : undefined
    },
  })
  const handlerParts: HandlerParts = {
    catalog,
    operations,
    pipeline,
    forms,
    deliver,
    announcements,
    pictures,
    reminders,
    stepCompletion,
    homes,
    people,
    clientFor,
    allowedSteps: createAllowedSteps(entries),
    isRecorded: store.isKnown,
    forget: parts.forget,
    clock,
    log,
    reference: parts.reference,
  }
  listen(app, handlerParts)

  const page =
    publicUrl === undefined ? undefined : createPrivatePage({ publicUrl, tickets, parts: handlerParts })
  const recovery = createRecovery({
    store,
    changes,
    pipeline,
    operations,
    clock,
    log,
    reach: createReach(handlerParts),
    expire: announcements.expire,
    question: questionOf,
  })
  return {
    app,
    page,
    picture: pictures.route,
    async recover(): Promise<void> {
      await recovery.run()
      await homes.redrawDue()
    },
    stopRecovery: recovery.stop,
    /** Rejects if Slack cannot be reached or refuses the token; without one, any answer will do. */
    reach: async (token: string | undefined): Promise<void> => {
      await (token === undefined ? app.client.api.test() : app.client.auth.test({ token }))
    },
  }
}

/** Creates the Bolt app. Listeners look up the token themselves, because Bolt would keep a client for each forever. */
function createApp(receiver: Receiver, { logger, ...clientOptions }: ReturnType<typeof webApiOptions>): App {
  return new App({
    receiver,
    authorize: async ({ teamId }, body) => {
      // In shared channels it may differ from the person's own team. Bolt uses it only for submissions.
      const installed = get(body, 'view', 'app_installed_team_id')
      const team = typeof installed === 'string' ? installed : teamId
      return { ...(team !== undefined && { teamId: team }) }
    },
    convoStore: false,
    ignoreSelf: false,
    logger,
    clientOptions,
  })
}
