import type { Call } from '../service/contract/contract.ts'
import type { Args } from './args.ts'
import type { Caller, IncomingRequest } from './authenticate.ts'
import type { Subject, ValueChange } from './operation.ts'
import type { OperationRequest, Outcome, RecordableOutcome } from './outcome.ts'

/** What is known of a change before anything is sent: with it, recovery can continue. Secrets are not stored. */
export type StoredArgs = {
  args: Args
  prepared?: unknown
  omitted: readonly string[]
  /** Recovery has sent it once more: it does not do so again. */
  isResent?: boolean | undefined
}

/** A recorded change that this process executes. */
export type RunningChange = {
  kind: 'running'
  id: string
  /** When it was said: phrases are read at that time. */
  now: Date
  /** Set where an earlier attempt stored them: then something may have been sent. */
  stored: StoredArgs | undefined
  /** Stores the validated arguments, before anything is sent. */
  store(stored: StoredArgs, subjects: readonly Subject[]): Promise<void>
  /** Calls the service; each write takes effect once: after a time-out, a 5xx or a crash it is reconciled first. */
  call: Call
  /** Where the answer goes from now on, unless it is given already. Never rejects. */
  updateOrigin(origin: unknown): Promise<void>
  /** Stores what came of it before anyone is told; never rejects. `recorded` where recovery goes on. */
  finish(outcome: RecordableOutcome): Promise<Outcome>
}

/** An earlier change that is the same: of the same Slack request, or of the same source: a button, form or sentence. */
export type DuplicateChange = { kind: 'duplicate'; change: PastChange; repeats: 'request' | 'source' }

/** Records changes before they are executed. */
export type Changes = {
  /** Records a change, synced to disk. @throws NotRecorded */
  accept(
    request: OperationRequest,
    by: Pick<Caller, 'person' | 'workspace'>,
    incoming: IncomingRequest,
  ): Promise<RunningChange | DuplicateChange>
}

export const CHANGE_STATES = [
  'accepted',
  'waiting',
  'done',
  'partly',
  'failed',
  'unknown',
  'declined',
  'expired',
] as const

/** What became of a change; `accepted` while that is not known yet, `waiting` while a second person is asked. */
export type ChangeState = (typeof CHANGE_STATES)[number]

/** What everyone may know of a change: no reasons and no secrets. Times are ISO 8601 in UTC. */
export type PastChange = {
  id: string
  operation: string
  /** The key of the person's link. */
  actor: string
  team: string
  organization: string | undefined
  subjects: readonly Subject[]
  detail: readonly ValueChange[]
  state: ChangeState
  acceptedAt: string
  finishedAt: string | undefined
  deliveredAt: string | undefined
}

/** Delivered changes are deleted after that. */
export const HISTORY_DAYS = 90

/** As many changes as a person turns pages of; `count` says one more where there are more. */
export const HISTORY_LIMIT = 1000

/**
 * Changes in an organization, as far as a person may see them: of what failed, their own attempts alone. With
 * a subject, only those that are about it.
 */
export type HistoryQuery = {
  organization: string
  person: string
  subject?: Pick<Subject, 'kind' | 'id'> | undefined
  /** Instants as ISO 8601, the second of which is outside. */
  since?: string
  before?: string
}

/** Who asked for what, when, and what became of it. */
export type History = {
  /** At most one more than `HISTORY_LIMIT`. */
  count(query: HistoryQuery): Promise<number>
  find(query: HistoryQuery, id: string): Promise<PastChange | undefined>
  /** Latest first. */
  page(query: HistoryQuery, page: { from: number; size: number }): Promise<PastChange[]>
}
