import { InstallProvider } from '@slack/oauth'
import type { Workspace } from '../../core/person.ts'
import { type Installs, installationSchema } from '../../storage/installations.ts'
import type { InstalledApp } from './install-page.ts'

/** The bot's token in a workspace; undefined if the app is not installed there. */
export type TokenOf = (workspace: Workspace) => Promise<string | undefined>

/** Looks up the bot tokens of installations, and refreshes rotating ones two hours before they expire. */
export function createInstalledTokens(
  deps: InstalledApp & { installs: Pick<Installs, 'find' | 'save'> },
): TokenOf {
  const { app, clientOptions, installs } = deps
  const { clientId, clientSecret, stateSecret } = app
  const installer = new InstallProvider({
    clientId,
    clientSecret,
    stateSecret,
    clientOptions,
    logger: clientOptions.logger,
    installationStore: {
      storeInstallation: installation => installs.save(installationSchema.parse(installation)),
      async fetchInstallation({ teamId: team, enterpriseId: enterprise, isEnterpriseInstall: wide }) {
        const installation = await installs.find({ team, enterprise, wide })
        if (!installation) throw new Error('The app is not installed any more')
        return { team: undefined, enterprise: undefined, ...installation }
      },
    },
  })

  return async workspace => {
    const installation = await installs.find(workspace)
    if (!installation?.bot.refreshToken) return installation?.bot.token
    const { team: teamId, enterprise: enterpriseId, wide: isEnterpriseInstall = false } = workspace
    return (await installer.authorize({ teamId, enterpriseId, isEnterpriseInstall })).botToken
  }
}
