import type { Logger } from 'pino'
import type { Admit, Caller } from './admission.ts'
import { FieldIssue, isExpected } from './errors.ts'
import { type Attempt, briefly, explainPart, toReply } from './explain.ts'
import type { Choice, Issues, Option } from './field.ts'
import { type Operation, type Reply, withoutSecrets } from './operation.ts'
import type { Admission } from './person.ts'
import type { Raw } from './raw.ts'
import { ServiceError } from './service/failure.ts'
import type { Shape } from './shape.ts'

/** `brief` says the same in a line. */
export type Failed = { kind: 'failed'; reply: Reply; brief: string }

/** What became of a request; each door shows it in its own way. A raw in it holds no secrets. */
export type Outcome =
  | { kind: 'done'; operation: Operation; raw: Raw; reply: Reply }
  | Failed
  | Asking
  | { kind: 'choice'; operation: Operation; raw: Raw; choice: Choice }

/** A form that has something to ask. */
export type Asking = { kind: 'issues'; operation: Operation } & Shape

/** A sentence of which the operation is known; the rest is still to be split. */
export type Said = { operation: Operation; raw: Raw; rest: string; sentence: string }

/** What was typed into the select of an input, in a form that carries these words unseen. */
export type Offering = { operation: Operation; key: string; typed: string; unseen: Raw }

/** Says on the way how far long work is. */
type Tell = (reply: Reply) => void

type When = Parameters<Operation['shape']>[2]

const SILENT: Tell = () => {}

type Asked = Omit<Attempt, 'reference'>

export type Run = ReturnType<typeof createRun>

/** The funnel's middle: a raw is parsed, performed, and answered; an error becomes a reply. */
export function createRun(deps: { admit: Admit; log: Logger; reference: () => string }) {
  const { log, reference } = deps
  const { admit, bind } = deps.admit

  function report(error: unknown, about: { operation: string; person: string; ref: string }): void {
    if (isExpected(error)) log.info({ ...about, outcome: error.name }, 'refused')
    else if (error instanceof ServiceError) log.warn({ ...about, err: error }, 'the service failed')
    else log.error({ ...about, err: error }, 'failed')
  }

  /** What work comes to, or what its error says to the person. Both the log and the reply name the reference. */
  async function attempt<T>(asked: Asked, caller: Caller, work: () => Promise<T>): Promise<T | Failed> {
    try {
      return await work()
    } catch (error) {
      const about = { operation: asked.operation.id, person: caller.person.key, ref: reference() }
      report(error, about)
      return {
        kind: 'failed',
        reply: toReply(error, { ...asked, reference: about.ref }),
        brief: briefly(error, about.ref),
      }
    }
  }

  /** The same for work on words that are bound to the organization that they are about, also where it fails. */
  async function bound<T>(asked: Asked, caller: Caller, work: (raw: Raw) => Promise<T>): Promise<T | Failed> {
    const words = await attempt(asked, caller, async () => ({
      raw: await bind(caller, asked.operation.access, asked.raw),
    }))
    return 'kind' in words ? words : attempt({ ...asked, ...words }, caller, () => work(words.raw))
  }

  async function answer(
    operation: Operation,
    raw: Raw,
    caller: Caller,
    admission: Admission,
    tell: Tell,
  ): Promise<Outcome> {
    const shown = withoutSecrets(operation, raw)
    const prepared = await operation.prepare(raw, admission)
    if (prepared.kind === 'asks') {
      const { issues, choice } = prepared
      if (choice && Object.keys(issues).length === 0) return { kind: 'choice', operation, raw: shown, choice }
      return { ...prepared, kind: 'issues', operation, raw: shown }
    }
    let name: string | undefined
    const explain = (error: unknown) => {
      name ??= reference()
      report(error, { operation: operation.id, person: caller.person.key, ref: name })
      return explainPart(error, { operation, raw, reference: name })
    }
    try {
      return { kind: 'done', operation, raw: shown, reply: await prepared.perform({ tell, explain }) }
    } catch (error) {
      if (!(error instanceof FieldIssue)) throw error
      return {
        ...prepared.shape,
        kind: 'issues',
        operation,
        raw: shown,
        issues: { [error.key]: error.message },
      }
    }
  }

  async function runRaw(
    operation: Operation,
    raw: Raw,
    caller: Caller,
    tell: Tell,
    admission = admit(caller),
  ): Promise<Outcome> {
    return bound({ operation, raw }, caller, raw => answer(operation, raw, caller, admission, tell))
  }

  /** What a form shows, once everybody is asked who can tell. */
  const shape = (
    operation: Operation,
    raw: Raw,
    caller: Caller,
    when: When = 'anew',
    admission = admit(caller),
  ) =>
    bound({ operation, raw }, caller, async (raw): Promise<Asking> => {
      const shape = await operation.shape(raw, admission, when)
      return { ...shape, kind: 'issues', operation, raw: withoutSecrets(operation, shape.raw) }
    })

  return {
    /** Does what a request needs besides its operation; an error becomes a reply, as with all else. */
    attempt,

    /** Runs what a form or a button holds. */
    raw: (operation: Operation, raw: Raw, caller: Caller, tell: Tell = SILENT): Promise<Outcome> =>
      runRaw(operation, raw, caller, tell),

    /** Runs a sentence. */
    async sentence(
      { operation, raw, rest, sentence }: Said,
      caller: Caller,
      tell: Tell = SILENT,
    ): Promise<Outcome> {
      const admission = admit(caller)
      const split = await attempt({ operation, raw, sentence }, caller, () =>
        operation.split(rest, admission),
      )
      if ('kind' in split) return split
      const whole = { ...split.raw, ...raw }
      const leftover = split.leftover ? { form: sayLeftover(operation, split.leftover) } : undefined
      const asks = operation.asks(whole, '')
      if (asks || operation.fills(whole)) {
        const asked = await shape(operation, whole, caller, 'anew', admission)
        if (asked.kind === 'failed') return asked
        const issues = { ...asked.issues, ...leftover }
        if (asks || asked.choice || Object.keys(issues).length > 0) return { ...asked, issues }
        return runRaw(operation, asked.raw, caller, tell, admission)
      }
      if (leftover)
        return bound({ operation, raw: whole, sentence }, caller, async raw =>
          asking(operation, withoutSecrets(operation, raw), leftover),
        )
      return runRaw(operation, whole, caller, tell, admission)
    },

    /** A form for what is still missing, unless the person may not do this at all. Asks only for the link. */
    ask: (asked: Asked, caller: Caller): Promise<Asking | Failed> =>
      attempt(asked, caller, async () => {
        const { operation } = asked
        const raw = await bind(caller, operation.access, asked.raw)
        return asking(operation, withoutSecrets(operation, raw))
      }),

    shape: (operation: Operation, raw: Raw, caller: Caller, when?: When): Promise<Asking | Failed> =>
      shape(operation, raw, caller, when),

    /** What selects offer for what is typed into them: what was asked of the service for one is known for the next. */
    offering(caller: Caller) {
      const admission = admit(caller)
      return ({ operation, key, typed, unseen }: Offering): Promise<Option[] | Failed> =>
        attempt({ operation, raw: {} }, caller, () => operation.options(key, typed, admission, unseen))
    },
  }
}

/** What stands behind an operation that asks for secrets may be one: it is not repeated. */
const sayLeftover = ({ inputs }: Operation, words: string): string =>
  inputs.some(({ control }) => control.kind === 'secret')
    ? 'What stood behind it was left out: secrets are asked for apart.'
    : `I did not understand “${words}”.`

/** A form for these words, about which nobody has been asked yet. */
const asking = (operation: Operation, raw: Raw, issues: Issues = {}): Asking => ({
  kind: 'issues',
  operation,
  raw,
  issues,
  notes: {},
})
