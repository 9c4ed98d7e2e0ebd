import type { Logger } from 'pino'
import { isCourtesy } from '../language/normalize.ts'
import type { Failure, Reply } from '../message/reply.ts'
import { ServiceError } from '../service/contract/failure.ts'
import type { Authenticated } from './authenticate.ts'
import type { RunningChange } from './change.ts'
import type { Caller } from './context.ts'
import { AbandonedError, isExpected, NotRecorded } from './errors.ts'
import type { Attempt } from './explain/attempt.ts'
import { explainError, explainPart, isCertain } from './explain/explain.ts'
import { type FormState, plainForm } from './field.ts'
import { asksSecrets, keptValues, type Operation, omitFields } from './operation.ts'
import type { Failed, FormNeeded, OperationRequest } from './outcome.ts'
import { explainForbidden, isOwnLack } from './permissions.ts'
import { LinkUnreadable } from './person.ts'

/** Shows the progress of long work. */
export type Report = (reply: Reply) => void

/** The state of one request on its way through the pipeline. */
export type Run = {
  request: OperationRequest
  caller: Caller
  auth: Authenticated
  report: Report
  change?: RunningChange
  notes?: () => FormState['notes']
  /** The service refused this person something that others may be allowed to do. */
  othersMay?: boolean
}

export type ChangeRun = Run & { change: RunningChange }

/** Parses the words of a sentence; a request from a form or button has its values already. */
export async function readWords({ request, auth }: Run): Promise<FormState> {
  const { operation, args, values = {}, facts, expected, sentence } = request
  const data = { args: operation.parseArgs(args), facts, expected }
  if (!sentence || sentence.rest === '') return plainForm(values, data)
  const parsed = await operation.parseSentence(sentence.rest, auth)
  const form = plainForm(parsed.values, { ...data, args: { ...data.args, ...parsed.args } })
  if (parsed.rest === '' || isCourtesy(parsed.rest)) return form
  return { ...form, issues: { form: parsed.explanation ?? explainRest(operation, parsed.rest) } }
}

/** Makes a form that also shows the arguments of a button or command. Inputs that the person cleared stay empty. */
export function formOf(operation: Operation, form: FormState): FormNeeded {
  const formatted = operation.formatArgs(form.data.args)
  return {
    kind: 'form',
    operation,
    ...form,
    values: keptValues(operation, { ...formatted.values, ...form.values }),
    data: { ...form.data, args: formatted.data.args },
  }
}

/** Fills a form with what the service holds and with notes; while a person is typing, with notes alone. */
export async function fillForm(
  { request: { operation }, auth }: Run,
  form: FormState,
  typing = false,
): Promise<FormNeeded> {
  const { values, data } = formOf(operation, form)
  const filled = await operation.fillForm(values, data, auth, typing)
  return { kind: 'form', operation, ...filled, issues: { ...filled.issues, ...form.issues } }
}

/** Fills a form from the service unless that was done before: the person keeps what they saw. */
export async function fillIfEmpty(run: Run, form: FormState): Promise<FormNeeded> {
  const { operation } = run.request
  const isFilled = !operation.needsLoading || form.data.facts !== undefined
  return isFilled ? formOf(operation, form) : fillForm(run, form)
}

/** Explains words that no field took. Those of an operation that asks for secrets may be one, and are not repeated. */
export const explainRest = (operation: Operation, rest: string): string =>
  asksSecrets(operation)
    ? 'I left out the rest: secrets are asked for separately.'
    : `I did not understand “${rest}”.`

/** Turns errors into outcomes. The log and the reply name the same `reference`. */
export function createFailures({ log, reference }: { log: Logger; reference: () => string }) {
  /** Logs an error, and returns what its explanation needs. */
  function attemptOf(run: Run, error: unknown, ask?: Attempt['ask']): Attempt {
    const { operation, sentence } = run.request
    const { secretFields, confirmationFields } = operation
    const { args, omitted } = omitFields(run.request.args, [...secretFields, ...confirmationFields])
    const ref = run.change?.id ?? reference()
    const about = { operation: operation.id, person: run.caller.person.key, ref }
    if (error instanceof LinkUnreadable) log.error(about, 'no key in ENCRYPTION_KEY opens this link')
    else if (isExpected(error)) log.info({ ...about, outcome: error.name }, 'refused')
    else if (error instanceof ServiceError) log.warn({ ...about, err: error }, 'the service failed')
    else log.error({ ...about, err: error }, 'failed')
    return {
      operation,
      args,
      reference: ref,
      ask,
      isUnsent: !run.change?.mayBeSent() && !(error instanceof NotRecorded),
      lacksSecrets: omitted.length > 0 || (error instanceof AbandonedError && error.omitted.length > 0),
      ...(sentence && { sentence: sentence.text }),
      ...(run.request.values && { values: keptValues(operation, run.request.values) }),
    }
  }

  async function fail(run: Run, cause: unknown): Promise<Failed> {
    const { error, ask } = await explainForbidden(cause, run.request, run.auth)
    run.othersMay ||= isOwnLack(cause)
    const attempt = attemptOf(run, error, ask)
    const { operation, args, values, isUnsent } = attempt
    return {
      kind: 'failed',
      operation,
      args,
      values,
      ...explainError(error, attempt),
      isCertain: isUnsent || isCertain(error),
      ...(error instanceof ServiceError && {
        whileUnknown: explainError(error, { ...attempt, isRecovering: true }).reply,
      }),
    }
  }

  return {
    fail,

    async failPart(run: Run, error: unknown): Promise<Failure> {
      const { ask } = await explainForbidden(error, run.request, run.auth)
      run.othersMay ||= isOwnLack(error)
      return explainPart(error, attemptOf(run, error, ask))
    },

    orFailed: <T>(run: Run, work: () => Promise<T>): Promise<T | Failed> =>
      work().catch((error: unknown) => fail(run, error)),
  }
}
