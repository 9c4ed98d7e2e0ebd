import type { Logger } from 'pino'
import type { OperationId } from '../core/args.ts'
import type { Caller } from '../core/authenticate.ts'
import type { ChangeState } from '../core/change.ts'
import { AbandonedError } from '../core/errors.ts'
import type { Operation } from '../core/operation.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Pipeline } from '../core/pipeline.ts'
import { type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import type { Delivery, DeliveryResult, Reply } from '../message/reply.ts'
import type { Announcement, ClaimedChange } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'
import { type createChanges, isPersonal } from './changes.ts'

/** What is scheduled where Slack does not take the end of a workflow's step: it is ended, and no operation runs. */
export const STEP_END: OperationId = 'step.end'

/** How often each process looks for changes that are due, and renews its leases. */
export const RECOVERY_MS = 5000

/** With a backoff of five minutes: a week, to bring back a key, a version or a channel. */
const MAX_DELIVERIES = 2000

/** After twenty minutes a result is delivered to the person in place of the channel. */
const MAX_WAITS = 7

const CONCURRENCY = 20
const PRUNE_EVERY_MS = 60 * 60_000

/** Reaches the person who asked for a change; undefined where the app is not installed any more. */
export type Reach = (change: ClaimedChange) => Promise<
  | {
      caller: Caller
      /** Delivers a reply to where the request came from; while `isRetried` only there, then to the person in its stead. */
      deliver(reply: Reply, isRetried: boolean): Promise<DeliveryResult>
      /** Sends the end of a workflow's step. */
      endStep(): Promise<Delivery>
    }
  | undefined
>

type Deps = {
  store: ChangeStore
  changes: Pick<ReturnType<typeof createChanges>, 'resume'>
  pipeline: Pick<Pipeline, 'handle' | 'recover' | 'abandon'>
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
 * Runs what is due: continues changes that a process left behind, delivers results, renews leases and prunes. A process
 * that dies between Slack taking a reply and the mark has it delivered twice.
 */
export function createRecovery(deps: Deps) {
  const { store, changes, pipeline, operations, clock, log, reach } = deps
  const running = new Set<Promise<void>>()
  let claiming: Promise<void> | undefined
  let pruneAt = 0
  let isStopping = false

  async function deliver(change: ClaimedChange, reply: Reply, attempts = change.attempts): Promise<void> {
    const { id, operation, announcement } = change
    const isWithdrawn = change.state === 'expired' || change.state === 'declined'
    if (isWithdrawn && announcement) await deps.expire(announcement, reply.text)
    const isSilent = reply.isEmpty && change.isScheduled
    const to = isSilent ? undefined : await reach(change)
    const { delivery, posted }: DeliveryResult = to
      ? await to.deliver(reply, attempts < MAX_WAITS)
      : { delivery: isSilent ? 'delivered' : 'impossible', posted: [] }
    if (delivery === 'not yet' && attempts < MAX_DELIVERIES) return store.postpone(id, attempts)
    if (delivery === 'not yet')
      log.error({ ref: id, operation, attempts }, 'a result could not be delivered, and is given up')
    await store.markDelivered(change, reply, posted, delivery === 'delivered')
  }

  async function resume(change: ClaimedChange, operation: Operation, caller: Caller): Promise<Outcome> {
    const { args = {}, omitted = [], sentAt: _, ...words } = change.request ?? {}
    const { stored } = change
    const run = changes.resume(operation, change)
    const request = { operation, ...words, args: run.stored?.args ?? args }
    const abandon = (error: AbandonedError) => pipeline.abandon(request, caller, run, error)
    // It is quickly asked again, and they may have asked for something else since.
    if (isPersonal(operation)) return abandon(new AbandonedError('not continued'))
    if (omitted.length > 0 && !stored) return abandon(new AbandonedError('secrets are not stored', omitted))
    return pipeline.recover(request, caller, run)
  }

  function operationOf(change: ClaimedChange): Operation {
    if ((!change.request && !change.isScheduled) || change.origin === undefined) throw new Error(UNREADABLE)
    const operation = operations.get(change.operation)
    if (!operation) throw new Error('A change is of an operation that is not known here')
    return operation
  }

  /** Says what is due, as it is now; where that cannot be looked up or said, it is tried again. */
  async function say(change: ClaimedChange): Promise<void> {
    const operation = operationOf(change)
    const to = await reach(change)
    if (!to) return store.delete(change.id)
    const outcome = await pipeline.handle({ operation, args: change.stored?.args ?? {} }, to.caller)
    if (outcome.kind !== 'done') throw new Error(`What is due could not be said: ${outcome.kind}`)
    await deliver(change, outcome.reply)
  }

  async function endStep(change: ClaimedChange): Promise<void> {
    const { id, attempts } = change
    const to = await reach(change)
    await ((await to?.endStep()) === 'not yet' && attempts < MAX_DELIVERIES
      ? store.postpone(id, attempts)
      : store.delete(id))
  }

  /** A request that was not decided in time. */
  async function expire(change: ClaimedChange): Promise<void> {
    if (change.origin === undefined) throw new Error(UNREADABLE)
    await store.finish(change.id, { state: 'expired', result: EXPIRED, detail: change.detail })
    await deliver({ ...change, state: 'expired' }, EXPIRED, 0)
  }

  async function execute(change: ClaimedChange): Promise<void> {
    const { id, attempts } = change
    const operation = operationOf(change)
    const to = await reach(change)
    if (!to) return store.close(id, { state: stateOf(change) })
    const outcome = await resume(change, operation, to.caller)
    log.info({ ref: id, operation: operation.id, attempts, outcome: outcome.kind }, 'recovered a change')
    if (outcome.kind === 'recorded') return
    const reply = 'reply' in outcome ? outcome.reply : deps.question(outcome)
    if (!outcome.markDelivered) await store.finish(id, { state: 'failed', result: reply, detail: [] })
    await deliver(change, reply, 0)
  }

  async function recover(change: ClaimedChange): Promise<void> {
    const { id, operation, attempts } = change
    try {
      const { announcement, result } = change
      if (change.state === 'waiting' && !result) await expire(change)
      else if (announcement && !result) {
        await deps.expire(announcement)
        await store.close(id)
      } else if (operation === STEP_END) await endStep(change)
      else if (change.isScheduled) await say(change)
      else await (result ? deliver(change, result) : execute(change))
    } catch (error) {
      // What is scheduled looks at things as they are whenever it runs, and a digest goes on at its next time.
      const isOver = attempts >= MAX_DELIVERIES && !(change.isScheduled && change.origin !== undefined)
      log.error({ err: error, ref: id, operation, attempts, isGivenUp: isOver }, 'a change was not recovered')
      const state = change.state === 'accepted' ? stateOf(change) : undefined
      await (isOver ? store.close(id, { state }) : store.postpone(id, attempts)).catch((reason: unknown) =>
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

/** What is known of a change that is given up. */
const stateOf = ({ stored }: ClaimedChange): ChangeState => (stored ? 'unknown' : 'failed')
