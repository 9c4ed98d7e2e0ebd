import type { Logger } from 'pino'
import type { Caller } from '../core/authenticate.ts'
import { AbandonedError } from '../core/errors.ts'
import type { Operation } from '../core/operation.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Pipeline } from '../core/pipeline.ts'
import { type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import type { DeliveryResult, Reply } from '../message/reply.ts'
import type { Announcement, ClaimedChange } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'
import type { createChanges } from './changes.ts'

/** How often each process looks for changes that are due, and renews its leases. */
export const RECOVERY_MS = 5000

/** With a backoff of five minutes: a week, to bring back a key, a version or a channel. */
const MAX_ATTEMPTS = 2000

const CONCURRENCY = 20
const PRUNE_EVERY_MS = 60 * 60_000

/** Reaches the person who asked for a change; undefined where the app is not installed any more. */
export type Reach = (change: ClaimedChange) => Promise<Reached | undefined>

type Reached = {
  caller: Caller
  /** Delivers a reply to where the request came from, or else to the person alone. */
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
  /** Tells in the place of an announcement that its pauses are over. Rejects where it may be tried again. */
  expire(announcement: Announcement, outcome?: Mrkdwn): Promise<void>
  /** The reply that asks what is missing. */
  question(outcome: Extract<Outcome, { kind: 'form' | 'choice' }>): Reply
}

/**
 * Runs what is due: continues changes whose process has stopped, delivers results, renews leases and prunes.
 * A process that dies between Slack taking a reply and the mark has it delivered twice.
 */
export function createRecovery(deps: Deps) {
  const { store, changes, pipeline, operations, clock, log, reach } = deps
  const running = new Set<Promise<void>>()
  let claiming: Promise<void> | undefined
  let pruneAt = 0
  let isStopping = false

  /** Ends what cannot be told, or not be recovered. */
  async function giveUp({ id, isScheduled, state, stored }: ClaimedChange): Promise<void> {
    if (isScheduled) return store.delete(id)
    const unfinished = stored ? 'unknown' : 'failed'
    await store.close(id, {
      state: state === 'accepted' ? unfinished : state === 'waiting' ? 'expired' : state,
    })
  }

  async function deliver(change: ClaimedChange, to: Reached, reply: Reply): Promise<void> {
    const { id, announcement, attempts, state } = change
    const isWithdrawn = state === 'expired' || state === 'declined'
    if (isWithdrawn && announcement) await deps.expire(announcement, reply.text)
    if (reply.isEmpty && change.isScheduled) return store.markDelivered(change, reply, [])
    const { delivery, posted } = await to.deliver(reply)
    if (delivery === 'not yet') await store.postpone(id, attempts)
    else await store.markDelivered(change, reply, posted, delivery === 'delivered')
  }

  /** Says what is due, as it is now; where that cannot be looked up or said, it is tried again. */
  async function say(change: ClaimedChange, to: Reached): Promise<void> {
    const request = { operation: operationOf(change), args: change.stored?.args ?? {} }
    const outcome = await pipeline.handle(request, to.caller)
    if (outcome.kind !== 'done') throw new Error(`What is due could not be said: ${outcome.kind}`)
    await deliver(change, to, outcome.reply)
  }

  async function execute(change: ClaimedChange, to: Reached): Promise<void> {
    const { id, attempts } = change
    const { args = {}, omitted = [], sentAt: _, ...words } = change.request ?? {}
    const operation = operationOf(change)
    const running = changes.resume(operation, change)
    const request = { operation, ...words, args: running.stored?.args ?? args }
    const lacks = omitted.length > 0 && !change.stored ? 'secrets are not stored' : undefined
    // It is quickly asked again, and they may have asked for something else since.
    const reason = operation.writesTo === 'person' ? 'not continued' : lacks
    const error = reason && new AbandonedError(reason, omitted)
    const outcome = await pipeline.recover(request, to.caller, running, error)
    log.info({ ref: id, operation: operation.id, attempts, outcome: outcome.kind }, 'recovered a change')
    if (outcome.kind === 'recorded') return
    const reply = 'reply' in outcome ? outcome.reply : deps.question(outcome)
    const { delivery, posted } = await to.deliver(reply)
    // Where that is impossible, it is not executed again for it.
    await outcome.markDelivered?.(delivery !== 'not yet', posted)
  }

  function operationOf(change: ClaimedChange): Operation {
    const operation = operations.get(change.operation)
    if (!operation) throw new Error('A change is of an operation that is not known here')
    return operation
  }

  /** Goes on from the state that a change is in. */
  async function goOn(claimed: ClaimedChange): Promise<void> {
    const { id, announcement, isScheduled } = claimed
    if (announcement && !claimed.result && claimed.state !== 'waiting') {
      await deps.expire(announcement)
      return store.close(id)
    }
    const isKnown = claimed.request || claimed.result || isScheduled
    if (!isKnown || claimed.origin === undefined) throw new Error(UNREADABLE)
    const isExpiring = claimed.state === 'waiting' && !claimed.result
    const expired: Reply = { ...EXPIRED, requestText: claimed.request?.approval?.text }
    const change: ClaimedChange = isExpiring ? { ...claimed, state: 'expired', result: expired } : claimed
    const { result, detail } = change
    const to = await reach(change)
    if (!to) return giveUp(change)
    if (isExpiring) await store.finish(id, { state: 'expired', result: expired, detail })
    if (result) await deliver(change, to, result)
    else await (isScheduled ? say(change, to) : execute(change, to))
  }

  async function recover(change: ClaimedChange): Promise<void> {
    const { id, operation, attempts, isScheduled, origin } = change
    const about = { ref: id, operation, attempts }
    // A digest or a reminder looks at things as they are whenever it runs, so it is never too late.
    const isCurrent = isScheduled && origin !== undefined
    try {
      if (attempts > MAX_ATTEMPTS && !isCurrent) {
        log.error(about, 'a change could not be finished or told, and is given up')
        await giveUp(change)
      } else await goOn(change)
    } catch (error) {
      log.error({ ...about, err: error }, 'a change was not recovered')
      await store
        .postpone(id, attempts)
        .catch((reason: unknown) => log.warn({ err: reason, ref: id }, 'a change could not be postponed'))
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
    const now = clock().getTime()
    if (isStopping || running.size > 0 || now < pruneAt) return
    const isMore = await store.prune()
    pruneAt = isMore ? now : now + PRUNE_EVERY_MS
  }

  const logUnreadable = (error: unknown) => log.error({ err: error }, 'changes could not be read')

  return {
    /** Runs all that is due. Never rejects; a slow change keeps no other one waiting. */
    async run(): Promise<void> {
      // First, so that nothing is claimed that this process works on.
      await store.renew().catch(logUnreadable)
      claiming ??= claim()
        .catch(logUnreadable)
        .finally(() => {
          claiming = undefined
        })
      await claiming
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

const UNREADABLE = 'A change cannot be read: ENCRYPTION_KEY lacks the key that sealed it'

/** For what was not approved. */
const EXPIRED: Reply = {
  text: mrkdwn`Nobody approved this in time, so nothing was done. Ask again if it is still wanted.`,
  to: 'me',
}
