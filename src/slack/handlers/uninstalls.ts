import type { Context } from '@slack/bolt'
import { z } from 'zod'
import type { Workspace } from '../../core/person.ts'

/** Deletes the data of a workspace that uninstalled the app at a time. */
export type Forget = (workspace: Workspace, at: Date) => Promise<void>

const uninstallSchema = z.object({
  event_time: z.number(),
  event: z.object({
    type: z.enum(['app_uninstalled', 'tokens_revoked', 'team_access_revoked']),
    tokens: z.object({ bot: z.array(z.string()).nullish() }).nullish(),
    team_ids: z.array(z.string()).default([]),
  }),
})

/**
 * When the app was uninstalled, and from which workspaces: by them, by revoking its token, or by an enterprise
 * (https://docs.slack.dev/reference/events/app_uninstalled). Bolt authorizes no token for these events.
 */
export function uninstallOf(body: unknown, context: Context): { workspaces: Workspace[]; at: Date } {
  const { event, event_time } = uninstallSchema.parse(body)
  const { type, tokens, team_ids } = event
  const { teamId: team, enterpriseId: enterprise, isEnterpriseInstall } = context
  // Slack gives whole seconds.
  const at = new Date((event_time + 1) * 1000)
  if (type === 'team_access_revoked') return { workspaces: team_ids.map(team => ({ team })), at }
  // The app has no user tokens.
  if (type === 'tokens_revoked' && !tokens?.bot?.length) return { workspaces: [], at }
  return { workspaces: [{ team, enterprise, wide: isEnterpriseInstall || !team || team === enterprise }], at }
}
