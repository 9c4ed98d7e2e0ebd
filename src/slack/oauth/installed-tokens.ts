import type { Installs } from '../../storage/installations.ts'
import { createInstaller, type InstallerApp } from './installer.ts'
import { createRenewed } from './renewed.ts'
import { createTokens } from './tokens.ts'

/**
 * The tokens of all workspaces that have installed the app. Where they rotate, Bolt's installer renews one two hours
 * before its end, in one of the replicas.
 */
export function createInstalledTokens(
  deps: InstallerApp & {
    installs: Pick<Installs, 'find' | 'mayRenew' | 'renew'>
    clock: () => Date
    log: { warn(fields: object, message: string): void }
  },
) {
  const { installs } = deps
  return createTokens({
    clock: deps.clock,
    ask: createRenewed({
      ...deps,
      async renew({ team, enterprise, isEnterpriseInstall }) {
        // One for each renewal: it keeps in mind what it renews.
        const installer = createInstaller({
          ...deps,
          keep: async (installation, older) => older && installs.renew(installation, older),
        })
        const query = { teamId: team?.id, enterpriseId: enterprise?.id, isEnterpriseInstall }
        return (await installer.authorize(query)).botToken
      },
    }),
  })
}
