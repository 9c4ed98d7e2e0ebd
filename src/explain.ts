import { Abandoned, isExpected, NoOrganization, NotLinked, NotSure, NotWritten, Refused } from './errors.ts'
import { LinkUnreadable } from './links/store.ts'
import { type Operation, type Reply, type Trouble, withoutSecrets } from './operation.ts'
import { filled, type Raw } from './raw.ts'
import { type FailureKind, ServiceError } from './service/failure.ts'
import { actions, type Button, repeat, section } from './slack/blocks.ts'
import { join, type Mrkdwn, moment, mrkdwn } from './slack/mrkdwn.ts'
import { sayCount } from './text/counts.ts'
import { say } from './text/read.ts'

/** What was under way when an error came: enough to say what did not happen, and to try it again. */
export type Attempt = {
  operation: Operation
  raw: Raw
  sentence?: string
  reference: string
  /** Whether it is still to be found out what came of it. */
  later?: boolean
}

/** An error as a private reply: what happened, what did not, what to do next, and what the log calls it. */
export function toReply(error: unknown, attempt: Attempt): Reply {
  const { text: told, buttons } = explain(error, attempt)
  const text = isExpected(error) ? told : named(told, attempt)
  return { text, blocks: [section(text), ...actions(...buttons)], to: 'me' }
}

type Explanation = { text: Mrkdwn; buttons: readonly Button[] }

function explain(error: unknown, attempt: Attempt): Explanation {
  if (error instanceof Refused) return error
  if (error instanceof NotLinked) {
    const then = waiting(attempt) ? mrkdwn`; behind *${LINK.text}* ${WAITS}` : ', and ask again'
    return {
      text: mrkdwn`I do not know yet who you are in the scheduling service. Link your account once, with an access token of your own (\`/dayshift link\`)${then}.`,
      buttons: [interrupting(attempt, LINK)],
    }
  }
  if (error instanceof LinkUnreadable)
    return {
      text: mrkdwn`Your link can no longer be read, because the key that sealed it is gone. Nothing was done. Please link your account again: \`/dayshift link\`.`,
      buttons: [interrupting(attempt, LINK)],
    }
  if (error instanceof NoOrganization) {
    const then = waiting(attempt) ? mrkdwn`; behind *${USE.text}* ${WAITS}` : ', then ask again'
    return {
      text: mrkdwn`You use no organization yet, so nothing was done. Say which (\`/dayshift use\`)${then}.`,
      buttons: [interrupting(attempt, USE)],
    }
  }
  if (error instanceof ServiceError) {
    const { happened, next, buttons } = ofService[error.kind](error, attempt)
    return { text: join([happened, attempt.later ? KEEPS_LOOKING : outcomeOf(error), next], ' '), buttons }
  }
  if (error instanceof NotWritten)
    return {
      text: mrkdwn`I could not write down what you asked for, so nothing was done.`,
      buttons: [tryAgain(attempt)],
    }
  if (error instanceof NotSure)
    return {
      text: mrkdwn`I could not make sure that what you asked for is written down. ${NOT_KNOWN}`,
      buttons: [tryAgain(attempt)],
    }
  if (error instanceof Abandoned) {
    const when = error.isSure ? 'it was done' : 'I could tell what came of it'
    return {
      text: mrkdwn`This was interrupted before ${when}. ${ABANDONED[error.why]} ${error.isSure ? NOT_DONE : WHOAMI}`,
      buttons: [tryAgain(attempt)],
    }
  }
  const text = mrkdwn`Something went wrong inside Dayshift. ${
    attempt.operation.effect === 'read' ? NOT_DONE : NOT_KNOWN
  }`
  return { text, buttons: [] }
}

/** An error that stops one part among others: what happened, what did not, and what has to come before another try. */
export function explainPart(error: unknown, attempt: Attempt): Trouble {
  const { text, buttons } = explain(error, attempt)
  if (!(error instanceof ServiceError)) {
    const isSure = isExpected(error)
    const why = isSure ? text : named(text, attempt)
    return { why, happened: why, first: buttons, isSure }
  }
  const { happened } = ofService[error.kind](error, attempt)
  const told = join([happened, outcomeOf(error)], ' ')
  const first = error.kind === 'unauthorized' ? buttons : []
  const isSure = error.outcome === 'not done'
  return { why: named(told, attempt), happened: named(happened, attempt), first, isSure }
}

const named = (told: Mrkdwn, { reference }: Attempt) => mrkdwn`${told} (Reference ${reference})`

const KEEPS_LOOKING = mrkdwn`It may or may not have been done: I keep looking, and tell you here what came of it.`
const WHOAMI = mrkdwn`It may or may not have been done: \`/dayshift whoami\` tells as whom you act now, and where.`
const ABANDONED: Record<Abandoned['why'], string> = {
  'secrets are not kept': 'What is secret has to be typed again: it is not kept.',
  overtaken: 'You have asked for something else since, so I leave it as it is.',
}
const NOT_DONE = 'Nothing was changed.'
const NOT_KNOWN = 'It may or may not have been done: please look before you try again.'

const outcomeOf = ({ outcome }: ServiceError) => mrkdwn`${outcome === 'unknown' ? NOT_KNOWN : NOT_DONE}`

/** What each kind of failure of the service means to a person: what happened, and what to do next. */
const ofService: Record<
  FailureKind,
  (error: ServiceError, attempt: Attempt) => { happened: Mrkdwn; next?: Mrkdwn; buttons: Button[] }
> = {
  unauthorized: (error, attempt) => ({
    happened: mrkdwn`The scheduling service does not accept your access token any more${said(error)}.`,
    next: mrkdwn`Link your account again with a fresh token: \`/dayshift link\`.`,
    buttons: [interrupting(attempt, LINK)],
  }),
  forbidden: error => ({
    happened: mrkdwn`The scheduling service does not allow you to do this${said(error)}.`,
    next: mrkdwn`An owner or admin of the organization can give you a role that may.`,
    buttons: [],
  }),
  'not found': error => ({
    happened: mrkdwn`The scheduling service did not find it${said(error)}.`,
    next: mrkdwn`It may be gone, or belong to another organization: \`/plan\` lists what is there, \`/dayshift use\` uses another.`,
    buttons: [],
  }),
  conflict: refused,
  invalid: refused,
  limited: (error, attempt) => ({
    happened: mrkdwn`The scheduling service has had too many requests${said(error)}.`,
    next: mrkdwn`Try again ${sayWait(error.retryAfterSeconds)}.`,
    buttons: again(error, attempt),
  }),
  timeout: (error, attempt) => ({
    happened: mrkdwn`The scheduling service did not answer in time${said(error)}.`,
    buttons: again(error, attempt),
  }),
  unavailable: (error, attempt) => ({
    happened: error.since
      ? mrkdwn`The scheduling service has not answered since ${moment(error.since)}.`
      : mrkdwn`The scheduling service is not available right now${said(error)}.`,
    buttons: again(error, attempt),
  }),
  crowded: (error, attempt) => ({
    happened: mrkdwn`I have too much else to ask of the scheduling service right now.`,
    buttons: again(error, attempt),
  }),
  'malformed answer': (error, attempt) => ({
    happened: mrkdwn`The scheduling service gave an answer that cannot be read.`,
    buttons: again(error, attempt),
  }),
  interrupted: (error, attempt) => ({
    happened: mrkdwn`This was interrupted before the scheduling service had answered.`,
    buttons: again(error, attempt),
  }),
}

/** When to try again, as far as the service has said it. */
function sayWait(seconds: number | undefined): string {
  if (seconds === undefined) return 'in a minute'
  return seconds === 0 ? 'now' : `in ${sayCount(seconds, 'second')}`
}

/** What was refused can be corrected where a form shows it. A sentence that was not yet understood would only be said again. */
function refused(error: ServiceError, attempt: Attempt) {
  const happened = mrkdwn`The scheduling service refused this${said(error)}.`
  if (!attempt.operation.form || attempt.sentence !== undefined) return { happened, buttons: [] }
  const correct: Button = { ...tryAgain(attempt), text: 'Correct it', how: 'form' }
  return { happened, next: mrkdwn`Correct it and try again.`, buttons: [correct] }
}

const said = ({ serviceMessage }: ServiceError): Mrkdwn =>
  serviceMessage ? mrkdwn`: “${serviceMessage.replace(/\.$/, '')}”` : mrkdwn``

/** Another try; where it is not known whether it was done, a look at what it was about too. */
function again({ outcome }: ServiceError, attempt: Attempt): Button[] {
  if (outcome === 'not done') return [tryAgain(attempt)]
  const { operation, raw } = attempt
  const look = LOOKS[operation.id.replace(/\..*/, '')]
  const looks: Button[] = raw.plan
    ? [{ text: 'Show plan', operation: 'plan.show', raw: { plan: raw.plan } }]
    : look
      ? [{ ...look, raw: {} }]
      : []
  return attempt.later ? looks : [...looks, tryAgain(attempt)]
}

/** What shows how things stand, by the noun of the operation that may or may not have changed it. */
const LOOKS: Readonly<Record<string, Pick<Button, 'text' | 'operation'>>> = {
  plan: { text: 'Show plans', operation: 'plan.list' },
  credential: { text: 'Show credentials', operation: 'credential.list' },
  member: { text: 'Show members', operation: 'member.list' },
  billing: { text: 'Show billing', operation: 'billing.show' },
  organization: { text: 'Show organizations', operation: 'organization.list' },
}

const WAITS = 'what you asked for waits until then'
const LINK = { text: 'Link account', operation: 'account.link' } as const
const USE = { text: 'Use organization', operation: 'organization.use' } as const

/** A button for what has to come first; what was asked for waits behind it. */
function interrupting(attempt: Attempt, first: Pick<Button, 'text' | 'operation'>): Button {
  return { ...first, raw: filled({ next: waiting(attempt) }), how: 'form', style: 'primary' }
}

/** An error where there is room for a line alone, such as an option of a select. */
export function briefly(error: unknown, reference: string): string {
  if (error instanceof NotLinked || error instanceof LinkUnreadable)
    return 'You are not linked: /dayshift link'
  if (error instanceof NoOrganization) return 'You use no organization yet: /dayshift use'
  const brief = error instanceof ServiceError ? BRIEFLY[error.kind] : 'Something went wrong inside Dayshift'
  return `${brief} (${reference})`
}

const BRIEFLY: Record<FailureKind, string> = {
  unauthorized: 'Your access token is refused: /dayshift link',
  forbidden: 'You are not allowed to see this',
  'not found': 'Your organization is not found: /dayshift use',
  conflict: 'The service refused to list them',
  invalid: 'The service refused to list them',
  limited: 'Too many requests: type again in a minute',
  timeout: 'The service does not answer: type again',
  unavailable: 'The service is not available: type again later',
  crowded: 'Too much is asked at once: type again in a moment',
  'malformed answer': 'The service gave an answer that cannot be read',
  interrupted: 'This was interrupted: try again',
}

function tryAgain({ operation, raw, sentence }: Attempt): Button {
  if (sentence !== undefined) return repeat('Try again', sentence)
  const shown = withoutSecrets(operation, raw)
  const secret = Object.keys(shown).length < Object.keys(raw).length
  return { text: 'Try again', operation: operation.id, raw: shown, how: secret ? 'form' : 'turn' }
}

/** What a button can carry of an interrupted request: the sentence that asks for it again. */
function waiting({ operation, raw, sentence }: Attempt): string {
  const next = sentence ?? say(operation, withoutSecrets(operation, raw))
  return next.length <= LONGEST_WAITING ? next : ''
}

/** Leaves room, with its escapes, for the organization to be used within the 2000 characters of a button's value. */
const LONGEST_WAITING = 800
