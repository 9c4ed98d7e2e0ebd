import type { Logger } from 'pino'
import type { IncomingRequest } from '../core/authenticate.ts'
import { NotSure, NotWritten } from '../core/errors.ts'
import { goesOn, recorded, sayUnknown } from '../core/explain/past-changes.ts'
import type { Operation } from '../core/operation.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Raw } from '../core/raw.ts'
import { aboutOf } from '../language/asked.ts'
import { organizationOf } from '../language/within.ts'
import type { PersonKey } from '../storage/links.ts'
import { type JournalRequest, MayBeWritten } from './asking.ts'
import type { Before, Entry, Saying, Settled } from './entry.ts'
import { createPassage, type Passage, type UnderWay } from './passage.ts'
import type { Wait } from './sending.ts'
import type { Journal } from './store.ts'

/** A change that is written down: how it reaches the service, and what is to be done with what came of it. */
export type WrittenChange = {
  id: string
  passage: Passage
  end(work: () => Promise<Outcome>): Promise<Outcome>
}

type Asked = { operation: Operation; raw: Raw }
type Wanted = { operation: Operation; raw: Raw; sentence?: Saying['sentence']; person: PersonKey }
type Begun = Asked & { id: string; now: Date; left?: Parameters<typeof createPassage>[0]['left'] }
type Ending = { id: string; attempts: number; sent?: Asked; isFree?: boolean }

/** So often is it tried to find out what became of a change: for twenty minutes. */
const MOST_ATTEMPTS = 8

/** For so long after it was told who presses the same button is told what came of it. */
const COUNTS_MS = 60_000

/** The one place where changes go into the journal, and their outcomes. */
export function createChanges(deps: {
  journal: Journal
  clock: () => Date
  log: Logger
  reference: () => string
  wait?: Wait | undefined
}) {
  const { journal, clock, log, wait } = deps

  const passageOf = ({ id, operation, raw, now, left }: Begun): UnderWay =>
    createPassage({ journal, id, operation: operation.id, now, within: organizationOf(raw), wait, left })

  /** Marks it as told, or leaves it to be told later. It never rejects: whoever asked knows what came of it by then. */
  const hearing = (id: string) => async (told: boolean) => {
    try {
      await (told ? journal.announced(id) : journal.leave(id, journal.leaveMs(0)))
    } catch (error) {
      const what = told
        ? 'is not marked as told, and is told once more'
        : 'that is not told could not be left'
      log.warn({ err: error, ref: id }, `an outcome ${what}`)
    }
  }

  /** Does it, and keeps what came of it, before anybody is told. */
  async function ended(
    { id, attempts, sent, isFree }: Ending,
    passage: UnderWay,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const unknown = async ({ operation, raw }: Asked): Promise<Outcome> => {
      const [reply, about] = [sayUnknown(operation, raw, id), recorded(aboutOf(operation, raw))]
      const organization = passage.organization()
      await journal.settle(id, { state: 'unknown', reply, about, organization, plans: [], isFree })
      return { kind: 'failed', operation, raw, reply, brief: '', isSure: false, heard: hearing(id) }
    }
    try {
      const outcome = await work()
      if (outcome.kind === 'elsewhere') return outcome
      const isChange = outcome.kind === 'failed' || (outcome.kind === 'done' && passage.wrote())
      if (!isChange && !sent) {
        // What is to be asked of somebody who is not there any more stays until it is told.
        if (attempts === 0 || outcome.kind === 'done') await journal.drop(id)
        return outcome
      }
      if (outcome.kind !== 'done' && outcome.kind !== 'failed') return await unknown(outcome)
      // It was sent before, and what stands in the way of looking for it, or is as it was to be, tells nothing of it.
      const isUnseen = sent !== undefined && !passage.wrote()
      if (outcome.kind === 'failed' && attempts < MOST_ATTEMPTS) {
        const mayBeSeen = isUnseen && (!outcome.isSure || outcome.later !== undefined)
        if (passage.isOpen() || mayBeSeen) {
          await journal.leave(id, journal.leaveMs(attempts), passage.known())
          return { kind: 'elsewhere', reply: outcome.later ?? goesOn(id) }
        }
      }
      if (isUnseen) return await unknown(sent)
      const plans = passage.plans()
      const names = plans.map(({ name }) => name).join(', ')
      await journal.settle(id, {
        state: stateOf(outcome, passage),
        reply: outcome.reply,
        about: names || recorded(aboutOf(outcome.operation, outcome.raw)),
        detail: recorded(outcome.reply.detail),
        organization: passage.organization(),
        plans: plans.map(plan => plan.id),
        isFree,
      })
      return { ...outcome, heard: hearing(id) }
    } catch (error) {
      journal.letGo(id)
      log.error({ err: error, ref: id }, 'what was asked for could not be brought to its end')
      return { kind: 'elsewhere', reply: goesOn(id) }
    }
  }

  return {
    /**
     * Writes down what somebody wants, or tells what became of it before.
     * @throws NotWritten where that cannot be, NotSure where nobody knows
     */
    async write(
      { operation, raw, sentence, person }: Wanted,
      request: IncomingRequest,
    ): Promise<WrittenChange | Before> {
      const id = deps.reference()
      const { key, team } = request
      const secrets = secretsIn(operation, raw)
      const said = { raw: without(secrets, raw), sentence, secrets }
      const within = organizationOf(raw)
      const matter = matterOf({ operation, raw, sentence, person }, request)
      let before: Before | undefined
      try {
        before = await journal.ask({
          ...{ id, key, ...matter, team, person, said, origin: request.origin() },
          operation: operation.id,
          organization: within?.id,
          private: operation.private === true,
        })
      } catch (error) {
        log.error({ err: error, ref: id }, 'what was asked for could not be written down')
        throw error instanceof MayBeWritten ? new NotSure() : new NotWritten()
      }
      if (before) return before
      const passage = passageOf({ id, operation, raw, now: clock() })
      const isFree = matter.counts === 'under way'
      return { id, passage, end: work => ended({ id, attempts: 0, isFree }, passage, work) }
    },

    /** The answer belongs somewhere else from now on, where there is still one to tell. */
    async moves(id: string, origin: string): Promise<void> {
      if (!journal.isHeld(id)) return
      await journal.moves(id, origin).catch(error => {
        log.warn({ err: error, ref: id }, 'where an answer belongs could not be written down')
      })
    },

    /**
     * Whether somebody has asked for something else since: what is theirs alone, such as in which organization they act,
     * is not to take the place of what they decided later.
     */
    isOvertaken: async (operation: Operation, { askedAt }: Entry, person: PersonKey): Promise<boolean> =>
      isOwn(operation) && (await journal.isFollowed(person, askedAt)),

    /** Goes on with what another left behind. */
    goOn(operation: Operation, entry: Entry, { raw, secrets }: Saying): WrittenChange {
      const { id, state, attempts, known, askedAt } = entry
      const left = { known, sent: state === 'sent', isWhole: secrets.length === 0 }
      const passage = passageOf({ id, operation, raw, now: askedAt, left })
      const before = { id, attempts, ...(left.sent && { sent: { operation, raw } }) }
      return { id, passage, end: work => ended(before, passage, work) }
    },
  }
}

/** The matter of a request, and for how long it counts once it is told. */
function matterOf(
  { operation, raw, sentence, person }: Wanted,
  { matter, once }: IncomingRequest,
): Pick<JournalRequest, 'matter' | 'counts'> {
  if (matter === undefined) {
    // What somebody typed is the same only as long as it is under way, and how they act is set as they said it last.
    if (!sentence || isOwn(operation)) return {}
    const typed = ['typed', person, organizationOf(raw)?.id, sentence.sentence]
    return { matter: JSON.stringify(typed), counts: 'under way' }
  }
  if (once) return { matter }
  if (!isOwn(operation)) return { matter, counts: COUNTS_MS }
  // It means another account for each, and is done again for whoever has done something else meanwhile.
  return { matter: `${person} ${matter}`, counts: 0 }
}

/** Whether it changes nothing but how the person themselves acts, such as in which organization. */
export const isOwn = ({ access, private: isPrivate }: Operation): boolean =>
  isPrivate === true && access !== 'actor'

function stateOf(outcome: Extract<Outcome, { kind: 'done' | 'failed' }>, passage: UnderWay): Settled {
  if (outcome.kind === 'failed') return outcome.isSure || !passage.wrote() ? 'failed' : 'unknown'
  // Of several plans every one may have failed.
  if (passage.wrote() && passage.effect() !== 'took')
    return passage.effect() === 'doubt' ? 'unknown' : 'failed'
  // What failed of it is told to whoever asked, beside the rest.
  return outcome.reply.aside ? 'partly' : 'done'
}

const secretsIn = ({ inputs }: Operation, raw: Raw): string[] =>
  inputs
    .filter(({ key, control }) => control.kind === 'secret' && raw[key] !== undefined)
    .map(({ key }) => key)

const without = (keys: readonly string[], raw: Raw): Raw =>
  Object.fromEntries(Object.entries(raw).filter(([key]) => !keys.includes(key)))
