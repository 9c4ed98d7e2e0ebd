import type { Logger } from 'pino'
import { isStep } from '../core/approval.ts'
import { type Args, organizationIdIn, periodSchema } from '../core/args.ts'
import type { Accept, ChangeState, RunningChange } from '../core/change.ts'
import type { IncomingRequest } from '../core/context.ts'
import { formatContinuing, formatUnknown } from '../core/explain/past-changes.ts'
import { isSecret } from '../core/field.ts'
import { asksSecrets, type Operation, omitFields, type ValueChange } from '../core/operation.ts'
import type { OperationRequest, Outcome, RecordableOutcome, Waiting } from '../core/outcome.ts'
import type { PersonKey } from '../core/person.ts'
import type { DeliveryResult, Reply } from '../message/reply.ts'
import type { Call } from '../service/contract/contract.ts'
import type { NewChange } from './accept.ts'
import { type ClaimedChange, columnsOf, type StoredRequest } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'
import { createReliableCalls, type Wait } from './reliable-calls.ts'
import type { createSubscriptions } from './subscriptions.ts'

/** How often recovery checks an unknown outcome: over some twenty minutes. */
const MAX_CHECKS = 8

/** A button that is pressed again within this time after the delivery counts as the same change. */
const SOURCE_MS = 60_000

/** Creates the life cycle of changes, from acceptance to outcome. */
export function createChanges(deps: {
  store: ChangeStore
  service: { call: Call }
  clock: () => Date
  log: Logger
  /** Creates the id of a change, which replies and the log mention. */
  reference: () => string
  subscriptions: Pick<ReturnType<typeof createSubscriptions>, 'noticesOf'>
  wait?: Wait | undefined
}) {
  const { store, service, clock, log, reference, subscriptions, wait } = deps

  function running(operation: Operation, change: Running): RunningChange {
    const { id, actor, acceptedAt, request, attempts, detail: steps } = change
    let { stored, subjects } = change
    const wasSent = stored !== undefined && !operation.writesTo
    const isApproved = request?.approval !== undefined
    // A power failure may lose arguments that were sent, but not those of an approved change: they are synced.
    const mayBeSent = () => stored !== undefined || (attempts > 0 && !isApproved)
    const calls = createReliableCalls({
      call: service.call,
      mayBeSent: mayBeSent(),
      mayResend: !stored || (stored.omitted.length === 0 && !stored.isResent),
      markResent: async () => stored && store.storeArgs(id, { ...stored, isResent: true }, subjects),
      hasLease: () => store.hasLease(id),
      isOvertaken: ({ organization, plan }) =>
        store.isOvertaken({
          id,
          since: acceptedAt,
          organization,
          operation: operation.id,
          subjects: plan === undefined ? subjects : [{ kind: 'plan', id: plan }],
        }),
      wait,
    })

    /** Records a delivery, or leaves a failed one to recovery. Never rejects: the person knows the outcome already. */
    const markDelivered = (reply?: Reply) => (result: DeliveryResult) =>
      store.markDelivered({ id, attempts, isScheduled: false }, reply, result).catch((error: unknown) => {
        log.warn({ err: error, ref: id, delivery: result.delivery }, 'a delivery is not recorded')
      })

    /** Stores the change until someone has decided on it. */
    async function waitForApproval({ args, reply, approval, subjects: asked }: Waiting): Promise<Outcome> {
      await store.finish(id, {
        state: 'waiting',
        // No one will be there to answer its questions.
        request: { args: { ...args, ...operation.approvedArgs }, omitted: [], approval },
        result: reply,
        subjects: asked ?? subjects,
        detail: steps.length > 0 ? steps : [{ field: 'asked', after: approval.asker }, ...periodIn(args)],
      })
      return { kind: 'done', operation, args, reply, markDelivered: markDelivered(reply) }
    }

    async function settle(outcome: RecordableOutcome): Promise<Outcome> {
      if (outcome.kind === 'recorded') return outcome
      if (outcome.kind === 'waiting') return waitForApproval(outcome)
      const hasWritten = calls.effect() !== undefined || operation.writesTo !== undefined
      const isChange = outcome.kind === 'failed' || (outcome.kind === 'done' && hasWritten)
      if (!isChange && !wasSent) {
        // The row stays "accepted" until the answer is delivered.
        store.endLease(id)
        return { ...outcome, markDelivered: markDelivered() }
      }
      // An earlier attempt was sent. A failure before this one reconciled it says nothing about it.
      const isUnreconciled = wasSent && !hasWritten
      if (outcome.kind === 'failed' && attempts < MAX_CHECKS) {
        const mayReconcile = isUnreconciled && (!outcome.isCertain || outcome.whileUnknown !== undefined)
        if (calls.isProvisional() || mayReconcile) {
          await store.postpone(id, attempts)
          return { kind: 'recorded', reply: outcome.whileUnknown ?? formatContinuing(id) }
        }
      }
      const final = isChange && !isUnreconciled ? outcome : unknown()
      const { record = [], subjects: changedSubjects, ...answer } = final
      const { args, reply: result } = answer
      const finalSubjects = changedSubjects ?? (stored ? subjects : operation.subjectsIn(args))
      const state = final === outcome ? stateOf(answer, calls) : 'unknown'
      const organization = organizationIdIn(args)
      const shouldNotify = state !== 'failed' && !operation.private
      const notices = shouldNotify
        ? await subscriptions.noticesOf({ id, actor, subjects: finalSubjects, organization })
        : []
      const changedOrganization =
        operation.writesTo === 'person'
          ? undefined
          : finalSubjects.find(({ kind }) => kind === 'organization')?.id
      const detail = [...steps.filter(({ field }) => record.length === 0 || isStep(field)), ...record]
      const finished = { state, result, detail, subjects: finalSubjects, organization: changedOrganization }
      await store.finish(id, finished, notices)
      return { ...answer, markDelivered: markDelivered(result) }
    }

    function unknown(): Extract<RecordableOutcome, { kind: 'failed' }> {
      const args = stored?.args ?? {}
      return { kind: 'failed', operation, args, reply: formatUnknown(operation, args, id), isCertain: false }
    }

    return {
      kind: 'running',
      id,
      now: new Date(request?.sentAt ?? acceptedAt),
      stored,
      mayBeSent,
      async store(args, newSubjects) {
        try {
          await store.storeArgs(id, args, newSubjects, isApproved)
        } catch (error) {
          // Nothing was sent, so recovery can still execute it.
          throw calls.provisional(error)
        }
        stored = args
        subjects = newSubjects
      },
      call: calls.call,
      async updateOrigin(origin) {
        if (!store.hasLease(id)) return
        await store.updateOrigin(id, origin).catch((error: unknown) => {
          log.warn({ err: error, ref: id }, 'the origin of a change could not be updated')
        })
      },
      async finish(outcome) {
        try {
          return await settle(outcome)
        } catch (error) {
          store.endLease(id)
          log.error({ err: error, ref: id }, 'the outcome of a change could not be stored')
          return { kind: 'recorded', reply: formatContinuing(id) }
        }
      },
    }
  }

  const accept: Accept = async (request, caller, incoming) => {
    const { operation, args } = request
    const change = {
      id: reference(),
      actor: caller.person.key,
      request: { ...storable(request), sentAt: incoming.sentAt?.toISOString() },
    }
    const acceptedAt = clock().toISOString()
    const earlier = await store.accept({
      ...columnsOf(caller),
      ...change,
      key: incoming.key,
      source: sourceOf(request, caller.person.key, incoming),
      operation: operation.id,
      origin: incoming.origin,
      organization: organizationIdIn(args) ?? null,
      is_private: operation.private ? 1 : 0,
    })
    const unread = { stored: undefined, subjects: [], detail: [], attempts: 0 }
    return earlier ?? running(operation, { ...change, ...unread, acceptedAt })
  }

  return {
    accept,

    /** Continues a change whose process has stopped. */
    resume(operation: Operation, claimed: ClaimedChange): RunningChange {
      const { stored } = claimed
      const valid = stored && { ...stored, args: operation.parseArgs(stored.args) }
      return running(operation, { ...claimed, stored: valid })
    },
  }
}

/** The requested days, for the history. */
function periodIn({ period }: Args): ValueChange[] {
  const { data: after } = periodSchema.safeParse(period)
  return after ? [{ field: 'period', after }] : []
}

/** A change that this process executes: for the first time, or claimed for recovery. */
type Running = Pick<
  ClaimedChange,
  'id' | 'actor' | 'acceptedAt' | 'request' | 'stored' | 'subjects' | 'detail' | 'attempts'
>

/** The button, form or sentence of a change, and for how long using it again counts as the same change. */
function sourceOf(
  { operation, args, sentence }: OperationRequest,
  person: PersonKey,
  { source, isOneTime }: IncomingRequest,
): NewChange['source'] {
  if (source === undefined) {
    // Typed sentences are deduplicated only while the first is in flight.
    if (!sentence || operation.writesTo === 'person') return undefined
    const key = JSON.stringify(['typed', person, args.organizationId, sentence.text])
    return { key, ttlMs: 'inFlight' }
  }
  if (isOneTime) return { key: source, ttlMs: Number.POSITIVE_INFINITY }
  // A button that changes a person's own link or settings is another change for each person, and may be repeated.
  return operation.writesTo ? { key: `${person} ${source}`, ttlMs: 0 } : { key: source, ttlMs: SOURCE_MS }
}

/** Removes secrets from a request; the sentence of an operation that asks for secrets may hold one. */
function storable({ operation, args, values, facts, expected, sentence }: OperationRequest): StoredRequest {
  const secrets = [...operation.secretFields, ...operation.inputs.filter(isSecret).map(({ key }) => key)]
  const safeArgs = omitFields(args, secrets)
  const safeValues = values && omitFields(values, secrets)
  return {
    args: safeArgs.args,
    values: safeValues?.args,
    facts,
    expected,
    sentence: asksSecrets(operation) ? undefined : sentence,
    omitted: [...safeArgs.omitted, ...(safeValues?.omitted ?? [])],
  }
}

function stateOf(
  outcome: Extract<Outcome, { kind: 'done' | 'failed' }>,
  calls: ReturnType<typeof createReliableCalls>,
): ChangeState {
  const effect = calls.effect()
  if (outcome.kind === 'failed') return outcome.isCertain || !effect ? 'failed' : 'unknown'
  // All of several plans may have failed.
  if (effect === 'none' || effect === 'unknown') return effect === 'none' ? 'failed' : 'unknown'
  return outcome.reply.isPartial ? 'partly' : 'done'
}
