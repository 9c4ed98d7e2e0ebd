import { App, type Receiver, webApi } from '@slack/bolt'
import { createApprovals } from '../changes/approvals.ts'
import { createChanges } from '../changes/changes.ts'
import { createRecovery } from '../changes/recovery.ts'
import type { Wait } from '../changes/reliable-calls.ts'
import { createSubscriptions } from '../changes/subscriptions.ts'
import { createAuthenticate } from '../core/authenticate.ts'
import type { Shared } from '../core/context.ts'
import type { Operation } from '../core/operation.ts'
import { createPipeline } from '../core/pipeline.ts'
import { guard } from '../operations/approvals.ts'
import { operationsWith } from '../operations/catalog.ts'
import type { Client } from '../service/client.ts'
import {
  type ClientFor,
  createClients,
  type createSlackHttp,
  webApiOptions,
} from '../slack/delivery/slack-http.ts'
import { createReach } from '../slack/handlers/exchange.ts'
import { createHandlerParts } from '../slack/handlers/handler-parts.ts'
import { listen } from '../slack/handlers/listeners.ts'
import type { TokenOf } from '../slack/oauth/installer.ts'
import { PICTURE_PATH } from '../slack/pictures/pictures.ts'
import { createPrivatePage } from '../slack/private-page/private-page.ts'
import { get } from '../slack/transport/request-kinds.ts'
import { PAGE_PATH } from '../slack/views/open-forms.ts'
import { questionOf } from '../slack/views/questions.ts'
import type { Routes } from '../web/web-server.ts'

/** The dependencies of the bot: everything with side effects is injected. */
export type Parts = Pick<Shared, 'links' | 'history' | 'kinds' | 'pauseMeans'> &
  Omit<
    Parameters<typeof createHandlerParts>[0],
    'operations' | 'pipeline' | 'subscriptions' | 'clientFor'
  > & {
    slack: { tokenOf: TokenOf; apiUrl?: string | undefined }
    http: Pick<ReturnType<typeof createSlackHttp>, 'fetch'>
    service: Client
    /** Called with the kind and duration of each outcome. */
    onAnswer: (operation: string, outcome: string, ms: number) => void
    /** Waits; in milliseconds. */
    wait?: Wait
  }

/** Wires up the handlers, the private page and recovery. */
export function createBot(parts: Parts) {
  const { slack, http, log, clock, store, publicUrl } = parts
  const options = webApiOptions({ apiUrl: slack.apiUrl, fetch: http.fetch, log })
  const clientOf = createClients(options)
  const operations = new Map(operationsWith(parts).map((each): [string, Operation] => [each.id, each]))
  const client = new webApi.WebClient(undefined, options)

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
  const handlerParts = createHandlerParts({ ...parts, operations, pipeline, subscriptions, clientFor })
  const { announcements, pictures, homes } = handlerParts
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
  const routes: Routes = {
    [`GET ${PICTURE_PATH}`]: pictures.route,
    ...(publicUrl && { [PAGE_PATH]: createPrivatePage(publicUrl, handlerParts) }),
  }
  return {
    routes,
    /** Answers the requests that a receiver gets from Slack. */
    listenTo(receiver: Receiver): App {
      const app = createApp(receiver, options)
      listen(app, handlerParts)
      return app
    },
    async recover(): Promise<void> {
      await recovery.run()
      await homes.redrawDue()
    },
    stopRecovery: recovery.stop,
    /** Rejects if Slack cannot be reached or refuses the token; without one, any answer will do. */
    checkSlack: async (token: string | undefined): Promise<void> => {
      await (token === undefined ? client.api.test() : client.auth.test({ token }))
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
