import type { Logger } from 'pino'
import { isStep } from '../core/approval.ts'
import { type Args, organizationIdIn, periodSchema } from '../core/args.ts'
import type { Caller, IncomingRequest } from '../core/authenticate.ts'
import type { ChangeState, DuplicateChange, RunningChange } from '../core/change.ts'
import { formatContinuing, formatUnknown } from '../core/explain/past-changes.ts'
import { isSecret } from '../core/field.ts'
import { asksSecrets, type Operation, omitFields, type ValueChange } from '../core/operation.ts'
import type { OperationRequest, Outcome, RecordableOutcome, Waiting } from '../core/outcome.ts'
import { type PersonKey, personKeySchema } from '../core/person.ts'
import type { PostedMessage, Reply } from '../message/reply.ts'
import type { Call } from '../service/contract/contract.ts'
import type { NewChange } from './accept.ts'
import type { ClaimedChange, StoredRequest } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'
import { createReliableCalls, type Wait } from './reliable-calls.ts'
import type { Subscriptions } from './subscriptions.ts'

/** How often recovery looks what became of a change: for twenty minutes. */
const MAX_LOOKS = 8

/** How long after its delivery a button that is pressed again is the same change. */
const SOURCE_MS = 60_000

/** Changes, from their acceptance to their outcome. */
export function createChanges(deps: {
  store: ChangeStore
  service: { call: Call }
  clock: () => Date
  log: Logger
  /** A new id of a change, by which people and the log speak of it. */
  reference: () => string
  subscriptions: Pick<Subscriptions, 'noticesOf'>
  wait?: Wait | undefined
}) {
  const { store, service, clock, log, reference, subscriptions, wait } = deps

  function running(
    operation: Operation,
    { id, actor, now, acceptedAt }: Running,
    claimed?: ClaimedChange,
  ): RunningChange {
    let stored = claimed?.stored
    let subjects = claimed?.subjects ?? []
    const { attempts = 0, detail: steps = [] } = claimed ?? {}
    const wasSent = stored !== undefined && !operation.writesTo
    const calls = createReliableCalls({
      call: service.call,
      // A power failure may have taken back that arguments were stored, and sent.
      mayBeSent: claimed !== undefined,
      mayResend: !stored || (stored.omitted.length === 0 && !stored.isResent),
      markResent: async () => stored && store.storeArgs(id, { ...stored, isResent: true }, subjects),
      isHeld: () => store.isHeld(id),
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

    /**
     * Records a delivery, and leaves one that failed to recovery; `reply` where one is stored. Never rejects:
     * the person knows the outcome by then.
     */
    const markDelivered =
      (reply?: Reply) =>
      async (isDelivered: boolean, posted: readonly PostedMessage[] = []) => {
        try {
          if (isDelivered) await store.markDelivered({ id, isScheduled: false }, reply, posted)
          else await store.postpone(id, attempts)
        } catch (error) {
          log.warn({ err: error, ref: id, isDelivered }, 'a delivery is not recorded')
        }
      }

    /** Keeps the change until a second person has decided. */
    async function askOthers({ args, reply, approval, elsewhere, ...waiting }: Waiting): Promise<Outcome> {
      await store.wait(id, {
        request: { args: waiting.requestArgs, omitted: [], approval },
        result: reply,
        subjects: waiting.subjects ?? subjects,
        detail:
          steps.length > 0
            ? steps
            : [{ field: 'asked', after: approval.asker }, ...periodIn(waiting.requestArgs)],
        origin: elsewhere?.origin,
      })
      if (elsewhere) return { kind: 'recorded', reply: elsewhere.reply, isAskedElsewhere: true }
      return { kind: 'done', operation, args, reply, markDelivered: markDelivered(reply) }
    }

    async function settle(outcome: RecordableOutcome): Promise<Outcome> {
      if (outcome.kind === 'recorded') return outcome
      if (outcome.kind === 'waiting') return askOthers(outcome)
      const hasWritten = calls.effect() !== undefined || operation.writesTo !== undefined
      const isChange = outcome.kind === 'failed' || (outcome.kind === 'done' && hasWritten)
      if (!isChange && !wasSent) {
        // It stays accepted until it is answered.
        store.letGo(id)
        return { ...outcome, markDelivered: markDelivered() }
      }
      // An earlier attempt was sent; a failure before this one looked says nothing about it.
      const isUnseen = wasSent && !hasWritten
      if (outcome.kind === 'failed' && attempts < MAX_LOOKS) {
        const mayBeSeen = isUnseen && (!outcome.isCertain || outcome.whileUnknown !== undefined)
        if (calls.mayTellLater() || mayBeSeen) {
          await store.postpone(id, attempts)
          return { kind: 'recorded', reply: outcome.whileUnknown ?? formatContinuing(id) }
        }
      }
      const ended = isChange && !isUnseen ? outcome : unknown()
      const { record = [], subjects: changed, ...answer } = ended
      const { args, reply: result } = answer
      const about = changed ?? (stored ? subjects : operation.subjectsIn(args))
      const state = ended === outcome ? stateOf(answer, calls) : 'unknown'
      const organization = organizationIdIn(args)
      // Those who follow its plans are to be told.
      const isTold = state !== 'failed' && !operation.private
      const notices = isTold
        ? await subscriptions.noticesOf({ id, actor, subjects: about, organization })
        : []
      const made =
        operation.writesTo === 'person' ? undefined : about.find(({ kind }) => kind === 'organization')?.id
      const detail = [...steps.filter(({ field }) => record.length === 0 || isStep(field)), ...record]
      await store.finish(id, { state, result, detail, subjects: about, organization: made }, notices)
      return { ...answer, markDelivered: markDelivered(result) }
    }

    function unknown(): Extract<RecordableOutcome, { kind: 'failed' }> {
      const args = stored?.args ?? {}
      return { kind: 'failed', operation, args, reply: formatUnknown(operation, args, id), isCertain: false }
    }

    return {
      kind: 'running',
      id,
      now,
      stored,
      async store(args, about) {
        try {
          await store.storeArgs(id, args, about)
        } catch (error) {
          // Nothing was sent: the process that has the change then does it.
          throw calls.open(error)
        }
        stored = args
        subjects = about
      },
      call: calls.call,
      async updateOrigin(origin) {
        if (!store.isHeld(id)) return
        await store.updateOrigin(id, origin).catch((error: unknown) => {
          log.warn({ err: error, ref: id }, 'the origin of a change could not be updated')
        })
      },
      async finish(outcome) {
        try {
          return await settle(outcome)
        } catch (error) {
          store.letGo(id)
          log.error({ err: error, ref: id }, 'the outcome of a change could not be stored')
          return { kind: 'recorded', reply: formatContinuing(id) }
        }
      },
    }
  }

  return {
    /** Records a change, synced to disk. @throws NotRecorded */
    async accept(
      request: OperationRequest,
      { person, workspace }: Pick<Caller, 'person' | 'workspace'>,
      incoming: IncomingRequest,
    ): Promise<RunningChange | DuplicateChange> {
      const { operation, args } = request
      const id = reference()
      const acceptedAt = clock()
      const earlier = await store
        .accept({
          id,
          key: incoming.key,
          source: sourceOf(request, person.key, incoming),
          operation: operation.id,
          request: { ...storable(request), sentAt: incoming.sentAt?.toISOString() },
          origin: incoming.origin,
          actor: person.key,
          team: workspace.team,
          enterprise: workspace.enterprise ?? null,
          organization: organizationIdIn(args) ?? null,
          is_private: operation.private ? 1 : 0,
        })
        .catch((error: unknown) => {
          log.error({ err: error, ref: id }, 'a change could not be recorded')
          throw error
        })
      const now = incoming.sentAt ?? acceptedAt
      return earlier ?? running(operation, { id, actor: person.key, now, acceptedAt })
    },

    /** Continues a change whose process has stopped. */
    resume(operation: Operation, claimed: ClaimedChange): RunningChange {
      const { id, acceptedAt, stored, request } = claimed
      const actor = personKeySchema.parse(claimed.actor)
      const valid = stored && { ...stored, args: operation.parseArgs(stored.args) }
      return running(
        operation,
        { id, actor, now: new Date(request?.sentAt ?? acceptedAt), acceptedAt: new Date(acceptedAt) },
        { ...claimed, stored: valid },
      )
    },
  }
}

/** The days that are asked for, for the history. */
function periodIn({ period }: Args): ValueChange[] {
  const { data: after } = periodSchema.safeParse(period)
  return after ? [{ field: 'period', after }] : []
}

/** A change that this process executes. */
type Running = { id: string; actor: PersonKey; now: Date; acceptedAt: Date }

/** The button, form or typed sentence that a change came from, and for how long using it again is the same change. */
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
  // A button that changes how a person acts means another link for each, and may be pressed again after another one.
  return operation.writesTo ? { key: `${person} ${source}`, ttlMs: 0 } : { key: source, ttlMs: SOURCE_MS }
}

/** A request without its secrets. A sentence behind an operation that asks for secrets may hold one. */
function storable({ operation, args, values, data, sentence }: OperationRequest): StoredRequest {
  const secrets = [...operation.secretFields, ...operation.inputs.filter(isSecret).map(({ key }) => key)]
  const known = omitFields(args, secrets)
  const typed = values && omitFields(values, secrets)
  return {
    args: known.args,
    values: typed?.args,
    data,
    sentence: asksSecrets(operation) ? undefined : sentence,
    omitted: [...known.omitted, ...(typed?.omitted ?? [])],
  }
}

function stateOf(
  outcome: Extract<Outcome, { kind: 'done' | 'failed' }>,
  calls: ReturnType<typeof createReliableCalls>,
): ChangeState {
  const effect = calls.effect()
  if (outcome.kind === 'failed') return outcome.isCertain || !effect ? 'failed' : 'unknown'
  // Of several plans every one may have failed.
  if (effect === 'none' || effect === 'unknown') return effect === 'none' ? 'failed' : 'unknown'
  return outcome.reply.isPartial ? 'partly' : 'done'
}
