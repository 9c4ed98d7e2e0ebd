import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation, Installs } from '../../storage/installations.ts'
import type { TokenOf } from './tokens.ts'

/** A token that rotates is renewed so long before its end, in seconds. */
const EARLY_S = 2 * 60 * 60
/** How often it is looked for what another process keeps, and how many times. */
const LOOK_MS = 100
const LOOKS = 20

/**
 * Makes what finds the token of a workspace, renewed before it ends. One process alone renews it, since Slack takes a
 * refresh token once: the others go on with the token that still counts, or wait for the one that the first keeps.
 */
export function createRenewed(deps: {
  installs: Pick<Installs, 'find' | 'mayRenew'>
  /** Has Slack renew the tokens, and keeps them; nothing is renewed that is not due any more. */
  renew(installation: Installation): Promise<string | undefined>
  log: { warn(fields: object, message: string): void }
}): TokenOf {
  const { installs, renew, log } = deps

  return async workspace => {
    const found = await installs.find(workspace)
    // Slack and the installer go by the time of day, whatever the clock of the bot says.
    const leftS = (found?.bot.expiresAt ?? Number.POSITIVE_INFINITY) - Date.now() / 1000
    if (!found?.bot.refreshToken || leftS > EARLY_S) return found?.bot.token
    if (await installs.mayRenew(found))
      return renew(found).catch((error: unknown) => {
        if (leftS <= 0) throw error
        log.warn(
          { team: workspace.team, enterprise: workspace.enterprise, err: error },
          'a token could not be renewed yet',
        )
        return found.bot.token
      })
    if (leftS > 0) return found.bot.token
    for (let looked = 0; looked < LOOKS; looked++) {
      await sleep(LOOK_MS)
      const kept = await installs.find(workspace)
      if (kept?.bot.token !== found.bot.token) return kept?.bot.token
    }
    return found.bot.token
  }
}
