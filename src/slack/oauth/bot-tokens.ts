import { InstallProvider } from '@slack/oauth'
import { LRUCache } from 'lru-cache'
import type { Workspace } from '../../core/person.ts'
import { type Installs, installationSchema } from '../../storage/installations.ts'
import type { InstalledApp } from './install-page.ts'

/** The bot's token in a workspace; undefined if the app is not installed there. */
export type TokenOf = (workspace: Workspace) => Promise<string | undefined>

/** How long a token is cached. Other processes may use a revoked token for this long. */
const CACHED_MS = 60_000

/** Looks up the bot tokens of installations. */
export function createInstalledTokens(
  deps: InstalledApp & { installs: Pick<Installs, 'find' | 'save'>; clock: () => Date },
) {
  const { app, clientOptions, installs, clock } = deps
  const { clientId, clientSecret, stateSecret } = app
  /** Refreshes rotating tokens two hours before they expire. */
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

  async function find(workspace: Workspace): Promise<string | undefined> {
    const installation = await installs.find(workspace)
    if (!installation?.bot.refreshToken) return installation?.bot.token
    const { team: teamId, enterprise: enterpriseId, wide: isEnterpriseInstall = false } = workspace
    return (await installer.authorize({ teamId, enterpriseId, isEnterpriseInstall })).botToken
  }

  const cache = new LRUCache<string, string, Workspace>({
    max: 10_000,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
    fetchMethod: (_key, _old, { context }) => find(context),
    // A lookup in flight while the cache is cleared still answers its callers.
    ignoreFetchAbort: true,
  })
  return {
    /** A missing installation is not cached: the app may be installed at any moment. */
    of: (workspace: Workspace): Promise<string | undefined> => {
      const { team, enterprise, wide } = workspace
      return cache.fetch(JSON.stringify([team, enterprise, wide ?? false]), { context: workspace })
    },

    /** Clears the cache, after an installation was added, changed or removed. */
    forget: (): void => cache.clear(),
  }
}
