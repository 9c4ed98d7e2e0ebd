import { setTimeout as sleep } from 'node:timers/promises'
import { webApi } from '@slack/bolt'
import { ExponentialBackoff, handleAll, retry } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { Refused } from '../../core/errors.ts'
import type { Workspace } from '../../core/person.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Entries } from '../../storage/entries.ts'
import { type Installation, type Installs, ownerOf } from '../../storage/installations.ts'
import { slackErrorOf } from '../delivery/delivery-error.ts'
import type { InstalledApp } from './install-page.ts'

/** The bot's token in a workspace; undefined if the app is not installed there. */
export type TokenOf = (workspace: Workspace) => Promise<string | undefined>

const renewedSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
})

/** How long a token is cached. Where it is revoked, other processes may use it until then. */
const CACHED_MS = 60_000

/** How long Slack has to renew a token, with retries; meanwhile no other process asks it to. */
const RENEWAL_MS = 30_000

/** How often the token that another process renews is looked up. */
const POLL_MS = 100

/** A rotating token is renewed two hours before it expires. */
const EARLY_SECONDS = 2 * 60 * 60

/** The tokens of all workspaces that have installed the app, renewed where they rotate. */
export function createInstalledTokens(
  deps: InstalledApp & {
    publicUrl: string | undefined
    installs: Pick<Installs, 'find' | 'renew'>
    entries: Pick<Entries, 'claim' | 'remove'>
    clock: () => Date
    log: { warn(fields: object, message: string): void }
  },
) {
  const { app, clientOptions, publicUrl, installs, entries, clock, log } = deps
  const slack = new webApi.WebClient(undefined, { ...clientOptions, timeout: RENEWAL_MS })
  /** Renewed tokens that the database does not have yet, by the refresh token, which Slack takes once. */
  const unwritten = new Map<string, string>()
  const untilWritten = retry(handleAll, { backoff: new ExponentialBackoff() }).dangerouslyUnref()
  untilWritten.onFailure(({ reason }) =>
    log.warn({ err: 'error' in reason && reason.error }, 'a renewed token is not written yet'),
  )

  /** Undefined while another process, or this one, asks Slack. */
  async function renew(older: Installation, refresh_token: string): Promise<string | undefined> {
    if (unwritten.has(refresh_token)) return unwritten.get(refresh_token)
    if (!(await entries.claim('renewal', { key: [refresh_token], ttlMs: RENEWAL_MS }))) return undefined
    const { clientId: client_id, clientSecret: client_secret } = app
    const answer = await slack.oauth.v2
      .access({ client_id, client_secret, grant_type: 'refresh_token', refresh_token })
      .then(body => renewedSchema.parse(body))
      .catch(async (error: unknown) => {
        // Where this fails, too, the claim expires.
        await entries.remove('renewal', refresh_token).catch(() => {})
        throw error
      })
    const { access_token: token, refresh_token: refreshToken, expires_in } = answer
    const expiresAt = Math.floor(Date.now() / 1000) + expires_in
    const renewed = { ...older, bot: { ...older.bot, token, refreshToken, expiresAt } }
    unwritten.set(refresh_token, token)
    void untilWritten
      .execute(() => installs.renew(renewed, older))
      .then(() => unwritten.delete(refresh_token))
    return token
  }

  async function find(workspace: Workspace): Promise<string | undefined> {
    const found = await installs.find(workspace)
    if (!found) return undefined
    const { token, refreshToken, expiresAt = Number.POSITIVE_INFINITY } = found.bot
    // Slack goes by the time of day, whatever the clock of the bot says.
    const leftSeconds = expiresAt - Date.now() / 1000
    if (!refreshToken || leftSeconds > EARLY_SECONDS) return token
    const renewal = renew(found, refreshToken)
    renewal.catch((error: unknown) =>
      log.warn({ owner: ownerOf(found), err: error }, 'a token could not be renewed yet'),
    )
    // The older token is good until it expires: no one has to wait for the new one.
    if (leftSeconds * 1000 > CACHED_MS) return token
    const renewed = await renewal.catch((error: unknown) => {
      throw slackErrorOf(error) === 'invalid_refresh_token' ? installAgain(publicUrl) : error
    })
    return renewed ?? sleep(POLL_MS).then(() => find(workspace))
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
    /** That there is none is not cached: the app may be installed at any moment. */
    of: (workspace: Workspace): Promise<string | undefined> => {
      const { team, enterprise, wide } = workspace
      return cache.fetch(JSON.stringify([team, enterprise, wide ?? false]), { context: workspace })
    },

    /** Looks up everything again, after an installation was added, changed or removed. */
    forget: (): void => cache.clear(),
  }
}

/** With a bare address: some of the places where it is read show no markup. */
function installAgain(publicUrl: string | undefined): Refused {
  const where = { mrkdwn: publicUrl ? `: ${publicUrl}/slack/install` : '.' }
  return new Refused(
    mrkdwn`Slack does not accept Dayshift’s access to this workspace any more, so nothing was done. Whoever manages the apps of this workspace can install it again${where}`,
  )
}
