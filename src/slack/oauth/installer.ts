import {
  ClearStateStore,
  type InstallationStore,
  InstallProvider,
  type InstallProviderOptions,
} from '@slack/oauth'
import type { Workspace } from '../../core/person.ts'
import { type Installs, installationSchema } from '../../storage/installations.ts'

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

export const STATE_MINUTES = 10

/** The bot's token in a workspace; undefined if the app is not installed there. */
export type TokenOf = (workspace: Workspace) => Promise<string | undefined>

/** The app as Slack knows it, how Slack is called, and where installations are kept. */
export type InstallerDeps = {
  app: { clientId: string; clientSecret: string; stateSecret: string }
  clientOptions: InstallProviderOptions['clientOptions'] & Pick<InstallProviderOptions, 'logger'>
  installs: Pick<Installs, 'find' | 'keep'>
  /** Hears of each installation that is stored. */
  stored(): void
}

/** Slack's installer over this program's store: it installs the app, and renews rotating tokens. */
export function createInstaller(
  { app, clientOptions, installs, stored }: InstallerDeps,
  options: Pick<InstallProviderOptions, 'stateCookieName' | 'logger'> = {},
) {
  const { clientId, clientSecret, stateSecret } = app
  const states = new ClearStateStore(stateSecret, STATE_MINUTES * 60)
  const { logger } = clientOptions
  const installationStore: InstallationStore = {
    async storeInstallation(installation) {
      await installs.keep(installationSchema.parse(installation))
      stored()
    },
    async fetchInstallation({ teamId: team, enterpriseId: enterprise, isEnterpriseInstall: wide }) {
      const found = await installs.find({ team, enterprise, wide })
      if (!found) throw new Error('The app is not installed there.')
      // The installer writes new tokens into the object.
      return { ...found, bot: { ...found.bot }, team: found.team, enterprise: found.enterprise }
    },
  }
  const installer = new InstallProvider({
    clientId,
    clientSecret,
    installationStore,
    clientOptions,
    stateStore: states,
    ...(logger && { logger }),
    ...options,
  })
  return { installer, states }
}
