import { type InstallationStore, InstallProvider, type InstallProviderOptions } from '@slack/oauth'
import { type Installation, type Installs, installationSchema } from '../../storage/installations.ts'

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

/** The app as Slack knows it, and how Slack is called. */
export type InstallerApp = {
  app: { clientId: string; clientSecret: string }
  clientOptions: InstallProviderOptions['clientOptions'] & Pick<InstallProviderOptions, 'logger'>
}

type Deps = InstallerApp & {
  installs: Pick<Installs, 'find'>
  /** Stores an installation; `older` is the one that was found before. */
  keep(installation: Installation, older: Installation | undefined): Promise<unknown>
  /** What the pages need on which the app is installed. */
  pages?: Partial<InstallProviderOptions>
}

/** Bolt's installer over this program's store: it installs the app, and renews rotating tokens. */
export function createInstaller({ app, clientOptions, installs, keep, pages }: Deps) {
  let found: Installation | undefined
  const installationStore: InstallationStore = {
    storeInstallation: async installation => {
      await keep(installationSchema.parse(installation), found)
    },
    fetchInstallation: async ({ teamId: team, enterpriseId: enterprise, isEnterpriseInstall: wide }) => {
      found = await installs.find({ team, enterprise, wide })
      if (!found) throw new Error('The app is not installed there.')
      // The installer writes new tokens into the object.
      return { ...found, bot: { ...found.bot }, team: found.team, enterprise: found.enterprise }
    },
  }
  const { clientId, clientSecret } = app
  return new InstallProvider({
    clientId,
    clientSecret,
    installationStore,
    clientOptions,
    ...(clientOptions.logger && { logger: clientOptions.logger }),
    ...(pages ?? { stateVerification: false }),
  })
}
