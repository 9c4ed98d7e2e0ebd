import type { Button } from '../message/blocks.ts'
import type { Mrkdwn } from '../message/mrkdwn.ts'
import { LinkUnreadable } from '../storage/links.ts'

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

/** Everything is already as it was to be. Its form says so where it stands; a sentence needs none, and is told. */
export class AlreadySo extends FieldIssue {
  readonly text: Mrkdwn
  readonly buttons: readonly Button[]

  constructor(issue: string, text: Mrkdwn, ...buttons: Button[]) {
    super('form', issue)
    this.text = text
    this.buttons = buttons
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

/** What was asked for is about another organization than the one that is acted in: which, where it is known to be the person's. */
export class OtherOrganization extends Refused {
  readonly organization: { id: string; name: string } | undefined

  constructor(text: Mrkdwn, organization?: OtherOrganization['organization']) {
    super(text)
    this.organization = organization
  }
}

/** What a button was about is not there any more, which whoever sees it may know: the text is for the one who pressed. */
export class Outdated extends Refused {
  readonly over: Mrkdwn

  constructor(text: Mrkdwn, over: Mrkdwn, ...buttons: Button[]) {
    super(text, ...buttons)
    this.over = over
  }
}

/** With which token somebody acts could not be looked up, before anything was done. */
export class LinkOutOfReach extends Error {
  override name = 'LinkOutOfReach'
}

/** What was asked for could not be written down, so nothing was done. */
export class NotWritten extends Error {
  override name = 'NotWritten'
}

/** What was asked for may be written down, and then it is done. */
export class NotSure extends Error {
  override name = 'NotSure'
}

/**
 * What was asked for was interrupted, and is not gone on with: its secrets are not kept, the person has decided otherwise
 * since, or somebody has changed the same thing since. It `isSure` where nothing of it was done before.
 */
export class Abandoned extends Error {
  override name = 'Abandoned'
  readonly why: 'secrets are not kept' | 'decided otherwise' | 'changed since'
  readonly isSure: boolean

  constructor(why: Abandoned['why'], { isSure }: Pick<Abandoned, 'isSure'>) {
    super(why)
    this.why = why
    this.isSure = isSure
  }
}

type Expected = NotLinked | NoOrganization | Refused | LinkUnreadable

/** True for what is a person's to mend; all else belongs into the log as a failure. */
export function isExpected(error: unknown): error is Expected {
  return [NotLinked, NoOrganization, Refused, LinkUnreadable].some(kind => error instanceof kind)
}
