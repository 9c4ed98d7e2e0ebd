import type { Logger } from 'pino'
import type { Caller } from '../core/authenticate.ts'
import { AbandonedError } from '../core/errors.ts'
import { formatInterrupted } from '../core/explain/past-changes.ts'
import type { Operation } from '../core/operation.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Pipeline } from '../core/pipeline.ts'
import type { Reply } from '../message/reply.ts'
import { type Changes, isOwn } from './changes.ts'
import type { ChangeState } from './history.ts'
import type { ChangeStore, ClaimedChange } from './store.ts'

/** How often each process looks for changes that are due, and renews its leases. */
export const RECOVERY_MS = 5000

/** Backoff ends at five minutes: a day. */
const MAX_DELIVERIES = 300
const MAX_FAILURES = 300

/** After twenty minutes another place is told, or an operation is taken for gone. */
const MAX_WAITS = 7
const MAX_UNKNOWN = 8

/** A week, for an operator to bring back a key. */
const MAX_UNREADABLE = 2000

const CONCURRENCY = 20
const PRUNE_EVERY_MS = 60 * 60_000
const PRUNE_BATCHES = 40

/** What became of a delivery; `impossible` where the app is not installed any more. */
export type DeliveryResult = 'delivered' | 'not yet' | 'impossible'

type Deps = {
  store: ChangeStore
  changes: Pick<Changes, 'resume' | 'isSuperseded'>
  pipeline: Pick<Pipeline, 'recover' | 'abandon'>
  operations: readonly Operation[]
  clock: () => Date
  log: Logger
  /** Who asked; undefined where the app is not installed any more. */
  callerOf(change: ClaimedChange): Promise<Caller | undefined>
  /**
   * Delivers a reply to the origin of a change. While `isRetried`, only to that place; then to the person in its stead.
   */
  deliver(change: ClaimedChange, reply: Reply, options: { isRetried: boolean }): Promise<DeliveryResult>
  /** The reply that asks what is missing. */
  question(outcome: Extract<Outcome, { kind: 'form' | 'choice' }>): Reply
}

/**
 * Runs what is due: continues changes that a process left behind, delivers results, renews leases and prunes. A process
 * that dies between Slack taking a reply and the mark has it delivered twice.
 */
export function createRecovery(deps: Deps) {
  const { store, changes, pipeline, operations, clock, log, callerOf } = deps
  const running = new Set<Promise<void>>()
  let claiming: Promise<void> | undefined
  let prunedAt = 0
  let isStopping = false

  async function deliver(change: ClaimedChange, reply: Reply, attempts = change.attempts): Promise<void> {
    const { id, operation } = change
    const result = await deps.deliver(change, reply, { isRetried: attempts < MAX_WAITS })
    if (result === 'not yet' && attempts < MAX_DELIVERIES) return store.postpone(id, attempts)
    if (result === 'not yet')
      log.error({ ref: id, operation, attempts }, 'a result could not be delivered, and is given up')
    await store.close(id, result === 'delivered')
  }

  async function finish(change: ClaimedChange, state: ChangeState, reply: Reply): Promise<void> {
    await store.finish(change.id, { state, reply, detail: [] })
    await deliver(change, reply, 0)
  }

  /** No key opens it, or no operation has its name: a process with another key or version may continue. */
  async function leave(change: ClaimedChange): Promise<void> {
    const { id, operation, attempts, origin } = change
    const isReadable = change.request !== undefined && origin !== undefined
    const what = isReadable
      ? 'a change is of an unknown operation'
      : 'a change cannot be read: ENCRYPTION_KEY lacks the key that sealed it'
    const isOver = attempts >= (isReadable ? MAX_UNKNOWN : MAX_UNREADABLE)
    if (isOver || attempts < MAX_UNKNOWN) log.error({ ref: id, operation, attempts, isGivenUp: isOver }, what)
    if (!isOver) await store.postpone(id, attempts)
    else if (isReadable) await finish(change, stateOf(change), formatInterrupted(id, !change.stored))
    else await store.close(id, false, stateOf(change))
  }

  async function resume(change: ClaimedChange, operation: Operation, caller: Caller): Promise<Outcome> {
    const { args = {}, omitted = [], ...words } = change.request ?? {}
    const request = { operation, ...words, args: change.stored?.args ?? args }
    const run = changes.resume(operation, change)
    const lacksSecrets = omitted.length > 0 || (change.stored?.omitted.length ?? 0) > 0
    const isUndone = !isOwn(operation)
    if (lacksSecrets && (!change.stored || isOwn(operation)))
      return pipeline.abandon(
        request,
        caller,
        run,
        new AbandonedError('secrets are not stored', { isCertain: isUndone }),
      )
    if (await changes.isSuperseded(operation, change, caller.person.key))
      return pipeline.abandon(
        request,
        caller,
        run,
        new AbandonedError('superseded by the person', { isCertain: isUndone }),
      )
    return pipeline.recover(request, caller, run)
  }

  async function execute(change: ClaimedChange): Promise<void> {
    const { id, attempts } = change
    const operation = operations.find(each => each.id === change.operation)
    if (!change.request || change.origin === undefined || !operation) return leave(change)
    const caller = await callerOf(change)
    if (!caller) return store.close(id, false, stateOf(change))
    const outcome = await resume(change, operation, caller)
    log.info({ ref: id, operation: operation.id, attempts, outcome: outcome.kind }, 'recovered a change')
    if (outcome.kind === 'form' || outcome.kind === 'choice')
      await finish(change, 'failed', deps.question(outcome))
    else if (outcome.kind !== 'recorded') {
      // What changed nothing is not in the store any more.
      if (outcome.markDelivered) await deliver(change, outcome.reply, 0)
      else await deps.deliver(change, outcome.reply, { isRetried: false })
    }
  }

  async function recover(change: ClaimedChange): Promise<void> {
    const { id, operation, attempts } = change
    try {
      await (change.result ? deliver(change, change.result) : execute(change))
    } catch (error) {
      const isOver = attempts >= MAX_FAILURES
      log.error({ err: error, ref: id, operation, attempts, isGivenUp: isOver }, 'a change was not recovered')
      const state = change.result ? undefined : stateOf(change)
      await (isOver ? store.close(id, false, state) : store.postpone(id, attempts)).catch((reason: unknown) =>
        log.warn({ err: reason, ref: id }, 'a change could not be postponed'),
      )
    } finally {
      store.letGo(id)
    }
  }

  async function claim(): Promise<void> {
    while (!isStopping) {
      for (const change of await store.claim(CONCURRENCY - running.size)) {
        const recovering = recover(change).finally(() => running.delete(recovering))
        running.add(recovering)
      }
      if (running.size < CONCURRENCY) break
      await Promise.race(running)
    }
    if (isStopping || running.size > 0 || clock().getTime() - prunedAt < PRUNE_EVERY_MS) return
    prunedAt = clock().getTime()
    for (let batch = 0; !isStopping && batch < PRUNE_BATCHES && (await store.prune()); ) batch += 1
  }

  const logUnreadable = (error: unknown) => log.error({ err: error }, 'changes could not be read')

  return {
    /** Runs all that is due. Never rejects; a slow change keeps no other one waiting. */
    async run(): Promise<void> {
      const renewing = store.renew().catch(logUnreadable)
      claiming ??= claim()
        .catch(logUnreadable)
        .finally(() => {
          claiming = undefined
        })
      await Promise.all([renewing, claiming])
      await Promise.all(running)
    },

    /** Claims nothing more; resolves when what runs is over. */
    async stop(): Promise<void> {
      isStopping = true
      await claiming
      await Promise.all(running)
    },
  }
}

/** What is known of a change that is given up. */
const stateOf = ({ stored }: ClaimedChange): ChangeState => (stored ? 'unknown' : 'failed')
