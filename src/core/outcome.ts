import type { Mrkdwn } from '../message/mrkdwn.ts'
import type { DeliveryResult, Reply } from '../message/reply.ts'
import type { Approval } from './approval.ts'
import type { Args } from './args.ts'
import type { DuplicateChange } from './change.ts'
import type { Choice, FormData, FormState, FormValues } from './field.ts'
import type { Operation, Subject, ValueChange } from './operation.ts'

/** A request for an operation: typed arguments, and words that are not parsed yet. */
export type OperationRequest = {
  operation: Operation
  /** From a button, or implied by the words of the command. */
  args: Args
  /** From a form: the values of its inputs. */
  values?: FormValues | undefined
  /** From a sentence: its whole text, and the rest after the command. */
  sentence?: { text: string; rest: string } | undefined
  /** Set once it is approved. */
  approval?: Approval | undefined
} & Omit<FormData, 'args'>

/** Records how the outcome of a change was delivered; never rejects. */
type Deliverable = { markDelivered?: ((result: DeliveryResult) => Promise<void>) | undefined }

/** Why a request failed. Nothing in it holds a secret. */
export type Failed = {
  kind: 'failed'
  operation: Operation
  args: Args
  /** Form values that were not parsed yet. */
  values?: FormValues | undefined
  reply: Reply
  /** It is certain that nothing was changed. */
  isCertain: boolean
  /** The reply while recovery still checks what the service did. */
  whileUnknown?: Reply
  /** The button of the reply that continues the request after another step. */
  waitsBehind?: string | undefined
  notes?: Readonly<Record<string, Mrkdwn>> | undefined
} & Deliverable

export type Outcome =
  | ({ kind: 'done'; operation: Operation; args: Args; reply: Reply } & Deliverable)
  | Failed
  | FormNeeded
  | ChoiceNeeded
  | Recorded

/** An outcome with what the history keeps of it. */
export type RecordableOutcome =
  | (Outcome & { record?: readonly ValueChange[]; subjects?: readonly Subject[] })
  | Waiting

/** Nothing is done before someone approves. */
export type Waiting = {
  kind: 'waiting'
  args: Args
  reply: Reply
  approval: Approval
  /** Set if the subjects were not stored before. */
  subjects?: readonly Subject[]
}

/** A form asks for what is missing or wrong. */
export type FormNeeded = {
  kind: 'form'
  operation: Operation
} & FormState &
  Deliverable

/** A choice asks for one of several meanings: `field` gets the picked value, `args` are the other arguments. */
export type ChoiceNeeded = {
  kind: 'choice'
  operation: Operation
  args: Args
  field: string
  choice: Choice
  /** For a form that asks instead. */
  values: FormValues
} & Pick<FormState, 'notice'> &
  Deliverable

/** A recorded change whose outcome is told elsewhere or later; `repeats` is set for a duplicate. */
type Recorded = {
  kind: 'recorded'
  reply: Reply
  repeats?: DuplicateChange['repeats']
}
