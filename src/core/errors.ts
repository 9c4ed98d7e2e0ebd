import type { Button } from '../message/blocks.ts'
import type { Mrkdwn } from '../message/mrkdwn.ts'
import { LinkUnreadable } from './person.ts'

/** The person has not linked an account yet. */
export class NotLinked extends Error {
  override name = 'NotLinked'
  /** They are a member of another Slack organization, in a shared channel. */
  readonly isStranger: boolean
  constructor(isStranger = false) {
    super()
    this.isStranger = isStranger
  }
}

/** The person is linked, but has no current organization yet. */
export class NoOrganization extends Error {
  override name = 'NoOrganization'
}

/** A request that cannot be executed because of one form input. */
export class FieldIssue extends Error {
  override name = 'FieldIssue'
  readonly input: string

  /** @param text plain text for the person */
  constructor(input: string, text: string) {
    super(text)
    this.input = input
  }
}

/** A request that cannot be executed in the current state. The person reads the text and gets the buttons. */
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

/** The subject of a button has changed or is gone. `over` replaces the button for everyone who sees it. */
export class StaleError extends Refused {
  override name = 'StaleError'
  readonly over: Mrkdwn

  constructor(text: Mrkdwn, over: Mrkdwn, ...buttons: Button[]) {
    super(text, ...buttons)
    this.over = over
  }
}

/** A change could not be recorded. Unless `isCertain`, it may be in the database and will be executed then. */
export class NotRecorded extends Error {
  override name = 'NotRecorded'
  readonly isCertain: boolean

  constructor(isCertain: boolean, cause?: unknown) {
    super(isCertain ? 'The change is not recorded' : 'The change may be recorded', { cause })
    this.isCertain = isCertain
  }
}

/** An interrupted change that is not continued. `isCertain`: none of it was done. */
export class AbandonedError extends Error {
  override name = 'AbandonedError'
  readonly reason: 'secrets are not stored' | 'not continued' | 'changed by others'
  readonly isCertain: boolean
  /** The inputs and fields left out of the stored request because they hold secrets. */
  readonly omitted: readonly string[]

  constructor(reason: AbandonedError['reason'], omitted: readonly string[] = []) {
    super(reason)
    this.reason = reason
    this.isCertain = reason === 'secrets are not stored'
    this.omitted = omitted
  }
}

/** Whether the person can resolve an error; everything else is logged as a failure. */
export const isExpected = (error: unknown): error is NotLinked | NoOrganization | Refused | LinkUnreadable =>
  [NotLinked, NoOrganization, Refused, LinkUnreadable].some(kind => error instanceof kind)
