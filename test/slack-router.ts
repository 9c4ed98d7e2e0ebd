import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { request } from 'undici'
import { z } from 'zod'
import { bot, type Team } from '../src/playground/local-workspace.ts'
import { listen } from './port.ts'

/** A workspace with its own Web API and token. */
type RoutedWorkspace = { team: Team; api: string; botToken: string }

/** The parameters of oauth.v2.access. */
const exchange = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  refresh_token: z.string().optional(),
})

type Grant = { teams: RoutedWorkspace[]; redirect_uri: string | undefined; expiresIn: number | undefined }

/**
 * Opens Slack's Web API for several workspaces: routes calls by token, by the named workspace if the token is
 * an enterprise's, and exchanges codes for tokens (docs.slack.dev/reference/methods/oauth.v2.access).
 */
export async function openSlackRouter(app: {
  clientId: string
  clientSecret: string
  appToken?: string
  url?: string
}) {
  const tokens = new Map<string, RoutedWorkspace[]>()
  const grants = new Map<string, Grant>()
  const refreshing = new Map<string, RoutedWorkspace[]>()
  const requests: { method: string; token: string | undefined; team: string | undefined }[] = []
  let count = 0
  /** Runs once the next token is issued, before the response. */
  let beforeAnswer: ((incoming: IncomingMessage) => unknown) | undefined

  const server = createServer(async (incoming, response) => {
    const body = await answer(incoming)
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  const port = await listen(server)

  async function answer(incoming: IncomingMessage): Promise<string> {
    const method = incoming.url?.replace('/api/', '') ?? ''
    const sent = await text(incoming)
    const args = new URLSearchParams(sent)
    const token = incoming.headers.authorization?.replace('Bearer ', '')
    requests.push({ method, token, team: args.get('team_id') ?? undefined })
    if (method === 'api.test') return '{"ok":true}'
    if (method === 'apps.connections.open')
      return JSON.stringify(
        token === app.appToken ? { ok: true, url: app.url } : { ok: false, error: 'invalid_auth' },
      )
    if (method === 'oauth.v2.access') {
      const body = JSON.stringify(access(Object.fromEntries(args)))
      const work = beforeAnswer
      beforeAnswer = undefined
      await work?.(incoming)
      return body
    }
    const workspaces = tokens.get(token ?? '')
    if (!workspaces) return JSON.stringify({ ok: false, error: token ? 'token_revoked' : 'not_authed' })
    const workspace = workspaces.find(({ team }) => team.id === args.get('team_id')) ?? workspaces[0]
    const forwarded = await request(`${workspace?.api}${method}`, {
      method: 'POST',
      headers: {
        'content-type': incoming.headers['content-type'] ?? '',
        authorization: `Bearer ${workspace?.botToken}`,
      },
      body: sent,
    })
    return forwarded.body.text()
  }

  function access(args: object): object {
    const { client_id, client_secret, code, redirect_uri, refresh_token } = exchange.parse(args)
    const isOurs = client_id === app.clientId && client_secret === app.clientSecret
    if (!isOurs) return { ok: false, error: 'bad_client_secret' }
    if (refresh_token !== undefined) {
      const teams = refreshing.get(refresh_token)
      return teams ? tokenResponse(teams, 43_200) : { ok: false, error: 'invalid_refresh_token' }
    }
    const grant = grants.get(code ?? '')
    grants.delete(code ?? '')
    if (!grant) return { ok: false, error: 'invalid_code' }
    if (grant.redirect_uri !== redirect_uri) return { ok: false, error: 'bad_redirect_uri' }
    return tokenResponse(grant.teams, grant.expiresIn)
  }

  function tokenResponse(teams: RoutedWorkspace[], expires_in: number | undefined): object {
    const [first] = teams
    if (!first) throw new Error('A grant without a workspace')
    const { id, domain, enterprise, wide = false } = first.team
    count += 1
    const token = `xoxb-${wide ? enterprise : id}-${count}-s3cr3t`
    tokens.set(token, teams)
    if (expires_in !== undefined) refreshing.set(`xoxe-${count}-s3cr3t`, teams)
    return {
      ok: true,
      app_id: bot.app,
      authed_user: { id: 'U1ANA' },
      scope: 'chat:write,commands',
      token_type: 'bot',
      access_token: token,
      bot_user_id: bot.user,
      team: wide ? null : { id, name: domain },
      enterprise: enterprise ? { id: enterprise, name: `${enterprise} Inc.` } : null,
      is_enterprise_install: wide,
      ...(expires_in !== undefined && { refresh_token: `xoxe-${count}-s3cr3t`, expires_in }),
    }
  }

  return {
    url: `http://127.0.0.1:${port}/api/`,
    /** Accepts the token of a workspace. */
    addWorkspace: (workspace: RoutedWorkspace) => void tokens.set(workspace.botToken, [workspace]),
    requests,
    /** Every token that was issued. */
    secrets: () => [...tokens.keys(), ...refreshing.keys()],
    /** Issues the code of a grant for these workspaces; the token rotates if it expires. */
    grant(teams: RoutedWorkspace[], redirect_uri: string | undefined, expiresIn?: number): string {
      const code = `c0de-${grants.size}-${count}`
      grants.set(code, { teams, redirect_uri, expiresIn })
      return code
    },
    beforeNextAnswer(work: typeof beforeAnswer): void {
      beforeAnswer = work
    },
    /** Revokes every token of a workspace. */
    revoke(id: string): void {
      for (const issued of [tokens, refreshing])
        for (const [token, teams] of issued)
          if (teams.some(({ team }) => team.id === id)) issued.delete(token)
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
