import { createBounded } from '../../core/bounded.ts'
import type { Workspace } from '../../storage/installations.ts'

/** The bot's token in a workspace; nothing where it is not installed. */
export type TokenOf = (workspace: Workspace) => Promise<string | undefined>

/** So long another process may go on with a token that was taken back. */
const KNOWN_MS = 60_000

/** The same, asked for once a minute. That there is none is not remembered: somebody may be installing right now. */
export function createTokens(deps: { ask: TokenOf; clock: () => Date; remembered?: number }) {
  const { ask, clock, remembered } = deps
  const known = createBounded<{ token: Promise<string | undefined>; until: number }>({ most: remembered })

  return {
    of: async (workspace: Workspace): Promise<string | undefined> => {
      const key = JSON.stringify([workspace.team, workspace.enterprise, workspace.wide])
      const now = clock().getTime()
      const last = known.get(key)
      if (last && now < last.until) return last.token
      const asked = { token: ask(workspace), until: now + KNOWN_MS }
      known.set(key, asked)
      const forget = () => {
        asked.until = 0
      }
      asked.token.then(token => token === undefined && forget(), forget)
      return asked.token
    },

    /** After an installation has come, changed or gone. */
    forget(): void {
      known.clear()
    },
  }
}
