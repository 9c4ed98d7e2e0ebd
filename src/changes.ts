import type { Logger } from 'pino'
import type { Request } from './admission.ts'
import { NotWritten } from './errors.ts'
import type { Entry, Past, Saying, Settled } from './journal/entry.ts'
import { createPassage, type Passage, type UnderWay } from './journal/passage.ts'
import type { Journal } from './journal/store.ts'
import { aboutOf, goesOn, sayUnknown } from './journal/words.ts'
import type { PersonKey } from './links/store.ts'
import type { Operation } from './operation.ts'
import type { Outcome } from './outcome.ts'
import type { Raw } from './raw.ts'
import { organizationOf } from './text/within.ts'

/** A change that is written down: how it reaches the service, and what is to be done with what came of it. */
export type Written = { id: string; passage: Passage; end(outcome: Outcome): Promise<Outcome> }

type Wanted = { operation: Operation; raw: Raw; sentence?: Saying['sentence']; person: PersonKey }

/** So often is it tried to find out what became of a change: for a quarter of an hour. */
const MOST_ATTEMPTS = 8

/** The one place where changes go into the journal, and their outcomes. */
export function createChanges(deps: {
  journal: Journal
  clock: () => Date
  log: Logger
  reference: () => string
}) {
  const { journal, clock, log } = deps

  /** What reached nobody is not this process's any more, which would keep it from all others: it is told later. */
  const told = (id: string) => (isTold: boolean) =>
    isTold ? journal.announced(id) : journal.leave(id, journal.leaveMs(0))

  /** Keeps what came of it, before anybody is told. */
  async function ended(
    { id, attempts, sent }: { id: string; attempts: number; sent: boolean },
    passage: UnderWay,
    outcome: Outcome,
  ): Promise<Outcome> {
    try {
      if (outcome.kind === 'elsewhere') return outcome
      const isChange = outcome.kind === 'failed' || (outcome.kind === 'done' && passage.wrote())
      if (!isChange && !sent) {
        await journal.drop(id)
        return outcome
      }
      if (outcome.kind !== 'done' && outcome.kind !== 'failed') {
        const { operation, raw } = outcome
        const reply = sayUnknown(operation, raw, id)
        await journal.settle(id, { state: 'unknown', reply, about: aboutOf(operation, raw), plans: [] })
        return { kind: 'failed', reply, brief: '', isSure: false, announced: told(id) }
      }
      if (outcome.kind === 'failed' && passage.isOpen() && attempts < MOST_ATTEMPTS) {
        await journal.leave(id, journal.leaveMs(attempts), passage.known())
        return { kind: 'elsewhere', reply: outcome.later ?? goesOn(id) }
      }
      const plans = passage.plans()
      const names = plans.map(({ name }) => name).join(', ')
      await journal.settle(id, {
        state: stateOf(outcome, passage),
        reply: outcome.reply,
        about: names || (outcome.kind === 'done' ? aboutOf(outcome.operation, outcome.raw) : undefined),
        plans: plans.map(plan => plan.id),
      })
      return { ...outcome, announced: told(id) }
    } catch (error) {
      log.error({ err: error, ref: id }, 'the journal could not be kept')
      return { kind: 'elsewhere', reply: goesOn(id) }
    }
  }

  return {
    /**
     * Writes down what somebody wants, or tells what became of it before.
     * @throws NotWritten where that cannot be
     */
    async write({ operation, raw, sentence, person }: Wanted, request: Request): Promise<Written | Past> {
      const id = deps.reference()
      const { key, matter, team, origin } = request
      const secrets = secretsIn(operation, raw)
      const said = { raw: without(secrets, raw), sentence, secrets }
      const within = organizationOf(raw)
      const asking = { id, key, matter, team, person, operation: operation.id, said, origin }
      let before: Past | undefined
      try {
        before = await journal.ask({
          ...asking,
          organization: within?.id,
          private: operation.private === true,
        })
      } catch (error) {
        log.error({ err: error, ref: id }, 'what was asked for could not be written down')
        throw new NotWritten()
      }
      if (before) return before
      const passage = createPassage({ journal, id, now: clock(), within })
      return { id, passage, end: outcome => ended({ id, attempts: 0, sent: false }, passage, outcome) }
    },

    /** The answer belongs somewhere else from now on. */
    moves: (id: string, origin: string): Promise<void> =>
      journal.moves(id, origin).catch(error => {
        log.warn({ err: error, ref: id }, 'where an answer belongs could not be written down')
      }),

    /** Goes on with what another left behind. */
    goOn({ id, state, attempts, known, askedAt }: Entry, { raw, secrets }: Saying): Written {
      const left = { known, sent: state === 'sent', isWhole: secrets.length === 0 }
      const passage = createPassage({ journal, id, now: askedAt, within: organizationOf(raw), left })
      return { id, passage, end: outcome => ended({ id, attempts, sent: left.sent }, passage, outcome) }
    },
  }
}

function stateOf(outcome: Extract<Outcome, { kind: 'done' | 'failed' }>, passage: UnderWay): Settled {
  if (outcome.kind === 'done') return 'done'
  return outcome.isSure || !passage.wrote() ? 'failed' : 'unknown'
}

const secretsIn = ({ inputs }: Operation, raw: Raw): string[] =>
  inputs
    .filter(({ key, control }) => control.kind === 'secret' && raw[key] !== undefined)
    .map(({ key }) => key)

const without = (keys: readonly string[], raw: Raw): Raw =>
  Object.fromEntries(Object.entries(raw).filter(([key]) => !keys.includes(key)))
