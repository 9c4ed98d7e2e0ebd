import { setTimeout as sleep } from 'node:timers/promises'
import { webApi } from '@slack/bolt'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Workspace } from '../../core/person.ts'
import type { Installation, Installs } from '../../storage/installations.ts'
import type { InstalledApp } from './install-page.ts'

/** The bot's token in a workspace; undefined if the app is not installed there. */
export type TokenOf = (workspace: Workspace) => Promise<string | undefined>

type Log = { warn(fields: object, message: string): void }

const renewedSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
})

/** The tokens of all workspaces that have installed the app, renewed where they rotate. */
export function createInstalledTokens(
  deps: InstalledApp & { installs: Pick<Installs, 'find' | 'renew'>; clock: () => Date; log: Log },
) {
  const { app, clientOptions, installs, clock } = deps
  const slack = new webApi.WebClient(undefined, clientOptions)

  async function renew(older: Installation, refresh_token: string): Promise<string> {
    const answer = await slack.oauth.v2.access({
      client_id: app.clientId,
      client_secret: app.clientSecret,
      grant_type: 'refresh_token',
      refresh_token,
    })
    const { access_token: token, refresh_token: refreshToken, expires_in } = renewedSchema.parse(answer)
    const expiresAt = Math.floor(Date.now() / 1000) + expires_in
    await installs.renew({ ...older, bot: { ...older.bot, token, refreshToken, expiresAt } }, older)
    return token
  }
  return createTokenCache({ find: createRenewal({ ...deps, renew }), clock })
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
      return cache.fetch(JSON.stringify([team, enterprise, wide ?? false]), { context: workspace })
    },

    /** Looks up everything again, after an installation was added, changed or removed. */
    forget: (): void => cache.clear(),
  }
}

/** A rotating token is renewed two hours before it expires. */
const RENEWAL_SECONDS = 2 * 60 * 60

/** How long, and how many times, the token that another process renews is waited for. */
const POLL = { ms: 100, times: 10 }

/** Finds the token of a workspace, renewed before it expires. */
export function createRenewal(deps: {
  installs: Pick<Installs, 'find'>
  renew(installation: Installation, refreshToken: string): Promise<string>
  log: Log
}): TokenOf {
  const { installs, renew, log } = deps

  return async workspace => {
    const found = await installs.find(workspace)
    if (!found) return undefined
    const { token, refreshToken, expiresAt = Number.POSITIVE_INFINITY } = found.bot
    // Slack goes by the time of day, whatever the clock of the bot says.
    const leftSeconds = expiresAt - Date.now() / 1000
    if (!refreshToken || leftSeconds > RENEWAL_SECONDS) return token
    try {
      return await renew(found, refreshToken)
    } catch (error) {
      // Slack takes a refresh token once: another process may have been first.
      const isExpired = leftSeconds <= 0
      for (let times = isExpired ? POLL.times : 1; times > 0; times--) {
        const current = await installs.find(workspace)
        if (current?.bot.token !== token) return current?.bot.token
        if (isExpired) await sleep(POLL.ms)
      }
      if (isExpired) throw error
      const { team, enterprise } = workspace
      log.warn({ team, enterprise, err: error }, 'a token could not be renewed yet')
      return token
    }
  }
}
