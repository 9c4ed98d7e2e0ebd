import type { Logger } from 'pino'
import type { Admit, Caller } from './admission.ts'
import type { createChanges, Written } from './changes.ts'
import { FieldIssue, isExpected, NotKept, NotWritten } from './errors.ts'
import { type Attempt, briefly, explainPart, toReply } from './explain.ts'
import type { Choice, Issues, Option } from './field.ts'
import type { Entry, Saying } from './journal/entry.ts'
import { sayBefore } from './journal/words.ts'
import { type Operation, type Reply, withoutSecrets } from './operation.ts'
import type { Access, Admission } from './person.ts'
import type { Raw } from './raw.ts'
import { ServiceError } from './service/failure.ts'
import type { Shape } from './shape.ts'

/** `brief` says the same in a line; `isSure` tells that nothing was changed, and `later` that it is still being found out. */
export type Failed = { kind: 'failed'; reply: Reply; brief: string; isSure: boolean; later?: Reply } & Told

/** Where it is in the journal: to be called once somebody was told of it. */
type Told = { announced?: () => Promise<void> }

/** What became of a request; each door shows it in its own way. A raw in it holds no secrets. */
export type Outcome =
  | ({ kind: 'done'; operation: Operation; raw: Raw; reply: Reply } & Told)
  | Failed
  | Asking
  | { kind: 'choice'; operation: Operation; raw: Raw; choice: Choice }
  | Elsewhere

/** What comes of it is told apart from this, or was told before, where it `repeats`: here is what is said now. */
type Elsewhere = { kind: 'elsewhere'; reply: Reply; repeats?: true }

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

/** One way through the funnel: who asks, what they act with, and what the log calls it. */
type Turn = {
  caller: Caller
  admission: Admission
  tell: Tell
  reference(): string
  bind(access: Access, raw: Raw): Promise<Raw>
}

export type Run = ReturnType<typeof createRun>

/** The funnel's middle: a raw is parsed, performed, and answered; an error becomes a reply. A change passes the journal. */
export function createRun(deps: {
  admit: Admit
  changes: ReturnType<typeof createChanges>
  log: Logger
  reference: () => string
}) {
  const { log, reference, changes } = deps
  const { admit, bind } = deps.admit

  function report(error: unknown, about: { operation: string; person: string; reference: string }): void {
    if (isExpected(error)) log.info({ ...about, outcome: error.name }, 'refused')
    else if (error instanceof ServiceError) log.warn({ ...about, err: error }, 'the service failed')
    else log.error({ ...about, err: error }, 'failed')
  }

  type Named = Pick<Turn, 'caller' | 'reference'>

  /** What work comes to, or what its error says to the person. Both the log and the reply name the reference. */
  async function attempt<T>(
    asked: Asked,
    { caller, reference }: Named,
    work: () => Promise<T>,
  ): Promise<T | Failed> {
    try {
      return await work()
    } catch (error) {
      const about = { operation: asked.operation.id, person: caller.person.key, reference: reference() }
      report(error, about)
      return {
        kind: 'failed',
        reply: toReply(error, { ...asked, reference: about.reference }),
        brief: briefly(error, about.reference),
        isSure: isSure(error),
        later: toReply(error, { ...asked, reference: about.reference, later: true }),
      }
    }
  }

  /** The same for work on words that are bound to the organization that they are about, also where it fails. */
  async function bound<T>(asked: Asked, turn: Turn, work: (raw: Raw) => Promise<T>): Promise<T | Failed> {
    const words = await attempt(asked, turn, async () => ({
      raw: await turn.bind(asked.operation.access, asked.raw),
    }))
    return 'kind' in words ? words : attempt({ ...asked, ...words }, turn, () => work(words.raw))
  }

  async function answer(operation: Operation, raw: Raw, turn: Turn): Promise<Outcome> {
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
      report(error, { operation: operation.id, person: caller.person.key, reference: name })
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

  async function runRaw(operation: Operation, raw: Raw, turn: Turn): Promise<Outcome> {
    const started = performance.now()
    const outcome = await bound({ operation, raw }, turn, raw => answer(operation, raw, turn))
    const ms = Math.round(performance.now() - started)
    log.info(
      { operation: operation.id, person: turn.caller.person.key, outcome: outcome.kind, ms },
      'answered',
    )
    return outcome
  }

  /** What a form shows, once everybody is asked who can tell. */
  const shape = (operation: Operation, raw: Raw, turn: Turn, when: When = 'anew') =>
    bound({ operation, raw }, turn, async (raw): Promise<Asking> => {
      const shape = await operation.shape(raw, turn.admission, when)
      return { ...shape, kind: 'issues', operation, raw: withoutSecrets(operation, shape.raw) }
    })

  async function runSentence({ operation, raw, rest, sentence }: Said, turn: Turn): Promise<Outcome> {
    const split = await attempt({ operation, raw, sentence }, turn, () =>
      operation.split(rest, turn.admission),
    )
    if ('kind' in split) return split
    const whole = { ...split.raw, ...raw }
    const leftover = split.leftover ? { form: sayLeftover(operation, split.leftover) } : undefined
    const asks = operation.asks(whole, '')
    if (asks || operation.fills(whole)) {
      const asked = await shape(operation, whole, turn)
      if (asked.kind === 'failed') return asked
      const issues = { ...asked.issues, ...leftover }
      if (asks || asked.choice || Object.keys(issues).length > 0) return { ...asked, issues }
      return runRaw(operation, asked.raw, turn)
    }
    if (leftover)
      return bound({ operation, raw: whole, sentence }, turn, async raw =>
        asking(operation, withoutSecrets(operation, raw), leftover),
      )
    return runRaw(operation, whole, turn)
  }

  const turnOf = (caller: Caller, tell: Tell = SILENT): Turn => ({
    caller,
    tell,
    reference,
    admission: admit(caller),
    bind: (access, raw) => bind(caller, access, raw),
  })

  const go = (asked: Said | Plain, turn: Turn): Promise<Outcome> =>
    'sentence' in asked ? runSentence(asked, turn) : runRaw(asked.operation, asked.raw, turn)

  /** The words are bound by now, and stay so whatever organization the person uses meanwhile. */
  const pass = async (asked: Said | Plain, { id, passage, end }: Written, caller: Caller, tell: Tell) =>
    end(
      await go(asked, {
        caller,
        tell,
        reference: () => id,
        admission: admit(caller, passage),
        bind: async (_, raw) => raw,
      }),
    )

  /** A change is written down before anything is done for it, and so is what becomes of it before that is told. */
  async function change(asked: Said | Plain, caller: Caller, tell: Tell): Promise<Outcome> {
    const { operation } = asked
    const { request, person } = caller
    if (!request || operation.effect === 'read')
      throw new TypeError(`${operation.id} was asked for by nobody`)
    const begun = await attempt(asked, turnOf(caller), async () => {
      const raw = await bind(caller, operation.access, asked.raw)
      const sentence = 'sentence' in asked ? { rest: asked.rest, sentence: asked.sentence } : undefined
      return { raw, written: await changes.write({ operation, raw, sentence, person: person.key }, request) }
    })
    if ('kind' in begun) return begun
    const { written, raw } = begun
    await request.taken?.('passage' in written ? operation.doing : undefined)
    if ('passage' in written) return pass({ ...asked, raw }, written, caller, tell)
    const reply = sayBefore(written, operation, withoutSecrets(operation, raw))
    return { kind: 'elsewhere', reply, repeats: true }
  }

  const run = (asked: Said | Plain, caller: Caller, tell: Tell): Promise<Outcome> =>
    asked.operation.effect === 'read' ? go(asked, turnOf(caller, tell)) : change(asked, caller, tell)

  return {
    /** Does what a request needs besides its operation; an error becomes a reply, as with all else. */
    attempt: <T>(asked: Asked, caller: Caller, work: () => Promise<T>): Promise<T | Failed> =>
      attempt(asked, { caller, reference }, work),

    /** Runs what a form or a button holds. */
    raw: (operation: Operation, raw: Raw, caller: Caller, tell: Tell = SILENT): Promise<Outcome> =>
      run({ operation, raw }, caller, tell),

    /** Runs a sentence. */
    sentence: (said: Said, caller: Caller, tell: Tell = SILENT): Promise<Outcome> => run(said, caller, tell),

    /** Goes on with a change that another process has left behind, as if it were asked for then. */
    async resume(operation: Operation, entry: Entry, said: Saying, caller: Caller): Promise<Outcome> {
      const written = changes.goOn(entry, said)
      const { raw, sentence, secrets } = said
      const typed = Object.fromEntries(secrets.map(key => [key, HIDDEN]))
      const asked = { operation, raw: { ...raw, ...typed }, ...sentence }
      if (secrets.length === 0 || entry.state === 'sent') return pass(asked, written, caller, SILENT)
      const lost = async (): Promise<never> => Promise.reject(new NotKept())
      return written.end(await attempt(asked, { caller, reference: () => entry.id }, lost))
    },

    /** A form for what is still missing, unless the person may not do this at all. Asks only for the link. */
    ask: (asked: Asked, caller: Caller): Promise<Asking | Failed> =>
      attempt(asked, { caller, reference }, async () => {
        const { operation } = asked
        const raw = await bind(caller, operation.access, asked.raw)
        return asking(operation, withoutSecrets(operation, raw))
      }),

    shape: (operation: Operation, raw: Raw, caller: Caller, when?: When): Promise<Asking | Failed> =>
      shape(operation, raw, turnOf(caller), when),

    /** What selects offer for what is typed into them; what was asked of the service for one is known for the next. */
    offering(caller: Caller) {
      const admission = admit(caller)
      return ({ operation, key, typed, unseen }: Offering): Promise<Option[] | Failed> =>
        attempt({ operation, raw: {} }, { caller, reference }, () =>
          operation.options(key, typed, admission, unseen),
        )
    },
  }
}

/** What a form or a button holds. */
type Plain = { operation: Operation; raw: Raw }

/** Stands where a secret was, in what is only looked for. */
const HIDDEN = 'hidden'

const isSure = (error: unknown): boolean =>
  error instanceof ServiceError
    ? error.outcome === 'not done'
    : isExpected(error) || error instanceof NotWritten || error instanceof NotKept

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
