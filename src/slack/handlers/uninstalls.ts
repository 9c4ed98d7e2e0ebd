import type { Context } from '@slack/bolt'
import type { Logger } from 'pino'
import { z } from 'zod'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Workspace } from '../../storage/installations.ts'
import { asWarning, type Reason, RejectedError, rejectionOf } from '../transport/load-shedding.ts'
import { kindOf } from '../transport/request-kinds.ts'

/** Forgets a workspace that uninstalled the app at a time; false where it has installed the app since. */
export type Forget = (workspace: Workspace, at: Date) => Promise<boolean>

const uninstallSchema = z.object({
  event_time: z.number().nullish(),
  event: z.object({
    type: z.string(),
    tokens: z.object({ bot: z.array(z.string()).nullish() }).nullish(),
  }),
})

const NOT_HERE: Reason = {
  text: mrkdwn`Dayshift is not installed here, so nothing was done. Whoever manages the apps of this workspace can install it again.`,
  brief: 'Dayshift is not installed here',
}

const NOT_NOW: Reason = {
  text: mrkdwn`Dayshift cannot look up where it is installed right now, so nothing was done. Please try again in a minute.`,
  brief: 'Not possible right now: type again in a minute',
}

/** Set in the context of a request whose token could not be looked up. */
export const TOKENLESS = 'tokenless'

/** The key of a request's token in its context. */
export const TOKEN = 'token'

/** The token for a request. @throws RejectedError where the app is not installed, or its token cannot be looked up */
export function tokenFor(
  { body, context }: { body: Readonly<Record<string, unknown>>; context: Context },
  log: Logger,
): string {
  const token: unknown = context[TOKEN]
  if (typeof token === 'string') return token
  const { teamId: team, enterpriseId: enterprise } = context
  log.warn({ team, enterprise }, 'a request that cannot be answered with a token')
  const mayRetry = context[TOKENLESS] === true
  const kind = kindOf(body)
  throw new RejectedError(asWarning(rejectionOf(body, kind, mayRetry ? NOT_NOW : NOT_HERE, mayRetry), kind))
}

/** Whether an event tells that the app is uninstalled, or loses its token. */
export function isUninstall(body: unknown): boolean {
  const { data } = uninstallSchema.safeParse(body)
  return data?.event.type === 'app_uninstalled' || data?.event.type === 'tokens_revoked'
}

/**
 * Forgets workspaces that uninstall the app (https://docs.slack.dev/reference/events/app_uninstalled). Bolt authorizes no
 * token for these events.
 */
export function createUninstalls(deps: { forget: Forget; clock: () => Date; log: Logger }) {
  const { forget, clock, log } = deps

  return async ({ body, context }: { body: unknown; context: Context }): Promise<void> => {
    const { event, event_time } = uninstallSchema.parse(body)
    // Revoked tokens of people do not matter: the app has none.
    if (event.type === 'tokens_revoked' && !event.tokens?.bot?.length) return
    const { teamId: team, enterpriseId: enterprise, isEnterpriseInstall } = context
    const workspace = { team, enterprise, wide: isEnterpriseInstall || !team || team === enterprise }
    // Slack tells whole seconds: the end of this one.
    const at = event_time ? new Date(event_time * 1000 + 999) : clock()
    const forgotten = await forget(workspace, at).catch(error => {
      log.error({ ...workspace, err: error }, 'a workspace that uninstalled the app is not forgotten yet')
      // Slack sends the event again.
      throw new RejectedError({ status: 503 })
    })
    log.info({ ...workspace, forgotten }, 'a workspace uninstalled the app')
  }
}
