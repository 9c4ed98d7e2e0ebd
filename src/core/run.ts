import type { Logger } from 'pino'
import { isCourtesy } from '../language/normalize.ts'
import type { PartialFailure, Reply } from '../message/reply.ts'
import { ServiceError } from '../service/contract/failure.ts'
import type { Args } from './args.ts'
import type { Authenticated, Caller } from './authenticate.ts'
import type { RunningChange } from './change.ts'
import { AbandonedError, ConflictError, isExpected, NotRecorded } from './errors.ts'
import type { Attempt } from './explain/attempt.ts'
import { explainError, explainPart, isCertain } from './explain/explain.ts'
import { type FormState, plainForm } from './field.ts'
import { asksSecrets, keptValues, type Operation, omitFields } from './operation.ts'
import type { Failed, FormNeeded, OperationRequest } from './outcome.ts'
import { explainForbidden, isOwnLack } from './permissions.ts'

/** Tells how far long work is. */
export type Report = (reply: Reply) => void

/** What one run of a request needs: who asks, and as whom. */
export type Run = {
  request: OperationRequest
  caller: Caller
  auth: Authenticated
  report: Report
  /** Set once it is recorded. */
  change?: RunningChange
  /** What the form says below its inputs. */
  notes?: Failed['notes']
  /** Something may have been sent to the service, now or by an earlier attempt. */
  mayBeSent?: boolean
  /** It was refused to the person, at least in part, and others may be allowed to do it. */
  othersMay?: boolean
}

/** A run of a recorded change. */
export type ChangeRun = Run & { change: RunningChange }

/** What is still to be read: values of a form or words of a sentence; the arguments of a button are read already. */
export async function readWords({ request, auth }: Pick<Run, 'request' | 'auth'>) {
  const { operation, args, values = {}, data, sentence } = request
  const known = { values, data: { ...data, args: operation.parseArgs(args) }, issues: {} }
  if (!sentence || sentence.rest === '') return known
  const parsed = await operation.parseSentence(sentence.rest, auth)
  if (parsed.rest === '' || isCourtesy(parsed.rest)) return { ...known, values: parsed.values }
  const form = parsed.explanation ?? explainRest(operation, parsed.rest)
  return { ...known, values: parsed.values, issues: { form } }
}

/** A form that also shows the arguments that a button or a command brought; an input that is cleared stays so. */
export function showing(operation: Operation, form: FormState, args: Args): FormNeeded {
  const formatted = operation.formatArgs({ ...form.data.args, ...args })
  return {
    kind: 'form',
    operation,
    ...form,
    values: keptValues(operation, { ...formatted.values, ...form.values }),
    data: { ...form.data, args: formatted.data.args },
  }
}

/** A form with all that can be loaded and noted of what was read; `typing`: with notes alone. */
export async function fillForm(
  { request: { operation }, auth }: Pick<Run, 'request' | 'auth'>,
  { values, data, issues }: Awaited<ReturnType<typeof readWords>>,
  typing = false,
): Promise<FormNeeded> {
  const shown = showing(operation, plainForm(values, data), data.args)
  const form = await operation.fillForm(shown.values, shown.data, auth, typing)
  return { ...showing(operation, form, {}), issues: { ...form.issues, ...issues } }
}

/** Loads a form that shows nothing of the service yet; another keeps what the person saw. */
export async function loadOnce({ auth }: Pick<Run, 'auth'>, needed: FormNeeded): Promise<FormNeeded> {
  const { operation, values, data } = needed
  if (!operation.needsLoading || data.facts !== undefined) return needed
  const form = await operation.fillForm(values, data, auth, false)
  return { ...needed, ...form, issues: { ...form.issues, ...needed.issues } }
}

/** Words behind an operation that asks for secrets may be one: they are not repeated. */
export const explainRest = (operation: Operation, rest: string): string =>
  asksSecrets(operation)
    ? 'I left out the rest: secrets are asked for separately.'
    : `I did not understand “${rest}”.`

/** What an error is explained by. */
type Failing = Omit<Run, 'report' | 'notes'>

/** Makes outcomes of errors: the log and the reply name the same `reference`. */
export function createFailures({ log, reference }: { log: Logger; reference: () => string }) {
  /** Logs an error; returns what explains it. */
  function attemptOf(run: Failing, error: unknown, ask?: Attempt['ask']): Attempt {
    const { operation, sentence } = run.request
    const { secretFields, confirmationFields } = operation
    const { args, omitted } = omitFields(run.request.args, [...secretFields, ...confirmationFields])
    const ref = run.change?.id ?? reference()
    const about = { operation: operation.id, person: run.caller.person.key, ref }
    if (isExpected(error)) log.info({ ...about, outcome: error.name }, 'refused')
    else if (error instanceof ServiceError) log.warn({ ...about, err: error }, 'the service failed')
    else log.error({ ...about, err: error }, 'failed')
    return {
      operation,
      args,
      reference: ref,
      ask,
      isUnsent: !run.mayBeSent && !(error instanceof NotRecorded),
      lacksSecrets: omitted.length > 0 || (error instanceof AbandonedError && error.omitted.length > 0),
      ...(sentence && { sentence: sentence.text }),
      ...(run.request.values && { values: keptValues(operation, run.request.values) }),
    }
  }

  async function fail(run: Failing, cause: unknown): Promise<Failed> {
    const { error, ask } = await explainForbidden(cause, run.request, run.auth)
    run.othersMay ||= isOwnLack(cause)
    const attempt = attemptOf(run, error, ask)
    const { operation, args, isUnsent } = attempt
    return {
      kind: 'failed',
      operation,
      args,
      ...explainError(error, attempt),
      isCertain: isUnsent || isCertain(error),
      ...(error instanceof ConflictError && { seen: error.seen }),
      ...(error instanceof ServiceError && {
        whileUnknown: explainError(error, { ...attempt, isRecovering: true }).reply,
      }),
    }
  }

  return {
    fail,

    /** Why a part of it failed. */
    async failPart(run: Failing, error: unknown): Promise<PartialFailure> {
      const { ask } = await explainForbidden(error, run.request, run.auth)
      run.othersMay ||= isOwnLack(error)
      return explainPart(error, attemptOf(run, error, ask))
    },

    async orFailed<T>(run: Failing, work: () => Promise<T>): Promise<T | Failed> {
      try {
        return await work()
      } catch (error) {
        return await fail(run, error)
      }
    },
  }
}
