import { type InstallationStore, InstallProvider, type InstallProviderOptions } from '@slack/oauth'
import type { Installs } from '../../storage/installations.ts'
import { type Installation, installationSchema } from '../../storage/installations.ts'

/** The app as Slack knows it, and how Slack is asked. */
export type InstallerApp = {
  app: { clientId: string; clientSecret: string }
  clientOptions: InstallProviderOptions['clientOptions'] & Pick<InstallProviderOptions, 'logger'>
}

type Deps = InstallerApp & {
  installs: Pick<Installs, 'find'>
  /** Keeps what was installed or renewed; `older` is what was found before. */
  keep(installation: Installation, older: Installation | undefined): Promise<unknown>
  states?: InstallProviderOptions['stateStore']
  cookie?: string
}

/** Bolt's installer over our own store: it installs the app, and renews tokens that rotate. */
export function createInstaller({ app, clientOptions, installs, keep, states, cookie }: Deps) {
  let found: Installation | undefined
  const installationStore: InstallationStore = {
    storeInstallation: async installation => {
      await keep(installationSchema.parse(installation), found)
    },
    fetchInstallation: async ({ teamId: team, enterpriseId: enterprise, isEnterpriseInstall: wide }) => {
      found = await installs.find({ team, enterprise, wide })
      if (!found) throw new Error('It is not installed there')
      // The installer writes new tokens into what it is given.
      return { ...found, bot: { ...found.bot }, team: found.team, enterprise: found.enterprise }
    },
  }
  const { clientId, clientSecret } = app
  return new InstallProvider({
    ...{ clientId, clientSecret, installationStore, clientOptions },
    ...(clientOptions.logger && { logger: clientOptions.logger }),
    // Whoever only renews has no states to tell apart.
    ...(states ? { stateStore: states } : { stateVerification: false }),
    ...(cookie && { stateCookieName: cookie }),
  })
}
