import { setTimeout as sleep } from 'node:timers/promises'
import { AbandonedError } from '../core/errors.ts'
import { isCertain } from '../core/explain/explain.ts'
import type { Answer, Call, CallOptions, EndpointName, Request } from '../service/contract/contract.ts'
import { isRefusal, ServiceError } from '../service/contract/failure.ts'
import { type Read, type Reconciler, reconcilers } from '../service/reconcilers.ts'

/** What broke off may take effect a moment later, behind a proxy: the waits before each further look. */
const LOOK_AGAIN_MS = [1000, 3000]

export type Wait = (ms: number) => Promise<unknown>

type Deps = {
  call: Call
  /** Whether an earlier process may have sent something. */
  mayBeSent: boolean
  /** Whether a write that is missing may be sent again: not without its secrets, and not twice: a slow one may arrive. */
  mayResend: boolean
  /** Called when a write that was sent again has no answer either. */
  markResent(): Promise<unknown>
  /** Whether this process still has the change. */
  isHeld(): boolean
  /** Whether the same thing was changed since. */
  isOvertaken(about: { organization: string; plan: string | undefined }): Promise<boolean>
  wait?: Wait | undefined
}

/** The way of one change to the service: each write takes effect once, and one without an answer is reconciled. */
export function createReliableCalls(deps: Deps) {
  const { call, mayBeSent, mayResend, markResent, isHeld, isOvertaken, wait = sleep } = deps
  /** Of the writes so far; undefined before the first. */
  let effect: 'applied' | 'unknown' | 'none' | undefined
  let mayTellLater = false

  /** Marks an error that a later look may take back: what was sent may still arrive, or there is no answer just now. */
  function open<E>(error: E): E {
    mayTellLater = true
    return error
  }

  /** A write may have waited for its turn until the lease was over. */
  function refuseWithoutLease(): void {
    if (!isHeld()) throw open(new Error('The lease of the change is over'))
  }

  /** Sends a write; without an answer it is looked for, and sent once more where that is safe. */
  async function write<N extends EndpointName>(
    name: N,
    request: Request<N>,
    token: string,
    options: CallOptions | undefined,
    reconciler: Reconciler<N>,
  ): Promise<Answer<N>> {
    /** Why the last attempt has no answer. */
    let lost = mayBeSent ? new ServiceError(name, { kind: 'interrupted', written: true }) : undefined
    /** What a later attempt was refused with. */
    let refusal: ServiceError | undefined
    let mayArrive = false
    let resend = !mayBeSent || mayResend
    for (;;) {
      if (lost) {
        const answer = await reconcile(lost)
        if (answer) return answer
        resend = false
      }
      try {
        return await call(name, request, token, { ...options, before: refuseWithoutLease })
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        const isRefused = error.outcome === 'not done'
        if (isRefused && !lost) throw error
        if (isRefused) refusal = error
        else {
          if (mayBeSent) await markResent()
          mayArrive ||= error.kind === 'timeout'
          resend &&= !isRefusal(error)
          lost = error
        }
      }
    }

    /**
     * The answer of a write that took effect; undefined where it may be sent again.
     * @param error why there was no answer; thrown as it is where that remains unknown
     * @throws ServiceError with outcome `not done` where the write is provably missing
     */
    async function reconcile(error: ServiceError): Promise<Answer<N> | undefined> {
      const read: Read = (endpoint, about) => call(endpoint, about, token, { fresh: true })
      const { find: look } = reconciler
      if (!look) throw error
      const find = () =>
        look(request, read).catch((reason: unknown) => {
          throw reason instanceof ServiceError ? open(error) : reason
        })
      const isSentAnyway = resend && reconciler.resend === 'always'
      // An earlier process was interrupted before its lease was over.
      const isSettled = mayArrive || isSentAnyway || error.kind === 'interrupted' || isRefusal(error)
      let found = await find()
      for (const ms of isSettled ? [] : LOOK_AGAIN_MS) {
        if (found.outcome !== 'missing') break
        await wait(ms)
        found = await find()
      }
      if (found.outcome === 'applied') return found.answer
      const isMissing = found.outcome === 'missing'
      if (isSentAnyway || (isMissing && resend && reconciler.resend === 'late' && !mayArrive)) {
        await refuseWhenOvertaken(request)
        return undefined
      }
      if (!isMissing) throw error
      if (mayArrive) throw open(error)
      // It may have been done, and undone since.
      if (!isRefusal(error)) await refuseWhenOvertaken(request)
      throw refusal?.status === undefined ? error.disproved() : refusal
    }
  }

  async function refuseWhenOvertaken(request: object): Promise<void> {
    if (!('org_id' in request)) return
    const plan = 'plan_id' in request ? String(request.plan_id) : undefined
    if (await isOvertaken({ organization: String(request.org_id), plan }))
      throw new AbandonedError('changed by others')
  }

  const reliableCall: Call = async (name, request, token, options) => {
    const reconciler = reconcilers[name]
    // What a change is checked against is read anew, where it may be older than a moment.
    if (!reconciler)
      return call(name, request, token, name === 'describePlan' ? { ...options, fresh: true } : options)
    effect ??= 'none'
    try {
      const answer = await write(name, request, token, options, reconciler)
      effect = 'applied'
      return answer
    } catch (error) {
      if (!isCertain(error) && effect === 'none') effect = 'unknown'
      throw error
    }
  }

  return { call: reliableCall, open, effect: () => effect, mayTellLater: () => mayTellLater }
}
