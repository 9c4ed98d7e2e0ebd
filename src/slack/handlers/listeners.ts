import type {
  AllMiddlewareArgs,
  AnyMiddlewareArgs,
  App,
  BlockAction,
  SlackActionMiddlewareArgs,
  SlackEventMiddlewareArgs,
  SlackOptionsMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewClosedAction,
  ViewSubmitAction,
} from '@slack/bolt'
import type { Operation } from '../../core/operation.ts'
import { mrkdwn } from '../../message/mrkdwn.ts'
import type { Tell } from '../delivery/private-notice.ts'
import type { ClientOf } from '../delivery/web-api.ts'
import { type Reason, RejectedError, rejectionOf } from '../transport/load-shedding.ts'
import { kindOf } from '../transport/request-kinds.ts'
import { changerWith } from './answering.ts'
import { answerCommands } from './commands.ts'
import { answerEvents, answerOpenings } from './events.ts'
import type { ListenerParts } from './listener.ts'
import { answerPresses } from './presses.ts'
import { answerShortcuts } from './shortcuts.ts'
import { answerSubmissions } from './submissions.ts'
import { answerSuggestions } from './suggestions.ts'
import { answerDepartures, type Forget, refuseStrangers } from './uninstalls.ts'

type Heard = AnyMiddlewareArgs & AllMiddlewareArgs

type Parts = Omit<ListenerParts, 'operations'> & {
  operations: readonly Operation[]
  forget: Forget
  /** The client with a token, in a workspace. */
  clientOf: ClientOf
  /** A new reference by which a person and the log speak of the same error. */
  reference: () => string
  /** Tells somebody in a message of their own what went wrong. */
  tell: Tell
}

/**
 * Listens to everything at once: what a request is about is found by its kind and by map, since Bolt asks each of its own
 * listeners whether every request is for it.
 */
export function listen(app: App, { operations, ...parts }: Parts): void {
  const all: ListenerParts = { ...parts, operations: new Map(operations.map(each => [each.id, each])) }
  const refuse = refuseStrangers(parts)
  const answerDeparture = answerDepartures(parts)
  const answerCommand = answerCommands(all)
  const answerEvent = answerEvents(all)
  const answerOpening = answerOpenings(all)
  const answerShortcut = answerShortcuts(all)
  const answerPress = answerPresses(all)
  const answerSubmission = answerSubmissions(all)
  const answerSuggestion = answerSuggestions(all)

  function answer(heard: Heard): Promise<void> | undefined {
    if ('command' in heard) return answerCommand(heard)
    if (isPress(heard)) return answerPress(heard)
    if (isSuggestion(heard)) return answerSuggestion(heard)
    if (isSubmission(heard)) return answerSubmission(heard)
    if (isClosed(heard)) return heard.ack()
    if ('shortcut' in heard) return answerShortcut(heard)
    if (isHomeOpened(heard)) return answerOpening(heard)
    return 'event' in heard ? answerEvent(heard) : undefined
  }

  app.use(async came => {
    if (isDeparture(came)) return answerDeparture(came)
    const client = parts.clientOf(refuse(came), came.context.teamId)
    const heard: Heard = Object.assign(came, { client })
    try {
      await answer(heard)?.catch(error => fail(heard, error))
    } finally {
      const changer = changerWith(heard.context)
      if (changer) await all.homes.refresh(changer)
    }
  })

  /** What nobody has foreseen is told as well: to the log in full, and to whoever asked, unless they only looked. */
  function fail(heard: Heard, error: unknown): never {
    if (error instanceof RejectedError) throw error
    const ref = parts.reference()
    all.log.error({ err: error, ref }, 'a request failed')
    const body = { ...heard.body }
    const kind = kindOf(body)
    const reason = wentWrong(ref, changerWith(heard.context) !== undefined)
    throw new RejectedError(rejectionOf(body, kind, reason, false), () =>
      isHomeOpened(heard) ? undefined : parts.tell(body, kind, reason),
    )
  }

  app.error(async error => {
    if (error instanceof RejectedError) throw error
    all.log.error({ err: error }, 'a request failed')
  })
}

const wentWrong = (reference: string, mayBeDone: boolean): Reason => ({
  text: mrkdwn`Something went wrong inside Dayshift. ${mayBeDone ? CHECK : TRY_AGAIN} (Reference ${reference})`,
  brief: 'Something went wrong: type again',
})

const CHECK = 'It may or may not have been done: please check before you try again.'
const TRY_AGAIN = 'Nothing was changed: please try again in a moment.'

const isPress = (heard: Heard): heard is SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs =>
  'action' in heard && heard.body.type === 'block_actions'

const isSuggestion = (
  heard: Heard,
): heard is SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs =>
  'options' in heard && heard.body.type === 'block_suggestion'

const isSubmission = (heard: Heard): heard is SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs =>
  'view' in heard && heard.body.type === 'view_submission'

const isClosed = (heard: Heard): heard is SlackViewMiddlewareArgs<ViewClosedAction> & AllMiddlewareArgs =>
  'view' in heard && heard.body.type === 'view_closed'

const isHomeOpened = (
  heard: Heard,
): heard is SlackEventMiddlewareArgs<'app_home_opened'> & AllMiddlewareArgs =>
  'event' in heard && heard.event.type === 'app_home_opened'

const isDeparture = (
  heard: Heard,
): heard is SlackEventMiddlewareArgs<'app_uninstalled' | 'tokens_revoked'> & AllMiddlewareArgs =>
  'event' in heard && (heard.event.type === 'app_uninstalled' || heard.event.type === 'tokens_revoked')
