import type { Logger } from 'pino'
import type { Reply, Trouble } from '../message/reply.ts'
import { ServiceError } from '../service/contract/failure.ts'
import type { Authenticated, Caller } from './authenticate.ts'
import type { RunningChange } from './change.ts'
import { AbandonedError, ConflictError, isExpected, NotRecorded } from './errors.ts'
import type { Attempt } from './explain/attempt.ts'
import { explainError, explainPart, isCertain } from './explain/explain.ts'
import { keptValues, omitFields } from './operation.ts'
import type { Failed, OperationRequest } from './outcome.ts'
import { isOwnLack } from './permissions.ts'

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

/** What an error is explained by. */
type Failing = Pick<Run, 'request' | 'caller' | 'change' | 'mayBeSent' | 'othersMay'>

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
    run.othersMay ||= isOwnLack(error)
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

  function fail(run: Failing, error: unknown, ask?: Attempt['ask']): Failed {
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
    failPart: (run: Failing, error: unknown, ask?: Attempt['ask']): Trouble =>
      explainPart(error, attemptOf(run, error, ask)),

    async orFailed<T>(run: Failing, work: () => Promise<T>): Promise<T | Failed> {
      try {
        return await work()
      } catch (error) {
        return fail(run, error)
      }
    },
  }
}
