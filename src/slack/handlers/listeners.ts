import type { App, Context } from '@slack/bolt'
import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { originOf } from '../origin.ts'
import { type Ack, extrasOf } from '../transport/dispatch.ts'
import { rejectionOf } from '../transport/load-shedding.ts'
import { type Body, kindOf, type RequestKind } from '../transport/request-kinds.ts'
import { createHomeHandler, createMessageHandler } from './events.ts'
import type { HandlerParts, SlackRequest } from './exchange.ts'
import { createSubmissionHandler, createSuggestionHandler } from './forms.ts'
import { createPressHandler } from './presses.ts'
import { createCommandHandler } from './sentences.ts'
import { createShortcutHandler } from './shortcuts.ts'
import { createSteps } from './steps.ts'
import { createUninstallHandler, type Forget } from './uninstalls.ts'

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
  const forget: Forget = (...args) => withTimeout(parts.forget(...args))
  const uninstall = createUninstallHandler({ ...parts, forget })

  app.use(async ({ context, body: payload }) => {
    const body: Body = { ...payload }
    const kind = kindOf(body)
    const extras = extrasOf(context)
    if (kind === 'uninstall') return uninstall(body, context, extras.ack)
    const client = await findClient(kind, body, context, extras.ack)
    if (!client) return
    const request = {
      kind,
      body,
      // Slack's JSON has null for no enterprise.
      sender: {
        team: context.teamId ?? '',
        enterprise: context.enterpriseId ?? undefined,
        user: context.userId ?? '',
      },
      client,
      ...extras,
      trigger: typeof body.trigger_id === 'string' ? body.trigger_id : undefined,
      retryNum: context.retryNum,
      isRecorded: false,
    }
    try {
      await handlers[kind](request)
    } catch (error) {
      await reportFailure(request, error)
    }
  })

  /** Rejects requests of workspaces without an installation, except events: Slack shows nothing for them. */
  async function findClient(kind: RequestKind, body: Body, context: Context, ack: Ack) {
    const { teamId: team, enterpriseId: enterprise, isEnterpriseInstall: wide } = context
    const reject = (fields: object, reason: Mrkdwn): undefined => {
      log.warn({ team, enterprise, ...fields }, 'a request that cannot be answered with a token')
      ack.reject(rejectionOf(body, kind, reason))
    }
    try {
      const client = await withTimeout(parts.clientFor({ team, enterprise, wide }))
      if (client || body.type === 'event_callback') return client
      return reject({}, NOT_INSTALLED)
    } catch (err) {
      return reject({ err }, LOOKUP_FAILED)
    }
  }

  /** Logs an unexpected error in full and tells the person, unless they only opened Home or typed. */
  async function reportFailure(
    { kind, body, sender, client, ack, isRecorded }: SlackRequest,
    error: unknown,
  ): Promise<void> {
    const ref = parts.reference()
    log.error({ err: error, ref }, 'a request failed')
    const reason = unexpectedError(ref, isRecorded)
    const { content } = rejectionOf(body, kind, reason)
    const isShown = (await ack.send(content)) && content !== undefined
    if (isShown || kind === 'typing' || kind === 'home') return
    await deliver.reply(client, originOf(kind, body, sender), { text: reason, to: 'me' })
  }

  // The dispatch logs it.
  app.error(error => Promise.reject(error))
}

/** Less than the ack deadline: a later rejection would never be shown. */
const LOOKUP_TIMEOUT_MS = 1500

/** Rejects when work takes longer than `LOOKUP_TIMEOUT_MS`; the work itself continues. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The token lookup took too long')), LOOKUP_TIMEOUT_MS)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

const NOT_INSTALLED = mrkdwn`Dayshift is not installed here, so nothing was done. The people who manage the apps of this workspace can install it again.`

const LOOKUP_FAILED = mrkdwn`Dayshift cannot look up where it is installed right now, so nothing was done. Please try again in a minute.`

const unexpectedError = (reference: string, mayBeDone: boolean): Mrkdwn =>
  mrkdwn`Something went wrong inside Dayshift. ${mayBeDone ? CHECK : TRY_AGAIN} (Reference ${reference})`

const CHECK = 'What you asked for may or may not have been done: please check before you try again.'
const TRY_AGAIN = 'Nothing was changed: please try again in a moment.'
