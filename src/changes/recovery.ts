import type { Logger } from 'pino'
import { sayForeign } from '../core/explain/past-changes.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Reply } from '../message/reply.ts'
import type { Entry, Settled } from './entry.ts'
import type { Journal } from './store.ts'

type Deps = {
  journal: Journal
  clock: () => Date
  log: Logger
  /** Goes on with what another process left behind, as far as it can still be read; it may be of another version. */
  resume(entry: Entry): Promise<Outcome | 'foreign' | 'unread' | undefined>
  /**
   * Tells it where it belongs: whether it arrived, or may later, or there is nobody any more. Where it does not come
   * `again` the one who asked is told in the place of others whom Slack does not let it tell.
   */
  tell(entry: Entry, reply: Reply, later?: 'again'): Promise<'told' | 'not yet' | 'nobody'>
  /** What is asked of somebody before anything can be done. */
  question(outcome: Extract<Outcome, { kind: 'issues' | 'choice' }>): Reply
}

/** How often it is looked whether something was left behind: well within a lease, which is renewed then. */
export const SETTLES_MS = 5000

/** So often is it tried to tell somebody: for a day, since nothing is left alone for more than five minutes. */
const MOST_TELLINGS = 300

/** So often is it left to the place where it belongs before who asked is told in its stead: for twenty minutes. */
const MOST_WAITS = 7

/** So often is something of another version left to those of that version: for twenty minutes. */
const MOST_LEAVINGS = 8

/** So often is something left alone that nobody here can read: for a week. */
const MOST_UNREAD = 2000

/** So often is something tried that fails in a way that nobody foresaw: for a day. */
const MOST_UNFORESEEN = 300

/** As many as one process settles at a time. */
const AT_ONCE = 20

/** How often what is old is thrown away, and how much of it. */
const PRUNES_MS = 60 * 60_000
const BATCHES = 40

/**
 * Brings to an end what was left behind by whoever had it, this process or another, at its start and every few seconds.
 * What is told of it is marked after Slack has taken it: who is killed in between has it told once more. An answer that
 * takes the place of a message that is known then does no harm; a new message stands twice, since Slack knows no key by
 * which it would take the same post once, and the bot may not read the channels that it posts in.
 */
export function createSettler({ journal, clock, log, resume, tell, question }: Deps) {
  const underWay = new Set<Promise<void>>()
  let takingUp: Promise<void> | undefined
  let pruned = 0
  let stopping = false

  async function announce(entry: Entry, reply: Reply): Promise<void> {
    const told = await tell(entry, reply, entry.attempts < MOST_WAITS ? 'again' : undefined)
    if (told === 'told') await journal.announced(entry.id)
    else if (told === 'nobody') await journal.given(entry.id)
    else if (entry.attempts >= MOST_TELLINGS) {
      const { id, operation, attempts } = entry
      log.error(
        { ref: id, operation, attempts },
        'what became of something could not be told, and is not tried again',
      )
      await journal.given(id)
    } else await journal.leave(entry.id, journal.leaveMs(entry.attempts))
  }

  /** The same for what came of it only now. */
  const announceFirst = (entry: Entry, reply: Reply) => announce({ ...entry, attempts: 0 }, reply)

  /** Nothing was done, and there is something to say. */
  async function fails(entry: Entry, reply: Reply): Promise<void> {
    await journal.settle(entry.id, { state: 'failed', reply, about: undefined, plans: [] })
    await announceFirst(entry, reply)
  }

  /** Replicas of two versions run side by side while one takes the place of the other. */
  async function leaveToOthers(entry: Entry): Promise<void> {
    const { id, attempts, state } = entry
    if (attempts < MOST_LEAVINGS) return journal.leave(id, journal.leaveMs(attempts))
    log.warn({ ref: id, operation: entry.operation }, 'what was left behind is of another version')
    if (state === 'asked') return fails(entry, sayForeign(id))
    const reply = sayForeign(id, 'it is not known whether it was done: please check before you try again')
    await journal.settle(id, { state: 'unknown', reply, about: undefined, plans: [] })
    await announceFirst(entry, reply)
  }

  /** Whoever is given the key that sealed it, or is of the version that wrote it, goes on with it. */
  async function leaveUnread({ id, attempts, state, operation }: Entry): Promise<void> {
    const isOver = attempts >= MOST_UNREAD
    const told =
      'what was left behind cannot be read: it is sealed by a key that ENCRYPTION_KEY does not hold'
    if (isOver || attempts < MOST_LEAVINGS)
      log.error({ ref: id, operation, attempts }, isOver ? `${told}, and is given up` : told)
    if (isOver) return journal.given(id, stateOf(state))
    await journal.leave(id, journal.leaveMs(attempts))
  }

  /** Nobody foresaw what stands in its way: maybe it passes, and a newer version of the bot may know better. */
  async function leaveBroken(
    { id, attempts, state, reply, operation }: Entry,
    error: unknown,
  ): Promise<void> {
    const isOver = attempts >= MOST_UNFORESEEN
    const told = 'what was left behind could not be settled'
    log.error({ err: error, ref: id, operation, attempts }, isOver ? `${told}, and is given up` : told)
    const leaving = isOver
      ? journal.given(id, reply ? undefined : stateOf(state))
      : journal.leave(id, journal.leaveMs(attempts))
    await leaving.catch(reason =>
      log.warn({ err: reason, ref: id }, 'what was left behind could not be left'),
    )
  }

  async function settle(entry: Entry): Promise<void> {
    const { id, operation, attempts } = entry
    try {
      if (entry.reply) return await announce(entry, entry.reply)
      const outcome = await resume(entry)
      if (!outcome) return await journal.given(id, stateOf(entry.state))
      if (outcome === 'foreign') return await leaveToOthers(entry)
      if (outcome === 'unread') return await leaveUnread(entry)
      log.info({ ref: id, operation, attempts, outcome: outcome.kind }, 'settled what was left behind')
      if (outcome.kind === 'done' || outcome.kind === 'failed')
        // Without a place in the journal there is only this one try to tell it.
        await (outcome.heard ? announceFirst(entry, outcome.reply) : tell(entry, outcome.reply))
      else if (outcome.kind !== 'elsewhere') await fails(entry, question(outcome))
    } catch (error) {
      await leaveBroken(entry, error)
    } finally {
      journal.letGo(id)
    }
  }

  /** Takes up what was left behind, as much as one process may have under way, and what is free for that. */
  async function takeUp(): Promise<void> {
    while (!stopping) {
      const left = await journal.takeOver(AT_ONCE - underWay.size)
      for (const entry of left) {
        const settling = settle(entry).finally(() => underWay.delete(settling))
        underWay.add(settling)
      }
      if (underWay.size < AT_ONCE) break
      await Promise.race(underWay)
    }
    if (stopping || underWay.size > 0 || clock().getTime() - pruned < PRUNES_MS) return
    pruned = clock().getTime()
    for (let batch = 0; !stopping && batch < BATCHES && (await journal.prune()); ) batch += 1
  }

  const unread = (error: unknown) => log.error({ err: error }, 'the journal could not be read')

  return {
    /**
     * Keeps for this process what it works at, and settles all that is left behind; rejects never. What takes long holds
     * up nothing that is left behind meanwhile.
     */
    async settle(): Promise<void> {
      const renewed = journal.renew().catch(unread)
      takingUp ??= takeUp()
        .catch(unread)
        .finally(() => {
          takingUp = undefined
        })
      await Promise.all([renewed, takingUp])
      await Promise.all(underWay)
    },

    /** Takes up nothing more; resolves when what was taken up is settled. */
    async stop(): Promise<void> {
      stopping = true
      await takingUp
      await Promise.all(underWay)
    },
  }
}

/** What is left of an entry that nobody can go on with. */
const stateOf = (state: Entry['state']): Settled => (state === 'asked' ? 'failed' : 'unknown')
