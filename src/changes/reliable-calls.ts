import { setTimeout as sleep } from 'node:timers/promises'
import { AbandonedError } from '../core/errors.ts'
import type { Client } from '../service/client.ts'
import type { Answer, EndpointName, Request } from '../service/contract/contract.ts'
import { isRefusal, ServiceError } from '../service/failure.ts'
import { type Read, type Reconciler, reconcilerOf } from '../service/reconcilers.ts'

/** What broke off may take effect a moment later, behind a proxy: the waits before each further look. */
const LOOK_AGAIN_MS = [1000, 3000]

export type Wait = (ms: number) => Promise<unknown>

type Deps = {
  /** Whether earlier attempts may have sent something: `no`, `unlikely` (no arguments were stored) or `yes`. */
  wasSent: 'no' | 'unlikely' | 'yes'
  /** Whether a write that is missing may be sent again: not without its secrets, and not twice. */
  mayResend: boolean
  /** Called before a write is sent again. */
  markResent(): Promise<unknown>
  /** Whether this process still has the change. */
  isHeld(): boolean
  /** Whether someone has changed the same thing since. */
  isOvertaken(request: { organization: string; plan: string | undefined }): Promise<boolean>
  wait?: Wait | undefined
}

/** The way of one change to the service: each write takes effect once, and one without an answer is reconciled. */
export function createReliableCalls(deps: Deps) {
  const { wasSent, isOvertaken, wait = sleep } = deps
  const begun = new Set<string | undefined>()
  let effect: 'applied' | 'unknown' | 'none' = 'none'
  let mayTellLater = false
  let organization: string | undefined

  /** An error that a later look may take back: what was sent may still arrive, or nobody answers just now. */
  function open<E>(error: E): E {
    mayTellLater = true
    return error
  }

  async function track<T>(write: () => Promise<T>): Promise<T> {
    try {
      const answer = await write()
      effect = 'applied'
      return answer
    } catch (error) {
      const isCertain =
        (error instanceof ServiceError && error.outcome === 'not done') ||
        (error instanceof AbandonedError && error.isCertain)
      if (!isCertain && effect === 'none') effect = 'unknown'
      throw error
    }
  }

  async function write<N extends EndpointName>(
    { name, request, reconciler }: { name: N; request: Request<N>; reconciler: Reconciler<N> },
    send: (before: () => void) => Promise<Answer<N>>,
    read: Read,
  ): Promise<Answer<N>> {
    const plan = 'plan_id' in request ? String(request.plan_id) : undefined
    const where = 'org_id' in request ? String(request.org_id) : undefined
    const wasOvertaken = async () => where !== undefined && (await isOvertaken({ organization: where, plan }))
    const isFirst = !begun.has(plan)
    begun.add(plan)
    organization ??= where
    const sending = createSending({
      ...deps,
      name,
      request,
      reconciler,
      send,
      read,
      open,
      wait,
      wasOvertaken,
    })
    if (wasSent === 'yes') return sending.continue()
    if (wasSent === 'unlikely') {
      if (isFirst && (await wasOvertaken()))
        throw new AbandonedError('changed by others', { isCertain: true })
      // A power failure may have taken back that it was sent.
      const found = await reconciler.find(request, read).catch(() => undefined)
      if (found?.outcome === 'applied') return found.answer
    }
    return sending.begin()
  }

  return {
    client:
      (call: Client['call']): Client['call'] =>
      (name, request, token, options) => {
        const reconciler = reconcilerOf(name)
        if (!reconciler) return call(name, request, token, options)
        return track(async () => {
          const answer = await write(
            { name, request, reconciler },
            before => call(name, request, token, { ...options, before }),
            (endpoint, about) => call(endpoint, about, token, { fresh: true }),
          )
          if ('org_id' in answer) organization = answer.org_id
          return answer
        })
      },

    /** Follows a write to something else than the service. */
    track<T>(work: () => Promise<T>): Promise<T> {
      begun.add(undefined)
      return track(work)
    },

    /** An error after which recovery looks again. */
    open,

    hasWritten: () => begun.size > 0,
    effect: () => effect,
    mayTellLater: () => mayTellLater,
    /** The organization that the writes were about. */
    organization: () => organization,
  }
}

type Sending<N extends EndpointName> = Pick<Deps, 'mayResend' | 'markResent' | 'isHeld'> & {
  name: N
  request: Request<N>
  reconciler: Reconciler<N>
  /** `before` is called when it is about to go out, and throws where it must not. */
  send(before: () => void): Promise<Answer<N>>
  read: Read
  open<E>(error: E): E
  wait: Wait
  wasOvertaken(): Promise<boolean>
}

/** Sends one write. */
function createSending<N extends EndpointName>(deps: Sending<N>) {
  const { name, request, reconciler, send, read, open, isHeld, wasOvertaken, wait } = deps

  /** The call may have waited for its turn until the lease was over. */
  const sendWhileHeld = (): Promise<Answer<N>> =>
    send(() => {
      if (!isHeld()) throw open(new Error('The lease of the change is over'))
    })

  const find = (error: ServiceError) =>
    reconciler.find(request, read).catch((reason: unknown) => {
      throw reason instanceof ServiceError ? open(error) : reason
    })

  /**
   * The answer of a write that took effect; undefined where it may be sent again.
   * @param error why there was no answer; thrown as it is where that remains unknown
   * @param mayArrive it may still take effect
   * @throws ServiceError with outcome `not done` where it is provably missing
   */
  async function reconcile(
    error: ServiceError,
    { mayArrive, mayResend }: { mayArrive: boolean; mayResend: boolean },
  ): Promise<Answer<N> | undefined> {
    const isResentAnyway = mayResend && reconciler.resend === 'always'
    // An earlier process was interrupted before its lease was over.
    const isSettled = mayArrive || isResentAnyway || error.kind === 'interrupted' || isRefusal(error)
    let found = await find(error)
    for (const ms of isSettled ? [] : LOOK_AGAIN_MS) {
      if (found.outcome !== 'missing') break
      await wait(ms)
      found = await find(error)
    }
    if (found.outcome === 'applied') return found.answer
    const isMissing = found.outcome === 'missing'
    if (isResentAnyway || (isMissing && mayResend && reconciler.resend === 'late' && !mayArrive)) {
      await refuseWhenOvertaken()
      return undefined
    }
    if (!isMissing) throw error
    if (mayArrive) throw open(error)
    // It may have been done, and undone since.
    if (!isRefusal(error)) await refuseWhenOvertaken()
    throw error.disproved()
  }

  async function refuseWhenOvertaken(): Promise<void> {
    if (await wasOvertaken()) throw new AbandonedError('changed by others', { isCertain: false })
  }

  /** @param earlier why an earlier attempt has no answer: a refusal may come of its effect */
  async function attempt(mayResend: boolean, earlier?: ServiceError): Promise<Answer<N>> {
    try {
      return await sendWhileHeld()
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.outcome === 'unknown') {
        const mayArrive = error.kind === 'timeout' || earlier?.kind === 'timeout'
        const may = { mayArrive, mayResend: mayResend && !isRefusal(error) }
        return (await reconcile(error, may)) ?? attempt(false, error)
      }
      if (!earlier) throw error
      const may = { mayArrive: earlier.kind === 'timeout', mayResend: false }
      const answer = await reconcile(earlier, may).catch((reason: unknown) => {
        // Where the earlier attempt had no effect, this refusal is the service's answer.
        const isMissing = reason instanceof ServiceError && reason.outcome === 'not done'
        throw isMissing && error.status !== undefined ? error : reason
      })
      if (answer) return answer
      throw error
    }
  }

  return {
    begin: (): Promise<Answer<N>> => attempt(true),

    /** Continues after another process may have sent it. */
    async continue(): Promise<Answer<N>> {
      const interrupted = new ServiceError(name, { kind: 'interrupted', written: true })
      const answer = await reconcile(interrupted, { mayArrive: false, mayResend: deps.mayResend })
      if (answer) return answer
      await deps.markResent()
      return attempt(false, interrupted)
    },
  }
}
