import { createBounded } from '../../core/bounded.ts'
import { createInstaller, type InstallerDeps, type TokenOf } from './installer.ts'

/** How long another process may go on with a token that was revoked. */
const CACHED_MS = 60_000

/**
 * Finds the tokens of workspaces, each once a minute. A rotating one is renewed two hours before it ends; Slack takes its
 * refresh token once, and processes that come second go on with the old one until they look again.
 */
export function createTokens({ clock, ...deps }: InstallerDeps & { clock: () => Date }) {
  const { installs } = deps
  const { installer } = createInstaller(deps)
  const tokens = createBounded<ReturnType<TokenOf>>({ ttl: CACHED_MS, now: () => clock().getTime() })

  const find: TokenOf = async workspace => {
    const { bot } = (await installs.find(workspace)) ?? {}
    if (!bot?.refreshToken) return bot?.token
    const { team, enterprise, wide = false } = workspace
    const query = { teamId: team, enterpriseId: enterprise, isEnterpriseInstall: wide }
    return (await installer.authorize(query)).botToken
  }

  const tokenOf: TokenOf = workspace => {
    const key = JSON.stringify([workspace.team, workspace.enterprise, workspace.wide])
    const known = tokens.get(key)
    if (known) return known
    const token = find(workspace)
    tokens.set(key, token)
    // That there is none is not kept: the app may be installed at any moment.
    const forget = () => tokens.peek(key) === token && tokens.delete(key)
    token.then(found => found === undefined && forget(), forget)
    return token
  }

  /** `forget` looks up everything again, after an installation was added, changed or removed. */
  return { tokenOf, forget: () => tokens.clear() }
}
