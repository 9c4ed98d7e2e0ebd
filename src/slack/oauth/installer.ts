import type { ServerResponse } from 'node:http'
import { ErrorCode, InstallProvider } from '@slack/oauth'
import { html } from 'hono/html'
import type { Workspace } from '../../core/person.ts'
import type { Entries } from '../../storage/entries.ts'
import { type Installation, type Installs, installationSchema } from '../../storage/installations.ts'
import type { Html } from '../../web/mrkdwn-html.ts'
import { headersFor, layout, sendPage } from '../../web/page-layout.ts'
import { createThrottledLog, type Route, type Routes } from '../../web/web-server.ts'
import { slackErrorOf } from '../delivery/delivery-error.ts'
import type { webApiOptions } from '../delivery/slack-http.ts'

/** The bot's scopes, as in manifest.yml. */
export const SCOPES = [
  'app_mentions:read',
  'channels:read',
  'chat:write',
  'commands',
  'files:write',
  'im:history',
  'users:read',
  'users:read.email',
]

const REDIRECT_PATH = '/slack/oauth_redirect'

/** The `__Host-` prefix prevents other hosts of the domain from setting the cookie. */
const COOKIE = '__Host-dayshift-install'

/** How long the link to Slack is valid. */
const STATE_MINUTES = 10

/** Limits callbacks with a valid state: each makes a call to Slack with the client secret. */
const MAX_CALLBACKS = { most: 30, windowMs: 60_000 }

/** The bot's token in a workspace; undefined if the app is not installed there. */
export type TokenOf = (workspace: Workspace) => Promise<string | undefined>

type Deps = {
  app: { clientId: string; clientSecret: string; stateSecret: string }
  clientOptions: ReturnType<typeof webApiOptions>
  /** Without it, Slack uses the only redirect URL of the app. */
  publicUrl: string | undefined
  installs: Installs
  entries: Pick<Entries, 'claim'>
  clock: () => Date
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>
}

/**
 * Installs the app in workspaces: the page that links to Slack, and Slack's redirect target. Looks up the bot
 * tokens of installations, and refreshes rotating ones two hours before they expire.
 */
export function createInstaller(deps: Deps) {
  const { installs, entries, publicUrl, log, clock } = deps
  const headers = headersFor(!publicUrl?.startsWith('http:'))
  const warn = createThrottledLog({ log, clock })
  const { clientId, clientSecret, stateSecret } = deps.app
  const { logger, ...clientOptions } = deps.clientOptions
  const installer = new InstallProvider({
    clientId,
    clientSecret,
    stateSecret,
    stateCookieName: COOKIE,
    stateCookieExpirationSeconds: STATE_MINUTES * 60,
    installUrlOptions: {
      scopes: SCOPES,
      ...(publicUrl && { redirectUri: `${publicUrl}${REDIRECT_PATH}` }),
    },
    renderHtmlForInstallPath: url => String(beginPage(url)),
    clientOptions,
    // A failed installation comes as an object, and is logged below.
    logger: { ...logger, error: (text: unknown) => typeof text === 'string' && logger.error(text) },
    installationStore: {
      storeInstallation: installation => installs.save(installationSchema.parse(installation)),
      async fetchInstallation({ teamId: team, enterpriseId: enterprise, isEnterpriseInstall: wide }) {
        const installation = await installs.find({ team, enterprise, wide })
        if (!installation) throw new Error('The app is not installed any more')
        return { team: undefined, enterprise: undefined, ...installation }
      },
    },
  })

  const tokenOf: TokenOf = async workspace => {
    const installation = await installs.find(workspace)
    if (!installation?.bot.refreshToken) return installation?.bot.token
    const { team: teamId, enterprise: enterpriseId, wide: isEnterpriseInstall = false } = workspace
    return (await installer.authorize({ teamId, enterpriseId, isEnterpriseInstall })).botToken
  }

  const show = (response: ServerResponse, status: number, page: Html): Promise<void> =>
    sendPage(response, { status, page, headers })

  const begin: Route = (request, response) => {
    response.setHeaders(new Map(Object.entries(headers)))
    return installer.handleInstallPath(request, response)
  }

  let callbackWindow = { since: clock().getTime(), callbacks: 0 }
  function isRateLimited(): boolean {
    const now = clock().getTime()
    if (now - callbackWindow.since >= MAX_CALLBACKS.windowMs) callbackWindow = { since: now, callbacks: 0 }
    callbackWindow.callbacks += 1
    return callbackWindow.callbacks > MAX_CALLBACKS.most
  }

  const redirect: Route = (request, response) =>
    installer.handleCallback(request, response, {
      async beforeInstallation() {
        const state = new URLSearchParams(request.url?.split('?', 2)[1]).get('state') ?? ''
        // A state works once across all processes: the installer stores none.
        const isFirstUse = () => entries.claim('state', { key: [state], ttlMs: STATE_MINUTES * 60_000 })
        const refusal = isRateLimited() ? TOO_MANY : (await isFirstUse()) ? undefined : NOT_YOURS
        if (refusal) await show(response, refusal.status, notInstalledPage(refusal.why))
        return refusal === undefined
      },
      successAsync: async result => {
        const installation = installationSchema.parse(result)
        const { team, enterprise, isEnterpriseInstall: wide } = installation
        log.info({ team: team?.id, enterprise: enterprise?.id, wide }, 'installed')
        await show(response, 200, installedPage(installation))
      },
      failureAsync: error => {
        // Not an error: anyone can open the page without a state.
        const refusal = slackErrorOf(error)
        if (REASONS[error.code] || refusal) warn('nothing was installed', { why: refusal ?? error.code })
        else log.error({ err: error }, 'an installation failed')
        const { status, why } = REASONS[error.code] ?? FAILED
        return show(response, status, notInstalledPage(why))
      },
    })

  const routes: Routes = { 'GET /slack/install': begin, [`GET ${REDIRECT_PATH}`]: redirect }
  return { tokenOf, routes }
}

const NOT_YOURS = {
  status: 400,
  why: `This did not begin in this browser, was done already, or took longer than ${STATE_MINUTES} minutes. If Slack lists Dayshift among the apps of your workspace, it worked.`,
}

/** Reasons for a failed installation, by the installer's error code. */
const REASONS: Record<string, { status: number; why: string }> = {
  [ErrorCode.AuthorizationError]: { status: 400, why: 'It was cancelled in Slack.' },
  [ErrorCode.InvalidStateError]: NOT_YOURS,
  [ErrorCode.MissingStateError]: NOT_YOURS,
  [ErrorCode.MissingCodeError]: NOT_YOURS,
}

const TOO_MANY = { status: 429, why: 'Too many people install it right now. Begin again in a minute.' }

/** Not a 5xx: a proxy may replace its page. */
const FAILED = {
  status: 422,
  why: 'Slack and Dayshift could not finish it. Try again. If that does not help, ask whoever runs Dayshift: the reason is in the log.',
}

const beginPage = (url: string): Html =>
  layout(
    'Install Dayshift',
    html`<p>Dayshift runs a team’s cloud schedules from Slack: who paused which plan, from which day to which, and a button that takes it back.</p>
<p>Slack asks which workspace is meant, and shows what Dayshift may do there.</p>
<p><a class="go" href="${url}">Add to Slack</a></p>
<p class="hint">The button works for ${STATE_MINUTES} minutes, in this browser. Load the page again for another.</p>`,
  )

function installedPage(installation: Installation): Html {
  const { enterprise, isEnterpriseInstall } = installation
  const where = isEnterpriseInstall ? enterprise : installation.team
  // An organization-wide installation starts in no workspace (https://docs.slack.dev/enterprise).
  const next = isEnterpriseInstall
    ? html`It is in none of its workspaces yet: an administrator of the organization can add it to them.`
    : html`<a class="go" href="https://app.slack.com/client/${installation.team.id}">Open Slack</a>`
  return layout(
    `Dayshift is installed in ${where.name ?? where.id}`,
    html`<p>${next}</p>
<ol>
<li>Everybody who wants to use it types <code>/dayshift link</code> in Slack once, and acts with an access token of their own from then on.</li>
<li><code>/plan</code> lists the plans, <code>/pause web-prod tomorrow</code> pauses one, <code>/dayshift help</code> tells all else.</li>
<li>Where Dayshift is to tell a channel something, invite it: <code>/invite @Dayshift</code>.</li>
</ol>
<p>You can close this page.</p>`,
  )
}

const notInstalledPage = (why: string): Html =>
  layout(
    'Dayshift was not installed',
    html`<p role="alert">${why}</p>
<p><a class="go" href="install">Begin again</a></p>`,
  )
