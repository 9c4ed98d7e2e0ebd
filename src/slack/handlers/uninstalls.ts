import type { Context } from '@slack/bolt'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Workspace } from '../../core/person.ts'
import { RejectedError } from '../transport/load-shedding.ts'

/** Forgets a workspace that uninstalled the app at a time; false where it has installed the app since. */
export type Forget = (workspace: Workspace, at: Date) => Promise<boolean>

const uninstallSchema = z.object({
  event_time: z.number().nullish(),
  event: z.object({
    type: z.enum(['app_uninstalled', 'tokens_revoked', 'team_access_revoked']),
    tokens: z.object({ bot: z.array(z.string()).nullish() }).nullish(),
    team_ids: z.array(z.string()).default([]),
  }),
})

/** Whether an event tells that the app is uninstalled, loses its token, or loses workspaces of an enterprise. */
export const isUninstall = (body: unknown): boolean => uninstallSchema.safeParse(body).success

/**
 * Forgets workspaces that uninstall the app (https://docs.slack.dev/reference/events/app_uninstalled). Bolt
 * authorizes no token for these events.
 */
export function createUninstalls(deps: { forget: Forget; clock: () => Date; log: Logger }) {
  const { forget, clock, log } = deps

  return async ({ body, context }: { body: unknown; context: Context }): Promise<void> => {
    const { event, event_time } = uninstallSchema.parse(body)
    // Revoked tokens of people do not matter: the app has none.
    if (event.type === 'tokens_revoked' && !event.tokens?.bot?.length) return
    const { teamId: team, enterpriseId: enterprise, isEnterpriseInstall } = context
    const workspaces: Workspace[] =
      event.type === 'team_access_revoked'
        ? event.team_ids.map(id => ({ team: id, enterprise, isRevoked: true }))
        : [{ team, enterprise, wide: isEnterpriseInstall || !team || team === enterprise }]
    // Slack tells whole seconds: the end of this one.
    const at = event_time ? new Date(event_time * 1000 + 999) : clock()
    const forgetOne = async (workspace: Workspace) => {
      const forgotten = await forget(workspace, at).catch(error => {
        log.error({ ...workspace, err: error }, 'a workspace that uninstalled the app is not forgotten yet')
        // Slack sends the event again.
        throw new RejectedError({ status: 503 })
      })
      log.info({ ...workspace, forgotten }, 'a workspace uninstalled the app')
    }
    await Promise.all(workspaces.map(forgetOne))
  }
}
