import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Workspace } from '../../core/person.ts'
import type { Installation, Installs } from '../../storage/installations.ts'
import { createInstaller, type InstallerApp } from './installer.ts'

/** The bot's token in a workspace; undefined if the app is not installed there. */
export type TokenOf = (workspace: Workspace) => Promise<string | undefined>

type Log = { warn(fields: object, message: string): void }

/** The tokens of all workspaces that have installed the app, renewed where they rotate. */
export function createInstalledTokens(
  deps: InstallerApp & {
    installs: Pick<Installs, 'find' | 'mayRenew' | 'renew'>
    clock: () => Date
    log: Log
  },
) {
  const { installs, clock, log } = deps

  async function renew({ team, enterprise, isEnterpriseInstall }: Installation): Promise<string | undefined> {
    // The installer remembers what it renews: one for each renewal.
    const installer = createInstaller({
      ...deps,
      keep: async (installation, older) => older && installs.renew(installation, older),
    })
    const query = { teamId: team?.id, enterpriseId: enterprise?.id, isEnterpriseInstall }
    return (await installer.authorize(query)).botToken
  }
  return createTokenCache({ find: createRenewal({ installs, renew, log }), clock })
}

/** How long another process may go on with a token that was revoked. */
const CACHED_MS = 60_000

/** Looks up each token once a minute. That there is none is not cached: the app may be installed at any moment. */
export function createTokenCache({ find, clock }: { find: TokenOf; clock: () => Date }) {
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
    of: (workspace: Workspace): Promise<string | undefined> => {
      const { team, enterprise, wide } = workspace
      return cache.fetch(JSON.stringify([team, enterprise, wide]), { context: workspace })
    },

    /** Looks up everything again, after an installation was added, changed or removed. */
    forget: (): void => cache.clear(),
  }
}

/** A rotating token is renewed two hours before it expires. */
const RENEWAL_SECONDS = 2 * 60 * 60
/** How often, and how many times, a process looks for the token that another one renews. */
const POLL = { ms: 100, times: 20 }

/**
 * Finds the token of a workspace, renewed before it expires. One process renews it, since Slack takes a refresh token
 * once: the others use the old token while it is valid, then wait for the new one.
 */
export function createRenewal(deps: {
  installs: Pick<Installs, 'find' | 'mayRenew'>
  renew(installation: Installation): Promise<string | undefined>
  log: Log
}): TokenOf {
  const { installs, renew, log } = deps

  return async workspace => {
    const found = await installs.find(workspace)
    // Slack and the installer go by the time of day, whatever the clock of the bot says.
    const leftSeconds = (found?.bot.expiresAt ?? Number.POSITIVE_INFINITY) - Date.now() / 1000
    if (!found?.bot.refreshToken || leftSeconds > RENEWAL_SECONDS) return found?.bot.token
    if (await installs.mayRenew(found))
      return renew(found).catch((error: unknown) => {
        if (leftSeconds <= 0) throw error
        const { team, enterprise } = workspace
        log.warn({ team, enterprise, err: error }, 'a token could not be renewed yet')
        return found.bot.token
      })
    if (leftSeconds > 0) return found.bot.token
    for (let times = 0; times < POLL.times; times++) {
      await sleep(POLL.ms)
      const current = await installs.find(workspace)
      if (current?.bot.token !== found.bot.token) return current?.bot.token
    }
    return found.bot.token
  }
}
