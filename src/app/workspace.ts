import { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { createSlackHttp } from '../slack/delivery/slack-http.ts'
import { webApiOptions } from '../slack/delivery/slack-http.ts'
import type { Forget } from '../slack/handlers/uninstalls.ts'
import type { TokenOf } from '../slack/oauth/bot-tokens.ts'
import type { Entries } from '../storage/entries.ts'
import { createInstalls, createWipe } from '../storage/installations.ts'
import type { Routes } from '../web/web-server.ts'

/** How one Slack workspace, or many, are reached. */
type Slack = Exclude<Config['slack'], { kind: 'playground' }>

type Deps = {
  publicUrl: string | undefined
  http: Pick<ReturnType<typeof createSlackHttp>, 'fetch'>
  entries: Entries
  clock: () => Date
  log: Logger
}

/** One of the three ways into Slack. */
export type Workspace = {
  tokenOf: TokenOf
  forget: Forget
  /** Verifies requests over HTTP; in Socket Mode there are none. */
  signingSecret?: string
  /** The pages on which workspaces install the app. */
  routes?: Routes
  /** Asks Slack for the address of a WebSocket. */
  openUrl?: () => Promise<string>
  /** The one token, where there are not many. */
  botToken?: string
}

export async function openWorkspace(slack: Slack, deps: Deps): Promise<Workspace> {
  const wipe = createWipe(deps.entries)
  const clientOptions = webApiOptions({ apiUrl: slack.apiUrl, fetch: deps.http.fetch, log: deps.log })
  if (slack.kind === 'oauth') return openOAuth(slack, { ...deps, wipe, clientOptions })
  const { botToken } = slack
  const workspace = { botToken, tokenOf: async () => botToken, forget: wipe }
  if (slack.kind === 'http') return { ...workspace, signingSecret: slack.signingSecret }
  const client = new webApi.WebClient(slack.appToken, clientOptions)
  return {
    ...workspace,
    async openUrl() {
      const { url } = await client.apps.connections.open({})
      if (!url) throw new Error('Slack gave no address')
      return url
    },
  }
}

async function openOAuth(
  slack: Extract<Slack, { kind: 'oauth' }>,
  { wipe, ...deps }: Deps & { wipe: Forget; clientOptions: ReturnType<typeof webApiOptions> },
): Promise<Workspace> {
  const [{ createInstallPages }, { createInstalledTokens }] = await Promise.all([
    import('../slack/oauth/install-page.ts'),
    import('../slack/oauth/bot-tokens.ts'),
  ])
  const shared = { ...deps, app: slack, installs: createInstalls(deps.entries, deps.log) }
  const tokens = createInstalledTokens(shared)
  return {
    tokenOf: tokens.of,
    signingSecret: slack.signingSecret,
    routes: createInstallPages({ ...shared, installed: tokens.forget }),
    async forget(workspace, at) {
      const isForgotten = await wipe(workspace, at)
      tokens.forget()
      return isForgotten
    },
  }
}
