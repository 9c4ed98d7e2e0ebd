import type { Logger } from 'pino'
import { isGrace } from '../language/graces.ts'
import { sayLeftover } from '../language/leftover.ts'
import { type Reply, reply } from '../message/reply.ts'
import { ServiceError } from '../service/failure.ts'
import type { Caller } from './authenticate.ts'
import type { Access, Admission } from './context.ts'
import { Abandoned, AlreadySo, FieldIssue, isExpected, LinkOutOfReach, NotWritten } from './errors.ts'
import type { Attempt } from './explain/attempt.ts'
import { briefly } from './explain/brief.ts'
import { explainPart, toReply, waitsBehind } from './explain/explain.ts'
import type { Issues } from './field.ts'
import { type Operation, withoutSecrets } from './operation.ts'
import type { Asking, Failed, Outcome } from './outcome.ts'
import type { Raw } from './raw.ts'
import type { Afresh } from './specification.ts'

/** A sentence of which the operation is known; the rest is still to be split. */
export type TypedSentence = { operation: Operation; raw: Raw; rest: string; sentence: string }

/** What a form or a button holds. */
export type Plain = { operation: Operation; raw: Raw }

/** Says on the way how far long work is. */
export type Tell = (reply: Reply) => void

export type When = Parameters<Operation['shape']>[2]

export type Attempted = Omit<Attempt, 'reference'>

/** One way through the funnel: who asks, what they act with, and what the log calls it. */
export type Turn = {
  caller: Caller
  admission: Admission
  tell: Tell
  reference(): string
  bind(access: Access, raw: Raw): Promise<Raw>
}

/** The funnel itself: a raw is parsed, performed, and answered; an error becomes a reply. */
export function createFunnel({ log, afresh }: { log: Logger; afresh: Afresh }) {
  function report(error: unknown, about: { operation: string; person: string; ref: string }): void {
    if (isExpected(error)) log.info({ ...about, outcome: error.name }, 'refused')
    else if (error instanceof ServiceError) log.warn({ ...about, err: error }, 'the service failed')
    else log.error({ ...about, err: error }, 'failed')
  }

  type Named = Pick<Turn, 'caller' | 'reference'>

  /** What an error says to the person. Both the log and the reply name the reference. */
  function failed(asked: Attempted, { caller, reference }: Named, error: unknown): Failed {
    const about = { operation: asked.operation.id, person: caller.person.key, ref: reference() }
    report(error, about)
    const attempt = { ...asked, reference: about.ref }
    return {
      kind: 'failed',
      operation: asked.operation,
      raw: withoutSecrets(asked.operation, asked.raw),
      reply: toReply(error, attempt),
      behind: waitsBehind(error, attempt),
      brief: briefly(error, about.ref),
      isSure: isSure(error),
      ...(error instanceof ServiceError && {
        later: toReply(error, { ...attempt, later: true }),
      }),
    }
  }

  /** What work comes to, or what its error says. */
  async function attempt<T>(asked: Attempted, named: Named, work: () => Promise<T>): Promise<T | Failed> {
    try {
      return await work()
    } catch (error) {
      return failed(asked, named, error)
    }
  }

  /** The same for work on words that are bound to the organization that they are about, also where it fails. */
  async function bound<T>(asked: Attempted, turn: Turn, work: (raw: Raw) => Promise<T>): Promise<T | Failed> {
    let words = asked
    try {
      words = { ...asked, raw: await turn.bind(asked.operation.access, asked.raw) }
      return await work(words.raw)
    } catch (error) {
      return failed(words, turn, error)
    }
  }

  async function answer(operation: Operation, raw: Raw, turn: Turn, isTyped: boolean): Promise<Outcome> {
    const { caller, admission, tell } = turn
    const shown = withoutSecrets(operation, raw)
    const prepared = await operation.prepare(raw, admission)
    if (prepared.kind === 'asks') {
      const { issues, choice } = prepared
      if (choice && Object.keys(issues).length === 0) return { kind: 'choice', operation, raw: shown, choice }
      return { ...prepared, kind: 'issues', operation, raw: shown }
    }
    let name: string | undefined
    const explain = (error: unknown) => {
      name ??= turn.reference()
      report(error, { operation: operation.id, person: caller.person.key, ref: name })
      return explainPart(error, { operation, raw, reference: name })
    }
    try {
      return { kind: 'done', operation, raw: shown, reply: await prepared.perform({ tell, explain, afresh }) }
    } catch (error) {
      if (isTyped && error instanceof AlreadySo)
        return { kind: 'done', operation, raw: shown, reply: reply('me', error.text, ...error.buttons) }
      if (!(error instanceof FieldIssue))
        return { ...failed({ operation, raw }, turn, error), notes: prepared.shape().notes }
      return {
        ...prepared.shape(),
        kind: 'issues',
        operation,
        raw: shown,
        issues: { [error.key]: error.message },
      }
    }
  }

  const runRaw = (operation: Operation, raw: Raw, turn: Turn, isTyped = false): Promise<Outcome> =>
    bound({ operation, raw }, turn, raw => answer(operation, raw, turn, isTyped))

  /** What a form shows, once everybody is asked who can tell. */
  const shape = (operation: Operation, raw: Raw, turn: Turn, when: When = 'anew') =>
    bound({ operation, raw }, turn, async (raw): Promise<Asking> => {
      const shape = await operation.shape(raw, turn.admission, when)
      return { ...shape, kind: 'issues', operation, raw: withoutSecrets(operation, shape.raw) }
    })

  /** A form that was sent before Slack showed what it is filled with is filled first: what it says is to be different. */
  async function runForm({ operation, raw }: Plain, turn: Turn): Promise<Outcome> {
    if (!operation.fills(raw)) return runRaw(operation, raw, turn)
    const shaped = await shape(operation, raw, turn)
    return shaped.kind === 'failed' ? shaped : runRaw(operation, { ...raw, ...shaped.raw }, turn)
  }

  async function runSentence(
    { operation, raw, rest, sentence }: TypedSentence,
    turn: Turn,
  ): Promise<Outcome> {
    const split =
      rest === ''
        ? { raw: {}, leftover: '', another: undefined }
        : await attempt({ operation, raw, sentence }, turn, () => operation.split(rest, turn.admission))
    if ('kind' in split) return split
    const whole = { ...split.raw, ...raw }
    const leftover = isGrace(split.leftover)
      ? undefined
      : { form: split.another ?? sayLeftover(operation, split.leftover, split.raw) }
    const asks = operation.asks(whole, '')
    if (asks || operation.fills(whole)) {
      const asked = await shape(operation, whole, turn)
      if (asked.kind === 'failed') return asked
      const issues = { ...asked.issues, ...leftover }
      if (asks || asked.choice || Object.keys(issues).length > 0) return { ...asked, issues }
      return runRaw(operation, asked.raw, turn, true)
    }
    if (leftover)
      return bound({ operation, raw: whole, sentence }, turn, async raw =>
        asking(operation, withoutSecrets(operation, raw), leftover),
      )
    return runRaw(operation, whole, turn, true)
  }

  return {
    attempt,
    shape,
    /** Runs a sentence, or what a form or a button holds. */
    go: (asked: TypedSentence | Plain, turn: Turn): Promise<Outcome> =>
      'sentence' in asked ? runSentence(asked, turn) : runForm(asked, turn),
  }
}

function isSure(error: unknown): boolean {
  if (error instanceof ServiceError) return error.outcome === 'not done'
  if (error instanceof Abandoned) return error.isSure
  return isExpected(error) || error instanceof NotWritten || error instanceof LinkOutOfReach
}

/** A form for these words, about which nobody has been asked yet. */
export const asking = (operation: Operation, raw: Raw, issues: Issues = {}): Asking => ({
  kind: 'issues',
  operation,
  raw,
  issues,
  notes: {},
})
