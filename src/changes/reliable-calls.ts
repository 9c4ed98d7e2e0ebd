import { setTimeout as sleep } from 'node:timers/promises'
import { AbandonedError } from '../core/errors.ts'
import { isCertain } from '../core/explain/explain.ts'
import type { Answer, Call, CallOptions, EndpointName, Request } from '../service/contract/contract.ts'
import { isRefusal, ServiceError } from '../service/contract/failure.ts'
import { type Read, type Reconciler, reconcilers } from '../service/reconcilers.ts'

/** Waits before further checks: behind a proxy, a broken request may take effect a moment later. */
const CHECK_AGAIN_MS = [1000, 3000]

export type Wait = (ms: number) => Promise<unknown>

type Deps = {
  call: Call
  /** Whether an earlier process may have sent something. */
  mayBeSent: boolean
  /** Whether a missing write may be resent: not without its secrets, and only once, since a slow one may still arrive. */
  mayResend: boolean
  /** Called when a resent write gets no answer either. */
  markResent(): Promise<unknown>
  hasLease(): boolean
  /** Whether a later change concerned the same entity. */
  isOvertaken(about: { organization: string; plan: string | undefined }): Promise<boolean>
  wait?: Wait | undefined
}

/**
 * Wraps the service client for one change: every write takes effect at most once, and one without an answer is
 * reconciled.
 */
export function createReliableCalls(deps: Deps) {
  const { call, mayBeSent, mayResend, markResent, hasLease, isOvertaken, wait = sleep } = deps
  /** The effect of the writes so far; undefined before the first. */
  let effect: 'applied' | 'unknown' | 'none' | undefined
  let isProvisional = false

  /** Marks an error as provisional: a later check may find the write applied, or the service answering again. */
  function provisional<E>(error: E): E {
    isProvisional = true
    return error
  }

  /** A write may have been queued until the lease ended. */
  function refuseWithoutLease(): void {
    if (!hasLease()) throw provisional(new Error('The lease of the change is over'))
  }

  /** Sends a write. One without an answer is reconciled, and resent once if that is safe. */
  async function write<N extends EndpointName>(
    name: N,
    request: Request<N>,
    token: string,
    options: CallOptions | undefined,
    reconciler: Reconciler<N>,
  ): Promise<Answer<N>> {
    /** The error of the last attempt that got no answer. */
    let unanswered = mayBeSent ? new ServiceError(name, { kind: 'interrupted', written: true }) : undefined
    /** The error of a later attempt that was refused. */
    let refusal: ServiceError | undefined
    let mayArrive = false
    let resend = !mayBeSent || mayResend
    for (;;) {
      if (unanswered) {
        const answer = await reconcile(unanswered)
        if (answer) return answer
        resend = false
      }
      try {
        return await call(name, request, token, { ...options, before: refuseWithoutLease })
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        const isRefused = error.outcome === 'not done'
        if (isRefused && !unanswered) throw error
        if (isRefused) refusal = error
        else {
          if (mayBeSent) await markResent()
          mayArrive ||= error.kind === 'timeout'
          resend &&= !isRefusal(error)
          unanswered = error
        }
      }
    }

    /**
     * Resolves to the answer of a write that took effect, or to undefined if it may be resent.
     * @param error the error without an answer; thrown if the outcome remains unknown
     * @throws ServiceError with outcome `not done` if the write is provably missing
     */
    async function reconcile(error: ServiceError): Promise<Answer<N> | undefined> {
      const read: Read = (endpoint, about) => call(endpoint, about, token, { fresh: true })
      const { find: findApplied } = reconciler
      if (!findApplied) throw error
      const find = () =>
        findApplied(request, read).catch((reason: unknown) => {
          throw reason instanceof ServiceError ? provisional(error) : reason
        })
      const isSentAnyway = resend && reconciler.resend === 'always'
      // After an interruption the lease had to expire first, which is time enough.
      const isSettled = mayArrive || isSentAnyway || error.kind === 'interrupted' || isRefusal(error)
      let match = await find()
      for (const ms of isSettled ? [] : CHECK_AGAIN_MS) {
        if (match.outcome !== 'missing') break
        await wait(ms)
        match = await find()
      }
      if (match.outcome === 'applied') return match.answer
      const isMissing = match.outcome === 'missing'
      if (isSentAnyway || (isMissing && resend && reconciler.resend === 'late' && !mayArrive)) {
        await refuseWhenOvertaken(request)
        return undefined
      }
      if (!isMissing) throw error
      if (mayArrive) throw provisional(error)
      // It may have been applied and undone since.
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
    // Changes are checked against fresh descriptions: cached ones may be seconds old.
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

  return { call: reliableCall, provisional, effect: () => effect, isProvisional: () => isProvisional }
}
