import type { App, Context } from '@slack/bolt'
import { type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import { originOf } from '../origin.ts'
import { type Ack, extrasOf } from '../transport/dispatch.ts'
import { rejectionOf } from '../transport/load-shedding.ts'
import { type Body, kindOf, type RequestKind } from '../transport/request-kinds.ts'
import { createHomeOpenings, createMessages } from './events.ts'
import type { HandlerParts, SlackRequest } from './exchange.ts'
import { createSubmissions, createSuggestions } from './forms.ts'
import { createPresses } from './presses.ts'
import { createCommands } from './sentences.ts'
import { createShortcuts } from './shortcuts.ts'
import { createSteps } from './steps.ts'
import { createUninstalls } from './uninstalls.ts'

type Handle = (request: SlackRequest) => Promise<void>

/** Listens to everything that Slack sends, and dispatches by kind: Bolt would ask each of its listeners about each request. */
export function listen(app: App, parts: HandlerParts): void {
  const { deliver, log } = parts
  const steps = createSteps(parts)
  const press = createPresses(parts, steps)
  const handlers: Record<Exclude<RequestKind, 'uninstall'>, Handle> = {
    command: createCommands(parts),
    message: createMessages(parts),
    home: createHomeOpenings(parts),
    step: steps.begin,
    press,
    typing: press,
    suggestion: createSuggestions(parts),
    submission: createSubmissions(parts),
    shortcut: createShortcuts(parts),
    other: async () => {},
  }
  const uninstall = createUninstalls({ ...parts, forget: (...about) => inTime(parts.forget(...about)) })

  app.use(async ({ context, body: came }) => {
    const body: Body = { ...came }
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
      await fail(request, error)
    }
  })

  /** Rejects a request where the app is not installed, or that cannot be looked up; an event comes to nothing later, too. */
  async function findClient(kind: RequestKind, body: Body, context: Context, ack: Ack) {
    const { teamId: team, enterpriseId: enterprise, isEnterpriseInstall: wide } = context
    const reject = (fields: object, reason: Mrkdwn): undefined => {
      log.warn({ team, enterprise, ...fields }, 'a request that cannot be answered with a token')
      ack.reject(rejectionOf(body, kind, reason))
    }
    try {
      const client = await inTime(parts.clientAt({ team, enterprise, wide }))
      if (client || body.type === 'event_callback') return client
      return reject({}, NOT_HERE)
    } catch (err) {
      return reject({ err }, NOT_NOW)
    }
  }

  /** An unforeseen error goes to the log in full, and to the person, unless they only opened their Home. */
  async function fail(
    { kind, body, sender, client, ack, isRecorded }: SlackRequest,
    error: unknown,
  ): Promise<void> {
    const ref = parts.reference()
    log.error({ err: error, ref }, 'a request failed')
    const reason = unforeseen(ref, isRecorded)
    const { content } = rejectionOf(body, kind, reason)
    const isShown = (await ack.send(content)) && content !== undefined
    if (isShown || kind === 'typing' || kind === 'home') return
    await deliver.reply(client, originOf(kind, body, sender), { text: reason, to: 'me' })
  }

  // The dispatch logs it.
  app.error(error => Promise.reject(error))
}

/** Sooner than a request is acknowledged without its answer, since a later rejection reaches no one. */
const IN_TIME_MS = 1500

/** Rejects where work takes too long for a rejection to reach Slack; it goes on. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The lookup of the token took too long')), IN_TIME_MS)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

const NOT_HERE = mrkdwn`Dayshift is not installed here, so nothing was done. Whoever manages the apps of this workspace can install it again.`

const NOT_NOW = mrkdwn`Dayshift cannot look up where it is installed right now, so nothing was done. Please try again in a minute.`

const unforeseen = (reference: string, mayBeDone: boolean): Mrkdwn =>
  mrkdwn`Something went wrong inside Dayshift. ${mayBeDone ? CHECK : TRY_AGAIN} (Reference ${reference})`

const CHECK = 'What you asked for may or may not have been done: please check before you try again.'
const TRY_AGAIN = 'Nothing was changed: please try again in a moment.'
