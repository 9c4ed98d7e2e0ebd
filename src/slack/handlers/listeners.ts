import type { App } from '@slack/bolt'
import type { Operation } from '../../core/operation.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Tell } from '../delivery/private-notice.ts'
import type { ClientOf } from '../delivery/web-api.ts'
import { type Reason, RejectedError, rejectionOf } from '../transport/load-shedding.ts'
import { kindOf, type RequestKind } from '../transport/request-kinds.ts'
import { createEvents, isHomeOpened } from './events.ts'
import { createPresses } from './presses.ts'
import type { HandlerParts, SlackRequest } from './request-exchange.ts'
import { createShortcuts } from './shortcuts.ts'
import { createCommands } from './slash-commands.ts'
import { createSubmissions } from './submissions.ts'
import { createSuggestions } from './suggestions.ts'
import { createUninstalls, type Forget, isUninstall, tokenFor } from './uninstalls.ts'

type Parts = Omit<HandlerParts, 'catalog' | 'operations'> & {
  operations: readonly Operation[]
  forget: Forget
  clientOf: ClientOf
  /** A new reference by which a person and the log speak of the same error. */
  reference: () => string
  /** Tells a person in a message of its own what went wrong. */
  tell: Tell
}

/** Listens to everything that Slack sends, and dispatches by kind: Bolt would ask each of its listeners about each request. */
export function listen(app: App, { operations, ...parts }: Parts): void {
  const byId = new Map(operations.map(each => [each.id, each]))
  const all: HandlerParts = { ...parts, catalog: operations, operations: byId }
  const press = createPresses(all)
  const handlers: Record<RequestKind, (request: SlackRequest) => Promise<void>> = {
    command: createCommands(all),
    event: createEvents(all),
    press,
    typing: press,
    suggestion: createSuggestions(all),
    submission: createSubmissions(all),
    shortcut: createShortcuts(all),
    other: ({ ack }) => ack(),
  }
  const uninstall = createUninstalls(parts)

  app.use(async ({ context, ...came }) => {
    const body = { ...came.body }
    if (isUninstall(body)) return uninstall({ body, context })
    const client = parts.clientOf(tokenFor({ body, context }, all.log), context.teamId)
    const request = { body, client, context, ack: ackOf(came), isRecorded: false }
    try {
      await handlers[kindOf(body)](request)
    } catch (error) {
      fail(request, error)
    }
  })

  /** An unforeseen error goes to the log in full, and to the person, unless they only opened their Home. */
  function fail({ body, isRecorded }: SlackRequest, error: unknown): never {
    if (error instanceof RejectedError) throw error
    const ref = parts.reference()
    all.log.error({ err: error, ref }, 'a request failed')
    const kind = kindOf(body)
    const reason = unforeseen(ref, isRecorded)
    throw new RejectedError(rejectionOf(body, kind, reason, false), () =>
      isHomeOpened(body) ? undefined : parts.tell(body, kind, reason),
    )
  }

  app.error(async error => {
    if (error instanceof RejectedError) throw error
    all.log.error({ err: error }, 'a request failed')
  })
}

/** Bolt's acknowledgement, whose content depends on the kind of the request; events have none here. */
function ackOf(came: object): SlackRequest['ack'] {
  const ack: unknown = Reflect.get(came, 'ack')
  return async content => {
    if (typeof ack === 'function') await ack(content)
  }
}

const unforeseen = (reference: string, mayBeDone: boolean): Reason => ({
  text: mrkdwn`Something went wrong inside Dayshift. ${mayBeDone ? CHECK : TRY_AGAIN} (Reference ${reference})`,
  brief: 'Something went wrong: type again',
})

const CHECK = 'It may or may not have been done: please check before you try again.'
const TRY_AGAIN = 'Nothing was changed: please try again in a moment.'
