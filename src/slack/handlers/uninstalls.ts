import type { Context } from '@slack/bolt'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Workspace } from '../../core/person.ts'
import type { Ack } from '../transport/dispatch.ts'

/** Forgets a workspace that uninstalled the app; resolves to false if it has reinstalled the app since. */
export type Forget = (workspace: Workspace, at: Date) => Promise<boolean>

const uninstallSchema = z.object({
  event_time: z.number().nullish(),
  event: z.object({
    type: z.enum(['app_uninstalled', 'tokens_revoked', 'team_access_revoked']),
    tokens: z.object({ bot: z.array(z.string()).nullish() }).nullish(),
    team_ids: z.array(z.string()).default([]),
  }),
})

/**
 * Forgets workspaces that uninstall the app, revoke its token, or lose it in an enterprise
 * (https://docs.slack.dev/reference/events/app_uninstalled). Bolt authorizes no token for these events.
 */
export function createUninstallHandler(deps: { forget: Forget; clock: () => Date; log: Logger }) {
  const { forget, clock, log } = deps

  return async (body: unknown, context: Context, ack: Ack): Promise<void> => {
    const { event, event_time } = uninstallSchema.parse(body)
    // The app has no user tokens.
    if (event.type === 'tokens_revoked' && !event.tokens?.bot?.length) return
    const { teamId: team, enterpriseId: enterprise, isEnterpriseInstall } = context
    const workspaces: Workspace[] =
      event.type === 'team_access_revoked'
        ? event.team_ids.map(id => ({ team: id, enterprise, isRevoked: true }))
        : [{ team, enterprise, wide: isEnterpriseInstall || !team || team === enterprise }]
    // Slack sends whole seconds: take the end of this one.
    const uninstalledAt = event_time ? new Date(event_time * 1000 + 999) : clock()
    const forgetOne = async (workspace: Workspace) => {
      try {
        const isForgotten = await forget(workspace, uninstalledAt)
        log.info({ ...workspace, forgotten: isForgotten }, 'a workspace uninstalled the app')
      } catch (error) {
        log.error({ ...workspace, err: error }, 'a workspace that uninstalled the app is not forgotten yet')
        // Slack sends the event again.
        ack.reject({ status: 503 })
      }
    }
    await Promise.all(workspaces.map(forgetOne))
  }
}
