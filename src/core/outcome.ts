import type { Mrkdwn } from '../message/mrkdwn.ts'
import type { PostedMessage, Reply } from '../message/reply.ts'
import type { Approval } from './approval.ts'
import type { Args } from './args.ts'
import type { DuplicateChange } from './change.ts'
import type { ConflictError } from './errors.ts'
import type { Choice, FormData, FormState, FormValues } from './field.ts'
import type { Operation, Subject, ValueChange } from './operation.ts'

/** What is asked of an operation: typed arguments, and words that are still to be read. */
export type OperationRequest = {
  operation: Operation
  /** From a button, or from the words of the command. */
  args: Args
  /** From a form: what its inputs hold, and what it carries unseen beside `args`. */
  values?: FormValues | undefined
  data?: Omit<FormData, 'args'> | undefined
  /** From a sentence: all of it, and what stands behind the words of the command. */
  sentence?: { text: string; rest: string } | undefined
  /** Set once a second person approved it. */
  approval?: Approval | undefined
}

/** Confirms that what came of a change reached the person, or did not, and as which message; never rejects. */
type Delivery = {
  markDelivered?: ((isDelivered: boolean, posted?: readonly PostedMessage[]) => Promise<void>) | undefined
}

/** Why a request failed. Nothing in it holds a secret. */
export type Failed = {
  kind: 'failed'
  operation: Operation
  args: Args
  reply: Reply
  /** It is certain that nothing was changed. */
  isCertain: boolean
  /** What is said while recovery still looks what became of it. */
  whileUnknown?: Reply
  /** The button of the reply behind which the request waits, where something has to come first. */
  waitsBehind?: string | undefined
  notes?: Readonly<Record<string, Mrkdwn>> | undefined
  /** How it is now, for the form that met other values. */
  seen?: ConflictError['seen']
} & Delivery

/** What became of a request; each handler shows it in its own way. */
export type Outcome =
  | ({ kind: 'done'; operation: Operation; args: Args; reply: Reply } & Delivery)
  | Failed
  | FormNeeded
  | ChoiceNeeded
  | Recorded

/** With what the history is to keep of it. */
export type RecordableOutcome =
  | (Outcome & { record?: readonly ValueChange[]; subjects?: readonly Subject[] })
  | Waiting

/** Nothing is done before a second person approves. */
export type Waiting = {
  kind: 'waiting'
  operation: Operation
  args: Args
  /** The question. */
  reply: Reply
  approval: Approval
  /** The arguments with which it is executed once it is approved. */
  requestArgs: Args
  /** What it is about, where that was not known before. */
  subjects?: readonly Subject[]
  /** Where the question goes, if not to the place of the request, and what is said there. */
  elsewhere?: { origin: object; reply: Reply } | undefined
}

/** Something is missing or wrong: the form asks for it. */
export type FormNeeded = {
  kind: 'form'
  operation: Operation
} & FormState &
  Delivery

/** Words with several meanings: `args` are those that are known, `field` gets the picked value. */
export type ChoiceNeeded = {
  kind: 'choice'
  operation: Operation
  args: Args
  field: string
  choice: Choice
  /** What was said, for a form in its place. */
  values: FormValues
} & Pick<FormState, 'notice'> &
  Delivery

/** What comes of a change is told apart from this; `repeats` where it is an earlier one. */
type Recorded = {
  kind: 'recorded'
  reply: Reply
  repeats?: DuplicateChange['repeats']
  /** A second person is asked in another place. */
  isAskedElsewhere?: true
}
