import type { ServerResponse } from 'node:http'
import {
  ErrorCode,
  type InstallationStore,
  InstallProvider,
  type InstallProviderOptions,
  InvalidStateError,
} from '@slack/oauth'
import type { Database } from '../database.ts'
import { type Installation, installationSchema } from '../installs/installation.ts'
import { createRenewed } from '../installs/renewed.ts'
import { SCOPES } from '../installs/scopes.ts'
import { createStates, STATE_MINUTES } from '../installs/states.ts'
import type { Installs } from '../installs/store.ts'
import { createTokens } from '../installs/tokens.ts'
import type { Route } from '../slack/routing.ts'
import { createSeldom } from '../slack/seldom.ts'
import { beginPage, installedPage, notInstalledPage } from './install-pages.ts'
import { type Html, headersFor } from './layout.ts'
import { INSTALL_PATH, REDIRECT_PATH } from './not-yet.ts'

const COOKIE = 'dayshift-install'

type Deps = {
  app: { clientId: string; clientSecret: string; stateSecret: string }
  /** The bot's own address, where it is known: else Slack takes the one redirect address that the app has. */
  publicUrl: string | undefined
  database: Database
  installs: Installs
  clientOptions: InstallProviderOptions['clientOptions'] & Pick<InstallProviderOptions, 'logger'>
  clock: () => Date
  log: Record<'info' | 'warn', (fields: object, message: string) => void>
}

/**
 * Where workspaces install the app, by Bolt's installer: a page that leads to Slack, and the one that Slack leads back
 * to. Gives their routes, and the token of every workspace that did. Where an app has its tokens rotated, the installer
 * renews one two hours before its end, in one of the replicas.
 */
export function createInstallPages(deps: Deps) {
  const { installs, publicUrl, clock, log } = deps
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

  /** Bolt's installer, over our own states and store. */
  const providerThat = (keeps: (installation: Installation, older?: Installation) => Promise<void>) => {
    let found: Installation | undefined
    const installationStore: InstallationStore = {
      storeInstallation: installation => keeps(installationSchema.parse(installation), found),
      fetchInstallation: async ({ teamId: team, enterpriseId: enterprise, isEnterpriseInstall: wide }) => {
        found = await installs.find({ team, enterprise, wide })
        if (!found) throw new Error('It is not installed there')
        // The installer writes new tokens into what it is given.
        return { ...found, bot: { ...found.bot }, team: found.team, enterprise: found.enterprise }
      },
    }
    return new InstallProvider({
      ...{ clientId: deps.app.clientId, clientSecret: deps.app.clientSecret },
      ...{ installationStore, stateCookieName: COOKIE, clientOptions: deps.clientOptions },
      ...(heard && { logger: heard }),
      stateStore: {
        generateStateParam: async () => states.make(),
        verifyStateParam: async (_, state) => {
          if (await states.use(state)) return asked
          throw new InvalidStateError('The state is not ours, is too old or was used already')
        },
      },
    })
  }

  const installing = providerThat(async installation => {
    await installs.keep(installation)
    tokens.forget()
  })

  const tokens = createTokens({
    clock,
    ask: createRenewed({
      ...{ installs, log },
      async renew({ team, enterprise, isEnterpriseInstall }) {
        const query = { teamId: team?.id, enterpriseId: enterprise?.id, isEnterpriseInstall }
        // One for each renewal: it keeps in mind what it renews.
        const renewing = providerThat(
          async (installation, older) => older && installs.renew(installation, older),
        )
        return (await renewing.authorize(query)).botToken
      },
    }),
  })

  async function show(response: ServerResponse, status: number, page: Html): Promise<void> {
    const body = String(await page)
    response.writeHead(status, headers).end(body)
  }

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
      successAsync: async installed => {
        const installation = installationSchema.parse(installed)
        const { team, enterprise, isEnterpriseInstall: wide } = installation
        log.info({ team: team?.id, enterprise: enterprise?.id, wide }, 'installed')
        await show(response, 200, installedPage(installation))
      },
      failureAsync: ({ code }) => {
        const { status, why } = REASONS[code] ?? FAILED
        return show(response, status, notInstalledPage(why))
      },
    })

  return {
    routes: { [`GET ${INSTALL_PATH}`]: begin, [`GET ${REDIRECT_PATH}`]: end } as const,
    tokenOf: tokens.of,
    /** After a workspace has thrown the app out. */
    forget: tokens.forget,
  }
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
  why: 'Slack and Dayshift did not agree on it. Try again, and ask whoever runs Dayshift where that does not help: the reason is in the log.',
}
