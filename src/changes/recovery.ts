import type { Logger } from 'pino'
import type { Caller } from '../core/context.ts'
import { AbandonedError } from '../core/errors.ts'
import type { Operation } from '../core/operation.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Pipeline } from '../core/pipeline.ts'
import { type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import { type DeliveryResult, type Reply, shown } from '../message/reply.ts'
import type { Announcement, ClaimedChange } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'
import type { createChanges } from './changes.ts'

/** How often each process claims what is due, and renews its leases. */
export const RECOVERY_MS = 5000

/** About a week at the longest back-off: time to restore a key, a version or a channel. */
const MAX_ATTEMPTS = 2000

const CONCURRENCY = 20
const PRUNE_EVERY_MS = 60 * 60_000

/** Finds a way to the person who asked for a change; undefined if the app is no longer installed. */
export type Reach = (change: ClaimedChange) => Promise<Reached | undefined>

type Reached = {
  caller: Caller
  /** Delivers a reply where the request came from, or else to the person alone. */
  deliver(reply: Reply): Promise<DeliveryResult>
}

type Deps = {
  store: ChangeStore
  changes: Pick<ReturnType<typeof createChanges>, 'resume'>
  pipeline: Pick<Pipeline, 'handle' | 'recover'>
  operations: ReadonlyMap<string, Operation>
  clock: () => Date
  log: Logger
  reach: Reach
  /** Replaces an announcement whose pauses are over. Rejects if it should be tried again. */
  expire(announcement: Announcement, outcome?: Mrkdwn): Promise<void>
  /** Turns a form or choice into a reply that asks for what is missing. */
  question(outcome: Extract<Outcome, { kind: 'form' | 'choice' }>): Reply
}

/**
 * Creates the runner of what is due: it continues changes of stopped processes, delivers outcomes, runs
 * scheduled tasks, renews leases and prunes. A reply is delivered twice only if a process dies between Slack
 * accepting it and recording that.
 */
export function createRecovery(deps: Deps) {
  const { store, changes, pipeline, operations, clock, log, reach } = deps
  const running = new Set<Promise<void>>()
  let claiming: Promise<void> | undefined
  let pruneAt = 0
  let isStopping = false

  /** Closes a change that cannot be recovered or delivered. */
  function giveUp(change: ClaimedChange): Promise<void> {
    const { state, stored } = change
    const unfinished = stored ? 'unknown' : 'failed'
    return store.close(change, {
      state: state === 'accepted' ? unfinished : state === 'waiting' ? 'expired' : state,
    })
  }

  async function deliver(change: ClaimedChange, target: Reached, reply: Reply): Promise<void> {
    const { announcement, state, isScheduled } = change
    const isWithdrawn = state === 'expired' || state === 'declined'
    if (isWithdrawn && announcement) await deps.expire(announcement, reply.text)
    const result = isScheduled && reply.isEmpty ? shown() : await target.deliver(reply)
    await store.markDelivered(change, reply, result)
  }

  async function runScheduled(change: ClaimedChange, target: Reached): Promise<void> {
    const request = { operation: operationOf(change), args: change.stored?.args ?? {} }
    const outcome = await pipeline.handle(request, target.caller)
    if (outcome.kind !== 'done') throw new Error(`A scheduled task ended as ${outcome.kind}`)
    await deliver(change, target, outcome.reply)
  }

  async function execute(change: ClaimedChange, target: Reached): Promise<void> {
    const { id, attempts } = change
    const { args = {}, omitted = [], sentAt: _, ...words } = change.request ?? {}
    const operation = operationOf(change)
    const running = changes.resume(operation, change)
    const request = { operation, ...words, args: running.stored?.args ?? args }
    const lacks = omitted.length > 0 && !change.stored ? 'secrets are not stored' : undefined
    // The person may have linked or switched again since.
    const reason = operation.writesTo === 'person' ? 'not continued' : lacks
    const error = reason && new AbandonedError(reason, omitted)
    const outcome = await pipeline.recover(request, target.caller, running, error)
    log.info({ ref: id, operation: operation.id, attempts, outcome: outcome.kind }, 'recovered a change')
    if (outcome.kind === 'recorded') return
    const reply = 'reply' in outcome ? outcome.reply : deps.question(outcome)
    await outcome.markDelivered?.(await target.deliver(reply))
  }

  function operationOf(change: ClaimedChange): Operation {
    const operation = operations.get(change.operation)
    if (!operation) throw new Error('A change is of an operation that is not known here')
    return operation
  }

  async function continueChange(claimed: ClaimedChange): Promise<void> {
    const { announcement, isScheduled, state, request, result } = claimed
    if (announcement && !result && state !== 'waiting') {
      await deps.expire(announcement)
      return store.close(claimed)
    }
    if ((!request && !result && !isScheduled) || claimed.origin === undefined) throw new Error(UNREADABLE)
    const change = state === 'waiting' && !result ? await expireRequest(claimed) : claimed
    const target = await reach(change)
    if (!target) return giveUp(change)
    if (change.result) await deliver(change, target, change.result)
    else await (isScheduled ? runScheduled(change, target) : execute(change, target))
  }

  /** Ends a request that nobody has decided on. */
  async function expireRequest(change: ClaimedChange): Promise<ClaimedChange> {
    const result = { ...EXPIRED, requestText: change.request?.approval?.text }
    await store.finish(change.id, { state: 'expired', result })
    return { ...change, state: 'expired', result }
  }

  async function recover(change: ClaimedChange): Promise<void> {
    const { id, operation, attempts, isScheduled, origin } = change
    const about = { ref: id, operation, attempts }
    // Scheduled tasks report the state at the time they run, so they are never too late.
    const isNeverLate = isScheduled && origin !== undefined
    try {
      if (attempts > MAX_ATTEMPTS && !isNeverLate) {
        log.error(about, 'a change could not be finished or told, and is given up')
        await giveUp(change)
      } else await continueChange(change)
    } catch (error) {
      log.error({ ...about, err: error }, 'a change was not recovered')
      await store
        .postpone(id, attempts)
        .catch((reason: unknown) => log.warn({ err: reason, ref: id }, 'a change could not be postponed'))
    } finally {
      store.endLease(id)
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
    const now = clock().getTime()
    if (isStopping || running.size > 0 || now < pruneAt) return
    const isMore = await store.prune()
    pruneAt = isMore ? now : now + PRUNE_EVERY_MS
  }

  const logUnreadable = (error: unknown) => log.error({ err: error }, 'changes could not be read')

  return {
    /** Runs everything that is due. Never rejects. A slow change does not delay others. */
    async run(): Promise<void> {
      // Renews first, so that this process does not claim what it is working on.
      await store.renew().catch(logUnreadable)
      claiming ??= claim()
        .catch(logUnreadable)
        .finally(() => {
          claiming = undefined
        })
      await claiming
      await Promise.all(running)
    },

    /** Stops claiming, and waits for what is running. */
    async stop(): Promise<void> {
      isStopping = true
      await claiming
      await Promise.all(running)
    },
  }
}

const UNREADABLE = 'A change cannot be read: ENCRYPTION_KEY lacks the key that sealed it'

const EXPIRED: Reply = {
  text: mrkdwn`Nobody approved this in time, so nothing was done. Ask again if it is still wanted.`,
  to: 'me',
}
