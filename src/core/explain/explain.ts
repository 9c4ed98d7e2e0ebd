import { sayAsked } from '../../language/asked.ts'
import { sayTypedAnew } from '../../language/typed-anew.ts'
import { actions, type Button, section } from '../../message/blocks.ts'
import { join, type Mrkdwn, mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply, Trouble } from '../../message/reply.ts'
import { type FailureKind, ServiceError } from '../../service/failure.ts'
import { LinkUnreadable } from '../../storage/links.ts'
import {
  Abandoned,
  isExpected,
  LinkOutOfReach,
  NoOrganization,
  NotLinked,
  NotSure,
  NotWritten,
  OtherOrganization,
  Outdated,
  Refused,
} from '../errors.ts'
import {
  type Attempt,
  interrupting,
  LINK,
  repeatable,
  tryAgain,
  USE,
  usingFirst,
  waiting,
} from './attempt.ts'
import { failureOf, NOT_DONE, NOT_KNOWN, outcomeOf } from './service-failures.ts'

/** An error as a private reply: what happened, what did not, what to do next, and what the log calls it. */
export function toReply(error: unknown, attempt: Attempt): Reply {
  const { text: told, buttons, beside } = explain(error, attempt)
  const text = isExpected(error) ? told : named(told, attempt)
  return {
    text,
    blocks: [section(join([text, beside], ' ')), ...actions(...buttons)],
    to: 'me',
    ...(error instanceof Outdated && { over: error.over }),
    ...(!isExpected(error) && { asked: sayAsked({ ...attempt, sentence: repeatable(attempt) }) }),
  }
}

/** The button of what has to come first, by what it says, where what was asked for waits behind it. */
export const waitsBehind = (error: unknown, attempt: Attempt): string | undefined =>
  explain(error, attempt).buttons.find(({ raw }) => raw.next !== undefined)?.text

/** `beside` is about the buttons, and left out where a form, which has none of them, says the text. */
type Explanation = { text: Mrkdwn; buttons: readonly Button[]; beside?: Mrkdwn }

function explain(error: unknown, attempt: Attempt): Explanation {
  if (error instanceof OtherOrganization && error.organization)
    return { text: error.text, buttons: [usingFirst(attempt, error.organization)] }
  if (error instanceof Refused) return error
  if (error instanceof NotLinked)
    return {
      text: mrkdwn`I do not yet know who you are in the scheduling service. Link your account once, with your own access token: \`/dayshift link\`.`,
      beside: meanwhile(attempt, LINK),
      buttons: [interrupting(attempt, LINK)],
    }
  if (error instanceof LinkUnreadable)
    return {
      text: mrkdwn`Your link can no longer be read, because the key that sealed it is gone. Nothing was done. Please link your account again: \`/dayshift link\`.`,
      buttons: [interrupting(attempt, LINK)],
    }
  if (error instanceof NoOrganization)
    return {
      text: mrkdwn`You have not chosen an organization yet, so nothing was done. Choose one: \`/dayshift use\`.`,
      beside: meanwhile(attempt, USE),
      buttons: [interrupting(attempt, USE)],
    }
  if (error instanceof ServiceError) {
    const { happened, next, buttons } = failureOf(error, attempt)
    return {
      text: join([happened, attempt.later ? KEEPS_LOOKING : outcomeOf(error, attempt), next], ' '),
      buttons,
    }
  }
  if (error instanceof NotWritten)
    return {
      text: mrkdwn`I could not record your request, so nothing was done.`,
      buttons: [tryAgain(attempt)],
    }
  if (error instanceof NotSure)
    return {
      text: mrkdwn`I could not confirm that your request was recorded. ${NOT_KNOWN}`,
      buttons: [tryAgain(attempt)],
    }
  if (error instanceof Abandoned) {
    const when = error.isSure ? 'it was done' : 'I could see whether it worked'
    const unsure = error.why === 'changed since' ? CHECK : WHOAMI
    return {
      text: join(
        [
          mrkdwn`This was interrupted before ${when}.`,
          abandoned(error, attempt),
          error.isSure ? mrkdwn`${NOT_DONE}` : unsure,
        ],
        ' ',
      ),
      buttons: [tryAgain(attempt)],
    }
  }
  const text = mrkdwn`Something went wrong inside Dayshift. ${
    attempt.operation.effect === 'read' || error instanceof LinkOutOfReach ? NOT_DONE : NOT_KNOWN
  }`
  return { text, buttons: [] }
}

/** An error that stops one part among others: what happened, what did not, and what has to come before another try. */
export function explainPart(error: unknown, attempt: Attempt): Trouble {
  const { text, buttons } = explain(error, attempt)
  if (!(error instanceof ServiceError)) {
    const isSure = error instanceof Abandoned ? error.isSure : isExpected(error)
    const why = isSure ? text : named(text, attempt)
    return { why, happened: why, first: buttons, helps: 'anybody', isSure }
  }
  const { happened, next } = failureOf(error, attempt)
  const helps = HELPS[error.kind] ?? 'anybody'
  // What another try helps needs no more than its button.
  const instead = helps === 'anybody' ? undefined : next
  const say = (...parts: (Mrkdwn | undefined)[]) => named(join([...parts, instead], ' '), attempt)
  const first = error.kind === 'unauthorized' ? buttons : []
  const isSure = error.outcome === 'not done'
  return { why: say(happened, outcomeOf(error, attempt)), happened: say(happened), first, helps, isSure }
}

/** Whose other try can help: what is not allowed needs somebody who may, and what is gone stays so for all. */
const HELPS: { [Kind in FailureKind]?: Trouble['helps'] } = { forbidden: 'others', 'not found': 'nobody' }

/** What becomes of the request while what has to come first is done. */
const meanwhile = (attempt: Attempt, { text }: typeof LINK | typeof USE): Mrkdwn =>
  waiting(attempt) ? mrkdwn`*${text}* remembers what you asked for.` : mrkdwn`Then ask again.`

const named = (told: Mrkdwn, { reference }: Attempt) => mrkdwn`${told} (Reference ${reference})`

const KEEPS_LOOKING = mrkdwn`It may or may not have been done. I will keep checking, and tell you here.`
const CHECK = mrkdwn`It may or may not have been done before that: please check before you try again.`
const WHOAMI = mrkdwn`It may or may not have been done: \`/dayshift whoami\` shows who you act as now, and where.`

/** Why what was interrupted is left as it is. */
function abandoned({ why }: Abandoned, { operation, raw }: Attempt): Mrkdwn | undefined {
  switch (why) {
    case 'decided otherwise':
      return mrkdwn`You have asked for something else since, so I left it as it is.`
    case 'changed since':
      return mrkdwn`Somebody has changed the same thing since, so I left it as it is.`
    case 'secrets are not kept':
      return sayTypedAnew(operation, raw)
  }
}
