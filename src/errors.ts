import { LinkUnreadable } from './links/store.ts'
import type { Operation, Reply } from './operation.ts'
import { filled, type OperationId, type Raw } from './raw.ts'
import { ServiceError } from './service/failure.ts'
import { actions, type Button, context, section } from './slack/blocks.ts'
import { type Mrkdwn, mrkdwn } from './slack/mrkdwn.ts'
import { say } from './text/read.ts'

/** Nobody knows yet with which token this person acts. */
export class NotLinked extends Error {
  override name = 'NotLinked'
}

/** The person has a token, and has yet to choose an organization. */
export class NoOrganization extends Error {
  override name = 'NoOrganization'
}

/** What was asked for cannot be done, for a reason that only its field shows. */
export class FieldIssue extends Error {
  override name = 'FieldIssue'
  readonly key: string

  /** The text is for the person, at the field of that key. */
  constructor(key: string, text: string) {
    super(text)
    this.key = key
  }
}

/** What was asked for cannot be done as things are. The text and the buttons are for the person. */
export class Refused extends Error {
  override name = 'Refused'
  readonly text: Mrkdwn
  readonly buttons: readonly Button[]

  constructor(text: Mrkdwn, ...buttons: Button[]) {
    super('Refused')
    this.text = text
    this.buttons = buttons
  }
}

/** What was under way when an error came: enough to say what did not happen, and to try it again. */
export type Attempt = { operation: Operation; raw: Raw; sentence?: string; reference: string }

/** An error as a private reply: what happened, what did not, what to do next. */
export function toReply(error: unknown, attempt: Attempt): Reply {
  const { text, buttons, expected } = explain(error, attempt)
  return {
    text,
    blocks: [
      section(text),
      ...actions(...buttons),
      ...(expected ? [] : [context(mrkdwn`Reference ${attempt.reference}`)]),
    ],
    to: 'me',
  }
}

/** True for what is a person's to mend; all else belongs into the log as an error. */
export function isExpected(error: unknown): boolean {
  return [NotLinked, NoOrganization, FieldIssue, Refused, LinkUnreadable].some(kind => error instanceof kind)
}

type Explanation = { text: Mrkdwn; buttons: readonly Button[]; expected: boolean }

function explain(error: unknown, attempt: Attempt): Explanation {
  const expected = isExpected(error)
  const link = (text: string): Button => ({
    text,
    operation: 'account.link',
    raw: { next: waiting(attempt) },
    how: 'form',
    style: 'primary',
  })
  if (error instanceof NotLinked)
    return {
      text: mrkdwn`I do not know yet who you are in the scheduling service. Link your account once, with an access token of your own; what you asked for waits until then.`,
      buttons: [link('Link account')],
      expected,
    }
  if (error instanceof LinkUnreadable)
    return {
      text: mrkdwn`Your link can no longer be read, because it was sealed with a key that is gone. Nothing was done. Please link your account again.`,
      buttons: [link('Link account')],
      expected,
    }
  if (error instanceof NoOrganization)
    return {
      text: mrkdwn`You have not chosen an organization yet, so nothing was done. Choose one, then ask again.`,
      buttons: [
        {
          text: 'Choose organization',
          operation: 'organization.use',
          raw: {},
          how: 'form',
          style: 'primary',
        },
      ],
      expected,
    }
  if (error instanceof Refused) return { text: error.text, buttons: error.buttons, expected }
  if (error instanceof FieldIssue) return { text: mrkdwn`${error.message}`, buttons: [], expected }
  if (error instanceof ServiceError) return ofService(error, attempt, link)
  return {
    text: mrkdwn`Something went wrong inside Dayshift${
      attempt.operation.effect === 'change'
        ? '. It may or may not have been done: please look before you try again.'
        : ', and there is no answer. Nothing was changed.'
    }`,
    buttons: [],
    expected,
  }
}

function ofService(error: ServiceError, attempt: Attempt, link: (text: string) => Button): Explanation {
  const said = error.serviceMessage ? mrkdwn`: “${error.serviceMessage}”` : mrkdwn``
  const unknown = error.outcome === 'unknown' && attempt.operation.effect === 'change'
  const outcome = unknown
    ? 'It may or may not have been done: please look before you try again.'
    : 'Nothing was changed.'
  const again = unknown ? [] : [tryAgain(attempt)]
  const expected = false
  switch (error.kind) {
    case 'unauthorized':
      return {
        text: mrkdwn`The scheduling service does not accept your access token any more${said}. ${outcome} Link your account again with a fresh token.`,
        buttons: [link('Link account')],
        expected,
      }
    case 'forbidden':
      return {
        text: mrkdwn`The scheduling service does not allow you to do this${said}. ${outcome} An owner or admin of the organization can give you a role that may.`,
        buttons: [],
        expected,
      }
    case 'not found':
      return {
        text: mrkdwn`The scheduling service did not find it${said}. ${outcome} It may be gone, or belong to another organization.`,
        buttons: [{ text: 'List plans', operation: 'plan.list', raw: {} }],
        expected,
      }
    case 'conflict':
    case 'invalid':
      return {
        text: mrkdwn`The scheduling service refused this${said}. ${outcome} Correct it and try again.`,
        buttons: attempt.operation.form ? [{ ...tryAgain(attempt), text: 'Correct it', how: 'form' }] : [],
        expected,
      }
    case 'limited':
      return {
        text: mrkdwn`The scheduling service has had too many requests${said}. ${outcome} Try again in ${error.retryAfterSeconds ?? 60} seconds.`,
        buttons: again,
        expected,
      }
    case 'timeout':
      return {
        text: mrkdwn`The scheduling service did not answer in time. ${outcome}`,
        buttons: again,
        expected,
      }
    case 'unavailable':
      return {
        text: mrkdwn`The scheduling service is not available right now${said}. ${outcome}`,
        buttons: again,
        expected,
      }
    case 'malformed answer':
      return {
        text: mrkdwn`The scheduling service answered with something that makes no sense here. ${outcome}`,
        buttons: again,
        expected,
      }
  }
}

function tryAgain({ operation, raw, sentence }: Attempt): Button {
  if (sentence !== undefined) return repeat('Try again', sentence)
  const shown = withoutSecrets(operation, raw)
  const secret = Object.keys(shown).length < Object.keys(raw).length
  return { text: 'Try again', operation: operation.id, raw: shown, how: secret ? 'form' : 'run' }
}

/** A button that says a sentence once more. */
export function repeat(text: string, sentence: string, how: Button['how'] = 'run'): Button {
  return { text, operation: SENTENCE, raw: { sentence }, how }
}

/** The one button that carries a sentence as it was typed, in place of an operation with its raw. */
export const SENTENCE: OperationId = 'sentence.say'

/** What a button can carry of an interrupted request: the sentence that asks for it again. */
function waiting({ operation, raw, sentence }: Attempt): string {
  const next = sentence ?? say(operation, withoutSecrets(operation, raw))
  return next.length <= LONGEST_WAITING ? next : ''
}

/** Leaves room for its escapes within the 2000 characters of a button's value. */
const LONGEST_WAITING = 900

/** The raw without what was typed into fields that are never shown again. */
export function withoutSecrets({ inputs }: Operation, raw: Raw): Raw {
  const secret = new Set(inputs.filter(({ control }) => control.kind === 'secret').map(({ key }) => key))
  return filled(Object.fromEntries(Object.entries(raw).filter(([key]) => !secret.has(key))))
}
