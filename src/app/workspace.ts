import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Proxies } from '../service/transport/connections.ts'
import type { createSlackHttp } from '../slack/delivery/http.ts'
import { webApiOptions } from '../slack/delivery/web-api.ts'
import type { Forget } from '../slack/handlers/uninstalls.ts'
import type { TokenOf } from '../slack/oauth/tokens.ts'
import type { Entrance } from '../slack/transport/dispatch.ts'
import type { SocketReceiver } from '../slack/transport/socket-receiver.ts'
import type { Database } from '../storage/database.ts'
import type { Sealer } from '../storage/encryption.ts'
import { createWipe } from '../storage/installations.ts'
import { INSTALL_PAGES } from '../web/pages/install-pages.ts'
import type { Routes } from '../web/routing.ts'

/** How a Slack workspace, or many, are reached. */
type Slack = Exclude<Config['slack'], { kind: 'playground' }>

type Deps = {
  publicUrl: string | undefined
  http: Pick<ReturnType<typeof createSlackHttp>, 'fetch'>
  proxies?: Proxies | undefined
  database: Database
  sealer: Sealer
  clock: () => Date
  log: Logger
  /** How what comes over a WebSocket is let in. */
  entrance: Entrance
}

/** A way into Slack: how the bot is reached, and the tokens with which it answers. */
export type SlackWay = {
  tokenOf: TokenOf
  forget: Forget
  /** The pages on which workspaces install the app. */
  routes?: Routes
  socket?: SocketReceiver
  /** The token that Slack has to know, where there is one for all. */
  botToken?: string
}

/** What the server needs to know of a way into Slack before it is open: which pages it will have. */
export type Reception = { signingSecret?: string; pages?: readonly (keyof Routes)[] }

/** Without a signing secret nothing of Slack's comes over HTTP. */
export function receptionOf(slack: Slack): Reception {
  if (slack.kind === 'socket') return {}
  const { kind, signingSecret } = slack
  return kind === 'oauth' ? { signingSecret, pages: INSTALL_PAGES } : { signingSecret }
}

/** Opens the way into Slack that is configured, and loads nothing of the others. */
export async function openWorkspace(slack: Slack, deps: Deps): Promise<SlackWay> {
  const wipe = createWipe(deps)
  if (slack.kind === 'oauth') return openToAll(slack, wipe, deps)
  const { botToken } = slack
  const way = { botToken, tokenOf: async () => botToken, forget: wipe }
  return slack.kind === 'http' ? way : { ...way, socket: await openSocket(slack, deps) }
}

/** Workspaces install the app by themselves. */
async function openToAll(
  slack: Extract<Slack, { kind: 'oauth' }>,
  wipe: Forget,
  deps: Deps,
): Promise<SlackWay> {
  const [{ createInstallPages }, { createInstalls }, { createInstalledTokens }] = await Promise.all([
    import('../web/pages/install.ts'),
    import('../storage/installations.ts'),
    import('../slack/oauth/installed-tokens.ts'),
  ])
  const { publicUrl, database, clock, log } = deps
  const over = {
    ...{ app: slack, clock, log },
    installs: createInstalls(deps),
    clientOptions: optionsFor(slack, deps),
  }
  const { of: tokenOf, forget } = createInstalledTokens(over)
  return {
    tokenOf,
    routes: createInstallPages({ ...over, publicUrl, database, installed: forget }),
    async forget(workspace, at) {
      const forgotten = await wipe(workspace, at)
      forget()
      return forgotten
    },
  }
}

/** Slack sends over a WebSocket whose address it tells whoever has the app's token. */
async function openSocket(slack: Extract<Slack, { kind: 'socket' }>, deps: Deps): Promise<SocketReceiver> {
  const [{ createSocketReceiver }, { webApi }] = await Promise.all([
    import('../slack/transport/socket-receiver.ts'),
    import('@slack/bolt'),
  ])
  const client = new webApi.WebClient(slack.appToken, optionsFor(slack, deps))
  return createSocketReceiver({
    ...deps.entrance,
    log: deps.log,
    proxies: deps.proxies,
    async address() {
      const { url } = await client.apps.connections.open({})
      if (!url) throw new Error('Slack told no address')
      return url
    },
  })
}

const optionsFor = ({ apiUrl }: Slack, { http, log }: Deps) =>
  webApiOptions({ apiUrl, fetch: http.fetch, log })
