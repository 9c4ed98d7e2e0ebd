import type { Context } from '@slack/bolt'
import { z } from 'zod'
import type { Workspace } from '../../core/person.ts'

/** Deletes the data of a workspace that uninstalled the app. */
export type Forget = (workspace: Workspace) => Promise<void>

const uninstallSchema = z.object({
  event: z.object({
    type: z.enum(['app_uninstalled', 'tokens_revoked', 'team_access_revoked']),
    tokens: z.object({ bot: z.array(z.string()).nullish() }).nullish(),
    team_ids: z.array(z.string()).default([]),
  }),
})

/**
 * The workspaces that uninstalled the app, revoked its token, or lost it in an enterprise
 * (https://docs.slack.dev/reference/events/app_uninstalled). Bolt authorizes no token for these events.
 */
export function uninstalledFrom(body: unknown, context: Context): Workspace[] {
  const { type, tokens, team_ids } = uninstallSchema.parse(body).event
  const { teamId: team, enterpriseId: enterprise, isEnterpriseInstall } = context
  if (type === 'team_access_revoked') return team_ids.map(team => ({ team }))
  // The app has no user tokens.
  if (type === 'tokens_revoked' && !tokens?.bot?.length) return []
  return [{ team, enterprise, wide: isEnterpriseInstall || !team || team === enterprise }]
}
