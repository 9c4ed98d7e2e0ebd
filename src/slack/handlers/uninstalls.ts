import type { Context, SlackEventMiddlewareArgs } from '@slack/bolt'
import type { Logger } from 'pino'
import { z } from 'zod'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Workspace } from '../../storage/installation.ts'
import { asWarning, type Reason, RejectedError, rejectionOf } from '../transport/load-shedding.ts'
import { kindOf } from '../transport/request-kinds.ts'
import type { Listener } from './listener.ts'

/** Forgets a workspace that has thrown the app out at a time; false where it has installed the app since. */
export type Forget = (workspace: Workspace, at: Date) => Promise<boolean>

const departureSchema = z.object({
  event_time: z.number().nullish(),
  event: z.object({ tokens: z.object({ bot: z.array(z.string()).nullish() }).nullish() }),
})

const NOT_HERE: Reason = {
  text: mrkdwn`Dayshift is not installed here, so nothing was done. Whoever manages the apps of this workspace can install it again.`,
  brief: 'Dayshift is not installed here',
}

const NOT_NOW: Reason = {
  text: mrkdwn`Dayshift cannot look up where it is installed right now, so nothing was done. Please try again in a minute.`,
  brief: 'Not possible right now: type again in a minute',
}

/** What stands in the context of a request where nobody could tell whether the app is installed there. */
export const TOKENLESS = 'tokenless'

/** Where the token stands with which a request is answered. */
export const TOKEN = 'token'

/** Makes what gives the token for a request, and tells whoever comes from where the app is not installed by throwing `RejectedError`. */
export function refuseStrangers({ log }: { log: Logger }) {
  return ({ context, ...heard }: { context: Context; body: object }): string => {
    const token: unknown = context[TOKEN]
    if (typeof token === 'string') return token
    const { teamId: team, enterpriseId: enterprise } = context
    log.warn({ team, enterprise }, 'a request that cannot be answered with a token')
    const again = context[TOKENLESS] === true
    const body = { ...heard.body }
    const kind = kindOf(body)
    throw new RejectedError(asWarning(rejectionOf(body, kind, again ? NOT_NOW : NOT_HERE, again), kind))
  }
}

/**
 * Has workspaces forgotten that throw the app out (https://docs.slack.dev/reference/events/app_uninstalled). Bolt asks for
 * no token for these.
 */
export function answerDepartures(deps: {
  forget: Forget
  clock: () => Date
  log: Logger
}): Listener<SlackEventMiddlewareArgs<'app_uninstalled' | 'tokens_revoked'>> {
  const { forget, clock, log } = deps

  async function depart(body: unknown, context: Context): Promise<void> {
    const { event_time } = departureSchema.parse(body)
    const { teamId: team, enterpriseId: enterprise, isEnterpriseInstall } = context
    const workspace = { team, enterprise, wide: isEnterpriseInstall || !team || team === enterprise }
    // Slack tells whole seconds, of which this one is over.
    const at = event_time ? new Date(event_time * 1000 + 999) : clock()
    const forgotten = await forget(workspace, at).catch(error => {
      log.error({ ...workspace, err: error }, 'a workspace that has thrown the app out is not forgotten yet')
      // Slack tells it again.
      throw new RejectedError({ status: 503 })
    })
    log.info({ ...workspace, forgotten }, 'a workspace has thrown the app out')
  }

  return async ({ event, body, context }) => {
    // Tokens of people are none of ours: the bot asks nobody for one.
    const isOurs = event.type === 'app_uninstalled' || departureSchema.parse(body).event.tokens?.bot?.length
    if (isOurs) await depart(body, context)
  }
}
