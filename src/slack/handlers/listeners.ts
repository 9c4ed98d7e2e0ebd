import type { App, Context } from '@slack/bolt'
import { z } from 'zod'
import { NOT_KNOWN, TRY_AGAIN } from '../../core/explain/explain.ts'
import type { Workspace } from '../../core/person.ts'
import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { originOf } from '../origin.ts'
import { extrasOf } from '../transport/dispatch.ts'
import { rejectionOf } from '../transport/load-shedding.ts'
import { type Body, kindOf, type RequestKind } from '../transport/request-kinds.ts'
import { createHomeHandler, createMessageHandler } from './events.ts'
import type { SlackRequest } from './exchange.ts'
import { createSubmissionHandler, createSuggestionHandler } from './forms.ts'
import type { HandlerParts } from './handler-parts.ts'
import { createPressHandler } from './presses.ts'
import { createCommandHandler } from './sentences.ts'
import { createShortcutHandler } from './shortcuts.ts'
import { createSteps } from './steps.ts'

type Handle = (request: SlackRequest) => Promise<void>

/** Dispatches all requests by kind in one middleware: Bolt would match each one against every listener. */
export function listen(app: App, parts: HandlerParts): void {
  const { deliver, log } = parts
  const steps = createSteps(parts)
  const press = createPressHandler(parts, steps)
  const handlers: Record<Exclude<RequestKind, 'uninstall'>, Handle> = {
    command: createCommandHandler(parts),
    message: createMessageHandler(parts),
    home: createHomeHandler(parts),
    step: steps.begin,
    press,
    typing: press,
    suggestion: createSuggestionHandler(parts),
    submission: createSubmissionHandler(parts),
    shortcut: createShortcutHandler(parts),
    other: async () => {},
  }

  app.use(async ({ context, body: payload }) => {
    const body: Body = { ...payload }
    const kind = kindOf(body)
    const extras = extrasOf(context)
    const {
      teamId: team = '',
      enterpriseId,
      isEnterpriseInstall: wide,
      userId: user = '',
      retryNum,
    } = context
    // Slack's JSON has null for no enterprise.
    const enterprise = enterpriseId ?? undefined
    if (kind === 'uninstall') return forget(uninstallOf(body, context))
    let request: SlackRequest | undefined
    try {
      const client = await withTimeout(parts.clientFor({ team, enterprise, wide }))
      if (!client) {
        log.warn({ team, enterprise }, 'a request of a workspace without an installation')
        // Slack shows nothing for events, and sends them again if they are rejected.
        if (body.type !== 'event_callback') extras.ack.reject(rejectionOf(body, kind, NOT_INSTALLED))
        return
      }
      const trigger = typeof body.trigger_id === 'string' ? body.trigger_id : undefined
      const sender = { team, enterprise, user }
      request = { kind, body, sender, client, ...extras, trigger, retryNum, isRecorded: false }
      await handlers[kind](request)
    } catch (error) {
      const ref = parts.reference()
      log.error({ err: error, ref }, 'a request failed')
      const reason = unexpectedError(ref, request?.isRecorded === true)
      if (request) await tell(request, reason)
      else extras.ack.reject(rejectionOf(body, kind, reason))
    }
  })

  async function forget({ workspaces, at }: ReturnType<typeof uninstallOf>): Promise<void> {
    for (const workspace of workspaces) {
      await withTimeout(parts.forget(workspace, at))
      log.info(workspace, 'a workspace uninstalled the app')
    }
  }

  /** Tells the person of an unexpected error, unless they only opened Home or typed, or a step ended with it. */
  async function tell({ kind, body, sender, client, ack }: SlackRequest, reason: Mrkdwn): Promise<void> {
    const { content } = rejectionOf(body, kind, reason)
    const isShown = (await ack.send(content)) && content !== undefined
    if (isShown || kind === 'typing' || kind === 'home' || kind === 'step') return
    await deliver.reply(client, originOf(kind, body, sender), { text: reason, to: 'me' })
  }

  // The dispatch logs it.
  app.error(error => Promise.reject(error))
}

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
function uninstallOf(body: unknown, context: Context): { workspaces: Workspace[]; at: Date } {
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

/** Less than the ack deadline: a later rejection would never be shown, nor would Slack repeat an event. */
const LOOKUP_TIMEOUT_MS = 1500

/** Rejects when work takes longer than `LOOKUP_TIMEOUT_MS`; the work itself continues. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The database did not answer')), LOOKUP_TIMEOUT_MS)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

const NOT_INSTALLED = mrkdwn`Dayshift is not installed here, so nothing was done. The people who manage the apps of this workspace can install it again.`

const unexpectedError = (reference: string, mayBeDone: boolean): Mrkdwn =>
  mrkdwn`Something went wrong inside Dayshift. ${mayBeDone ? NOT_KNOWN : TRY_AGAIN} (Reference ${reference})`
