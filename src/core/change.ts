import type { Call } from '../service/contract/contract.ts'
import type { Args } from './args.ts'
import type { Caller, IncomingRequest } from './context.ts'
import type { Subject, ValueChange } from './operation.ts'
import type { OperationRequest, Outcome, RecordableOutcome } from './outcome.ts'

/** The arguments of a change, stored before anything is sent so that recovery can continue. Without secrets. */
export type StoredArgs = {
  args: Args
  prepared?: unknown
  omitted: readonly string[]
  /** Recovery has resent it once, and does not do so again. */
  isResent?: boolean | undefined
}

/** A change that this process executes. */
export type RunningChange = {
  kind: 'running'
  id: string
  /** The time of the request, at which phrases are read. */
  now: Date
  /** Set if an earlier attempt stored them and may have sent something. */
  stored: StoredArgs | undefined
  /** Whether this or an earlier attempt may have sent something to the service. */
  mayBeSent(): boolean
  /** Stores the validated arguments, before anything is sent. */
  store(stored: StoredArgs, subjects: readonly Subject[]): Promise<void>
  /** Calls the service. Every write takes effect once: after a time-out, a 5xx or a crash it is reconciled. */
  call: Call
  /** Changes where the answer goes, unless it is delivered already. Never rejects. */
  updateOrigin(origin: unknown): Promise<void>
  /** Stores the outcome before anyone is told. Never rejects. Resolves to `recorded` if recovery continues. */
  finish(outcome: RecordableOutcome): Promise<Outcome>
}

/** An earlier change by the same Slack request, or by the same source: a button, form or sentence. */
export type DuplicateChange = { kind: 'duplicate'; change: PastChange; repeats: 'request' | 'source' }

/** Records a change before it is executed, synced to disk. @throws NotRecorded */
export type Accept = (
  request: OperationRequest,
  by: Pick<Caller, 'person' | 'workspace'>,
  incoming: IncomingRequest,
) => Promise<RunningChange | DuplicateChange>

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

/** The state of a change: `accepted` until its outcome is known, `waiting` for approval. */
export type ChangeState = (typeof CHANGE_STATES)[number]

/** A change in the history, without reasons and secrets. Times are ISO 8601 in UTC. */
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

/** How long delivered changes are kept. */
export const HISTORY_DAYS = 90

/** How many changes people can page through. */
export const HISTORY_LIMIT = 1000

/** Selects the changes of an organization that a person may see: failed attempts of others are not shown. */
export type HistoryQuery = {
  organization: string
  person: string
  subject?: Pick<Subject, 'kind' | 'id'> | undefined
}

export type History = {
  /** At most one more than `HISTORY_LIMIT`. */
  count(query: HistoryQuery): Promise<number>
  find(query: HistoryQuery, id: string): Promise<PastChange | undefined>
  /** Latest first. */
  page(query: HistoryQuery, page: { from: number; size: number }): Promise<PastChange[]>
}
