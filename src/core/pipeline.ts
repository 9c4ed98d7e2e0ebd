import type { Logger } from 'pino'
import { mrkdwn } from '../message/mrkdwn.ts'
import { withNote } from '../message/reply.ts'
import { createApprovalFlow, type Guard } from './approval.ts'
import { organizationIdIn } from './args.ts'
import type { Authenticate, Caller } from './authenticate.ts'
import type { Changes, RunningChange, StoredArgs } from './change.ts'
import { type AbandonedError, FieldIssue } from './errors.ts'
import { explainDuplicate } from './explain/past-changes.ts'
import { type FormData, type FormValues, type Issues, type Offered, plainForm } from './field.ts'
import { keptValues, type Operation, withoutSecrets } from './operation.ts'
import type { Failed, FormNeeded, OperationRequest, Outcome, RecordableOutcome } from './outcome.ts'
import { isForbiddenToViewers, refuseForbidden, warnForbidden, withoutForbidden } from './permissions.ts'
import {
  type ChangeRun,
  createFailures,
  explainRest,
  fillForm,
  loadOnce,
  type Report,
  type Run,
  readWords,
  showing,
} from './run.ts'

export type Pipeline = ReturnType<typeof createPipeline>

/** The only way to run an operation: authenticate → read → prepare → execute → present; a change is recorded first. */
export function createPipeline(deps: {
  authenticate: Authenticate
  changes: Changes
  log: Logger
  /** A new reference by which a person and the log speak of the same error. */
  reference: () => string
  /** Called with each outcome: of which operation, its kind, and how long it took. */
  onAnswer(operation: string, outcome: string, ms: number): void
  guard: Guard
}) {
  const { authenticate, changes, log, guard } = deps
  const failures = createFailures(deps)
  const { fail, failPart, orFailed } = failures
  const approvals = createApprovalFlow(guard, failures)

  /**
   * An outcome that shows what the person's role allows, and names an organization that is not the current one;
   * while the service fails, their role is not looked up.
   */
  async function permitted<O extends RecordableOutcome>(outcome: O, { auth }: Run): Promise<O> {
    if (outcome.kind === 'form' || outcome.kind === 'choice')
      return { ...outcome, notice: await warnForbidden(outcome.operation, auth) }
    if (outcome.kind !== 'done' && (outcome.kind !== 'failed' || outcome.whileUnknown)) return outcome
    const reply = await withoutForbidden(outcome.reply, auth)
    if (outcome.kind !== 'done' || outcome.operation.access !== 'member') return { ...outcome, reply }
    const { organization, link } = await auth.member()
    const isCurrent = organization.id === link.organization?.id
    return { ...outcome, reply: isCurrent ? reply : withNote(reply, mrkdwn`In *${organization.name}*.`) }
  }

  /** The arguments of a request, checked by the operation; an outcome where something has to be asked first. */
  async function validate(run: Run): Promise<{ kind: 'valid'; stored: StoredArgs } | Outcome> {
    const { operation, sentence } = run.request
    const words = await readWords(run)
    const { values, data } = words
    const hasIssues = Object.keys(words.issues).length > 0
    if (hasIssues || (sentence && operation.opensForm({ ...data.args, ...values }, sentence.rest)))
      return fillForm(run, words)
    const read = await operation.read(values, data, run.auth)
    if (read.kind === 'form') {
      const { choice, form, args } = read
      if (choice && form.choice) {
        const values = keptValues(operation, form.values)
        return { kind: 'choice', operation, ...choice, args, choice: form.choice, values }
      }
      return loadOnce(run, showing(operation, form, data.args))
    }
    const { args } = read
    run.request = { operation, args, approval: run.request.approval }
    run.notes = read.notes
    try {
      const found = await operation.prepare(args, run.auth)
      if (found.kind === 'prepared')
        return { kind: 'valid', stored: { args, prepared: found.prepared, omitted: [] } }
      if (isForbiddenToViewers(operation)) await refuseForbidden(operation, await run.auth.member(), args)
      return { kind: 'done', operation, args, reply: found.reply }
    } catch (error) {
      return await explainInForm(run, values, data, error)
    }
  }

  /** An error of one input is shown at it, and the form keeps what was typed. */
  async function explainInForm(
    run: Run,
    values: FormValues,
    data: FormData,
    error: unknown,
  ): Promise<Outcome> {
    const { notes } = run
    const { operation } = run.request
    if (!(error instanceof FieldIssue)) return { ...(await fail(run, error)), notes }
    const form = { ...plainForm(values, data, { [error.input]: error.message }), notes: notes ?? {} }
    return loadOnce(run, showing(operation, form, data.args))
  }

  async function execute(run: Run, { args, prepared }: StoredArgs): Promise<Outcome> {
    const { operation } = run.request
    const { report } = run
    const explain = (error: unknown) => failPart(run, error)
    try {
      const done = await operation.execute(args, run.auth, { prepared, report, explain })
      const shown = withoutSecrets(operation, args).args
      return { kind: 'done', operation, args: shown, ...done }
    } catch (error) {
      const { values, data } = operation.formatArgs(args)
      return await explainInForm(run, values, data, error)
    }
  }

  /** Reads, checks and executes a change, or asks a second person; a recovered one is executed as it was stored. */
  async function perform(run: ChangeRun): Promise<RecordableOutcome> {
    const outcome = await orFailed(run, async () => permitted(await attempt(run), run))
    const { approval } = run.request
    return approval ? approvals.finish(run, approval, outcome) : outcome
  }

  async function attempt(run: ChangeRun): Promise<RecordableOutcome> {
    const { change } = run
    const { operation } = run.request
    let { stored } = change
    if (!stored) {
      const valid = await validate(run)
      if (valid.kind !== 'valid') return valid
      stored = valid.stored
      const subjects = operation.subjects(stored.args, stored.prepared)
      const waiting = await approvals.ask(run, stored, subjects)
      if (waiting) return waiting
      await change.store({ ...stored, ...withoutSecrets(operation, stored.args) }, subjects)
    }
    run.mayBeSent = true
    return execute(run, stored)
  }

  /** Records a change, acknowledges it, and executes it. */
  async function handleChange(run: Run): Promise<Outcome> {
    const { request, caller } = run
    const { incoming, person } = caller
    const { operation } = request
    if (!incoming) throw new TypeError(`${operation.id} has no Slack request`)
    const change = await changes.accept(request, caller, incoming)
    if (change.kind === 'duplicate') {
      await incoming.onRecorded?.(undefined)
      const { args } = withoutSecrets(operation, request.args)
      const reply = explainDuplicate(change.change, operation, args, person.key)
      return { kind: 'recorded', reply, repeats: change.repeats }
    }
    await incoming.onRecorded?.(operation.effect === 'write' ? operation.doing : undefined, change)
    return change.finish(await perform(recorded(run, change)))
  }

  const plain = (request: OperationRequest, caller: Caller, report: Report = () => {}): Run => ({
    request,
    caller,
    auth: authenticate(caller),
    report,
  })

  const recorded = (run: Run, change: RunningChange, organizationId?: string): ChangeRun => ({
    ...run,
    change,
    auth: run.auth.forChange(change, organizationId),
  })

  /** Does something with a request whose arguments are bound to an organization, in that. */
  const bound = <T>(run: Run, work: (run: Run) => Promise<T>): Promise<T | Failed> =>
    orFailed(run, async () => {
      const { args, auth } = await run.auth.bind(run.request.operation.access, run.request.args)
      run.request = { ...run.request, args }
      run.auth = auth
      return work(run)
    })

  return {
    /** Runs a request, and logs and measures it; opening a form and typing into it are none. */
    async handle(request: OperationRequest, caller: Caller, report: Report = () => {}): Promise<Outcome> {
      const startedAt = performance.now()
      const { id, effect } = request.operation
      const outcome = await bound(plain(request, caller, report), async run => {
        if (effect === 'write') return handleChange(run)
        const valid = await validate(run)
        return permitted(valid.kind === 'valid' ? await execute(run, valid.stored) : valid, run)
      })
      const ms = Math.round(performance.now() - startedAt)
      log.info({ operation: id, person: caller.person.key, outcome: outcome.kind, ms }, 'answered')
      deps.onAnswer(id, outcome.kind, ms)
      return outcome
    },

    /** Continues a change whose process has stopped; with an error, it ends the change with that. */
    async recover(
      request: OperationRequest,
      caller: Caller,
      change: RunningChange,
      error?: AbandonedError,
    ): Promise<Outcome> {
      // What was approved is executed for the first time.
      const mayBeSent = change.stored !== undefined || !request.approval
      const organizationId = organizationIdIn(request.args)
      const run = { ...recorded(plain(request, caller), change, organizationId), mayBeSent }
      return change.finish(await (error ? fail(run, error) : perform(run)))
    },

    /** The form of a request, at once: nothing is looked up but the link. */
    open: (request: OperationRequest, caller: Caller): Promise<FormNeeded | Failed> =>
      bound(plain(request, caller), async ({ request: { operation, args, values, data, sentence } }) => {
        const valid = operation.parseArgs(args)
        const isLeftOver = sentence && sentence.rest !== '' && !operation.takesWords
        const issues: Issues = isLeftOver ? { form: explainRest(operation, sentence.rest) } : {}
        return showing(operation, plainForm(values ?? {}, { ...data, args: valid }, issues), valid)
      }),

    /** The form of a request with all that can be loaded and noted; `typing`: with notes alone. */
    form: (request: OperationRequest, caller: Caller, typing = false): Promise<FormNeeded | Failed> =>
      bound(plain(request, caller), async run => {
        const form = await fillForm(run, await readWords(run), typing)
        return typing ? form : { ...form, notice: await warnForbidden(request.operation, run.auth) }
      }),

    /** Makes what selects of a form offer; answers of the service are kept for the next letter. */
    options(caller: Caller) {
      const auth = authenticate(caller)
      return (
        operation: Operation,
        input: string,
        typed: string,
        data: FormData,
      ): Promise<Offered | Failed> =>
        orFailed({ request: { operation, args: {} }, caller, auth }, async () => {
          const bound = await auth.bind(operation.access, data.args)
          return operation.options(input, typed, data, bound.auth)
        })
    },

    /** Does what a request needs besides its operation; an error becomes a reply. */
    attempt: <T>(request: OperationRequest, caller: Caller, work: () => Promise<T>): Promise<T | Failed> =>
      orFailed(plain(request, caller), work),
  }
}
