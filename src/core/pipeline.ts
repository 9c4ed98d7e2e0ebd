import type { Logger } from 'pino'
import { mrkdwn } from '../message/mrkdwn.ts'
import { type Reply, withNote } from '../message/reply.ts'
import { createApprovalFlow, type Guard } from './approval.ts'
import { type Args, organizationIdIn } from './args.ts'
import type { Authenticate } from './authenticate.ts'
import type { Accept, RunningChange, StoredArgs } from './change.ts'
import type { Caller } from './context.ts'
import { type AbandonedError, FieldIssue } from './errors.ts'
import { explainDuplicate } from './explain/past-changes.ts'
import { type FormData, type FormState, type Issues, type Offered, plainForm } from './field.ts'
import { keptValues, type Operation, withoutSecrets } from './operation.ts'
import type { Failed, FormNeeded, OperationRequest, Outcome, RecordableOutcome } from './outcome.ts'
import {
  bindButtons,
  isForbiddenToViewers,
  refuseForbidden,
  warnForbidden,
  withoutForbidden,
} from './permissions.ts'
import {
  type ChangeRun,
  createFailures,
  explainRest,
  fillForm,
  fillIfEmpty,
  formOf,
  type Report,
  type Run,
  readWords,
} from './run.ts'

export type Pipeline = ReturnType<typeof createPipeline>

/** The only way to run an operation: authenticate → record a change → read → prepare → execute → present. */
export function createPipeline(deps: {
  authenticate: Authenticate
  changes: { accept: Accept }
  log: Logger
  /** Creates an id that identifies an error in the reply and in the log. */
  reference: () => string
  /** Called with the kind and duration of each outcome. */
  onAnswer(operation: string, outcome: string, ms: number): void
  guard: Guard
}) {
  const { authenticate, changes, log, guard } = deps
  const failures = createFailures(deps)
  const { fail, failPart, orFailed } = failures
  const approvals = createApprovalFlow(guard, failures)

  /**
   * Removes the buttons that the person's role forbids, binds the others to the organization of the request, and
   * names that if it is not the current one. The role is not looked up while the service fails.
   */
  async function applyPermissions<O extends RecordableOutcome>(
    outcome: O,
    { auth, request }: Run,
  ): Promise<O> {
    if (outcome.kind === 'form' || outcome.kind === 'choice')
      return { ...outcome, notice: await warnForbidden(outcome.operation, auth) }
    if (outcome.kind !== 'done' && (outcome.kind !== 'failed' || outcome.whileUnknown)) return outcome
    const allowed = await withoutForbidden(outcome.reply, auth)
    const reply = bindButtons(allowed, request.args, await auth.anyone())
    if (outcome.kind !== 'done' || outcome.operation.access !== 'member') return { ...outcome, reply }
    const { organization, link } = await auth.member()
    const isCurrent = organization.id === link.organization?.id
    return { ...outcome, reply: isCurrent ? reply : withNote(reply, mrkdwn`In *${organization.name}*.`) }
  }

  /** Reads and prepares the arguments of a request, or resolves to an outcome that asks for what is missing. */
  async function validate(run: Run): Promise<{ kind: 'valid'; stored: StoredArgs } | Outcome> {
    const { operation, sentence } = run.request
    const words = await readWords(run)
    const { values, data, issues } = words
    const hasIssues = Object.keys(issues).length > 0
    if (hasIssues || (sentence && operation.opensForm({ ...data.args, ...values }, sentence.rest)))
      return fillForm(run, words)
    const result = await operation.read(values, data, run.auth)
    if (result.kind === 'form') {
      const { choice, form, args } = result
      if (choice && form.choice) {
        const values = keptValues(operation, form.values)
        return { kind: 'choice', operation, ...choice, args, choice: form.choice, values }
      }
      return fillIfEmpty(run, form)
    }
    const { args, notes } = result
    run.request = { operation, args, approval: run.request.approval }
    run.notes = notes
    try {
      const preparation = await operation.prepare(args, run.auth)
      if (preparation.kind === 'prepared')
        return { kind: 'valid', stored: { args, prepared: preparation.prepared, omitted: [] } }
      if (isForbiddenToViewers(operation)) await refuseForbidden(operation, await run.auth.member(), args)
      return { kind: 'done', operation, args, reply: preparation.reply }
    } catch (error) {
      return await explainInForm(run, words, error)
    }
  }

  /** Shows an error that concerns one input there, in a form with what was typed; explains any other. */
  async function explainInForm(
    run: Run,
    { values, data }: Pick<FormState, 'values' | 'data'>,
    error: unknown,
  ): Promise<Outcome> {
    const notes = run.notes?.()
    if (!(error instanceof FieldIssue)) return { ...(await fail(run, error)), notes }
    const form = plainForm(values, data, { [error.input]: error.message })
    return fillIfEmpty(run, { ...form, notes: notes ?? {} })
  }

  async function execute(run: Run, { args, prepared }: StoredArgs): Promise<Outcome> {
    const { operation } = run.request
    const explain = (error: unknown) => failPart(run, error)
    try {
      const executed = await operation.execute(args, run.auth, { prepared, report: run.report, explain })
      return { kind: 'done', operation, args: withoutSecrets(operation, args).args, ...executed }
    } catch (error) {
      return await explainInForm(run, operation.formatArgs(args), error)
    }
  }

  /** Validates and executes a change, or asks a second person. A recovered one is executed with its stored arguments. */
  async function perform(run: ChangeRun): Promise<RecordableOutcome> {
    const outcome = await orFailed(run, async () => applyPermissions(await attempt(run), run))
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
      const approval = await guard.check(run.request, stored.prepared, subjects, run.auth)
      if (approval) return { ...approvals.ask(run, approval), subjects }
      await change.store({ ...stored, ...withoutSecrets(operation, stored.args) }, subjects)
    }
    return execute(run, stored)
  }

  /** Records a change, acknowledges it to Slack and executes it; answers a duplicate with the first outcome. */
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
    return change.finish(await perform(changeRun(run, change)))
  }

  const newRun = (request: OperationRequest, caller: Caller, report: Report = () => {}): Run => ({
    request,
    caller,
    auth: authenticate(caller),
    report,
  })

  const changeRun = (run: Run, change: RunningChange, organizationId?: string): ChangeRun => ({
    ...run,
    change,
    auth: run.auth.forChange(change, organizationId),
  })

  /** Runs `work` with the request in the organization that its arguments name, or else in the current one. */
  const inOrganization = <T>(run: Run, work: (run: Run) => Promise<T>): Promise<T | Failed> =>
    orFailed(run, async () => {
      const { args, auth } = await run.auth.inOrganization(run.request.operation.access, run.request.args)
      run.request = { ...run.request, args }
      run.auth = auth
      return work(run)
    })

  return {
    /** Lets the buttons of a reply act in the organization of `args`, or else in the person's current one. */
    async bind(reply: Reply, caller: Caller, args: Args): Promise<Reply> {
      const bound = await authenticate(caller)
        .inOrganization('member', args)
        .catch(() => undefined)
      return bound ? bindButtons(reply, bound.args, await bound.auth.anyone()) : reply
    },

    /** Runs a request, logs and measures it. */
    async handle(request: OperationRequest, caller: Caller, report?: Report): Promise<Outcome> {
      const startedAt = performance.now()
      const { id, effect } = request.operation
      const outcome = await inOrganization(newRun(request, caller, report), async run => {
        if (effect === 'write') return handleChange(run)
        const valid = await validate(run)
        return applyPermissions(valid.kind === 'valid' ? await execute(run, valid.stored) : valid, run)
      })
      const ms = Math.round(performance.now() - startedAt)
      log.info({ operation: id, person: caller.person.key, outcome: outcome.kind, ms }, 'answered')
      deps.onAnswer(id, outcome.kind, ms)
      return outcome
    },

    /** Continues a change whose process has stopped, or ends it with an error. */
    async recover(
      request: OperationRequest,
      caller: Caller,
      change: RunningChange,
      error?: AbandonedError,
    ): Promise<Outcome> {
      const run = changeRun(newRun(request, caller), change, organizationIdIn(request.args))
      return change.finish(await (error ? fail(run, error) : perform(run)))
    },

    /** Makes the form of a request at once, without a call to the service. */
    open: (request: OperationRequest, caller: Caller): Promise<FormNeeded | Failed> =>
      inOrganization(newRun(request, caller), async run => {
        const { operation, args, values = {}, facts, expected, sentence } = run.request
        const hasExtraWords = sentence && sentence.rest !== '' && !operation.takesWords
        const issues: Issues = hasExtraWords ? { form: explainRest(operation, sentence.rest) } : {}
        return formOf(operation, plainForm(values, { args, facts, expected }, issues))
      }),

    /** Makes the form of a request with what the service holds; while a person is typing, with new notes alone. */
    form: (request: OperationRequest, caller: Caller, typing = false): Promise<FormNeeded | Failed> =>
      inOrganization(newRun(request, caller), async run => {
        const form = await fillForm(run, await readWords(run), typing)
        return typing ? form : { ...form, notice: await warnForbidden(request.operation, run.auth) }
      }),

    /** Creates the lookup of options for the selects of a form; it keeps the service's answers for the next letter. */
    options(caller: Caller) {
      const auth = authenticate(caller)
      return (
        operation: Operation,
        input: string,
        typed: string,
        data: FormData,
      ): Promise<Offered | Failed> =>
        orFailed({ ...newRun({ operation, args: {} }, caller), auth }, async () => {
          const there = await auth.inOrganization(operation.access, data.args)
          return operation.options(input, typed, data, there.auth)
        })
    },
  }
}
