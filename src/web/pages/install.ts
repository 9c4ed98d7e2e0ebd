import type { ServerResponse } from 'node:http'
import { ErrorCode, InvalidStateError } from '@slack/oauth'
import { createInstaller, type InstallerApp } from '../../slack/oauth/installer.ts'
import { SCOPES } from '../../slack/oauth/scopes.ts'
import { createStates, STATE_MINUTES } from '../../slack/oauth/states.ts'
import type { Database } from '../../storage/database.ts'
import type { Installs } from '../../storage/installations.ts'
import { installationSchema } from '../../storage/installations.ts'
import type { Route } from '../routing.ts'
import { createSeldom } from '../throttled-log.ts'
import { beginPage, INSTALL_PATH, installedPage, notInstalledPage, REDIRECT_PATH } from './install-pages.ts'
import { type Html, headersFor, sendPage } from './layout.ts'

const COOKIE = 'dayshift-install'

type Deps = InstallerApp & {
  app: { stateSecret: string }
  /** The bot's own address, where it is known: else Slack takes the one redirect address that the app has. */
  publicUrl: string | undefined
  database: Database
  installs: Installs
  /** Hears of each installation that was kept. */
  installed(): void
  clock: () => Date
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>
}

/**
 * The routes where workspaces install the app, by Bolt's installer: a page that leads to Slack, and the one that Slack
 * leads back to.
 */
export function createInstallPages(deps: Deps) {
  const { installs, publicUrl, installed, log, clock } = deps
  const states = createStates({ ...deps, secret: deps.app.stateSecret })
  const isEncrypted = !publicUrl?.startsWith('http:')
  const headers = headersFor(isEncrypted)
  const asked = { scopes: SCOPES, ...(publicUrl && { redirectUri: `${publicUrl}${REDIRECT_PATH}` }) }
  const warnSeldom = createSeldom({ log, clock })
  const { logger } = deps.clientOptions
  /** Anybody can come to the pages with nothing in their hands: that is no error of ours. */
  const heard = logger && {
    ...logger,
    error(...said: unknown[]) {
      const [error] = said
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (REASONS[code]) warnSeldom('Nothing was installed', { why: code })
      else logger.error(...said)
    },
  }

  const installing = createInstaller({
    ...deps,
    cookie: COOKIE,
    clientOptions: { ...deps.clientOptions, ...(heard && { logger: heard }) },
    states: {
      generateStateParam: async () => states.make(),
      verifyStateParam: async (_, state) => {
        if (await states.use(state)) return asked
        throw new InvalidStateError('The state is not ours, is too old or was used already')
      },
    },
    async keep(installation) {
      await installs.keep(installation)
      installed()
    },
  })

  const show = (response: ServerResponse, status: number, page: Html): Promise<void> =>
    sendPage(response, { status, page, headers })

  const begin: Route = async (_, response) => {
    const state = states.make()
    const url = await installing.generateInstallUrl(asked, true, state)
    const secure = isEncrypted ? '; Secure' : ''
    response.setHeader(
      'set-cookie',
      `${COOKIE}=${state}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${STATE_MINUTES * 60}${secure}`,
    )
    await show(response, 200, beginPage(url))
  }

  const end: Route = (request, response) =>
    installing.handleCallback(request, response, {
      successAsync: async given => {
        const installation = installationSchema.parse(given)
        const { team, enterprise, isEnterpriseInstall: wide } = installation
        log.info({ team: team?.id, enterprise: enterprise?.id, wide }, 'installed')
        await show(response, 200, installedPage(installation))
      },
      failureAsync: ({ code }) => {
        const { status, why } = REASONS[code] ?? FAILED
        return show(response, status, notInstalledPage(why))
      },
    })

  return { [`GET ${INSTALL_PATH}`]: begin, [`GET ${REDIRECT_PATH}`]: end } as const
}

const NOT_YOURS = {
  status: 400,
  why: `This did not begin in this browser, was done already, or took longer than ${STATE_MINUTES} minutes. If Slack lists Dayshift among the apps of your workspace, it worked.`,
}

/** Why nothing was installed, by what Bolt's installer found. */
const REASONS: Record<string, { status: number; why: string }> = {
  [ErrorCode.AuthorizationError]: { status: 400, why: 'It was cancelled in Slack.' },
  [ErrorCode.InvalidStateError]: NOT_YOURS,
  [ErrorCode.MissingStateError]: NOT_YOURS,
  [ErrorCode.MissingCodeError]: NOT_YOURS,
}

/** A proxy may put a page of its own in the place of a 5xx. */
const FAILED = {
  status: 422,
  why: 'Slack and Dayshift could not finish it. Try again. If that does not help, ask whoever runs Dayshift: the reason is in the log.',
}
