import { setTimeout as sleep } from 'node:timers/promises'
import { Abandoned } from '../core/errors.ts'
import type { Answer, EndpointName, Request } from '../service/contract/contract.ts'
import { isRefusal, ServiceError } from '../service/failure.ts'
import type { Read, Reconciler } from '../service/reconcilers.ts'

type Of<N extends EndpointName> = {
  name: N
  request: Request<N>
  reconciler: Reconciler<N>
  /** Sends it; `before` is called when it is about to go out, and throws where it must not. */
  send(before: () => void): Promise<Answer<N>>
  look: Read
  /** Hears of an error that a later look may take back, since what was sent may still arrive, or nobody answers just now. */
  undecided<E>(error: E): E
  isHeld(): boolean
  /** Whether somebody has changed the same thing since. */
  isOvertaken(): Promise<boolean>
  /** Resolves after so many milliseconds. */
  wait?: Wait | undefined
}

export type Wait = (ms: number) => Promise<unknown>

/** What broke off may still take effect a moment later, behind a proxy: before each look it is waited so long. */
const MOMENTS_MS = [1000, 3000]

/** Whether nothing of it can take effect any more: what was interrupted was so before the lease was over. */
const isOver = (error: ServiceError) => error.kind === 'interrupted' || isRefusal(error)

/** Sends a change to the service so that it is done once: of what is not answered it is found out whether it was done. */
export function createSending<N extends EndpointName>(of: Of<N>) {
  const { name, request, reconciler, send, look, undecided, isHeld, isOvertaken, wait = sleep } = of

  /** It may wait for its turn, and the lease be over then. */
  const once = (): Promise<Answer<N>> =>
    send(() => {
      if (!isHeld()) throw undecided(new Error('The lease of the entry is over'))
    })

  /** What came of it after all, or that it surely was not done; gives nothing where it may be sent once more. */
  async function found(
    error: ServiceError,
    mayArrive: boolean,
    more: boolean,
  ): Promise<Answer<N> | undefined> {
    const finds = () =>
      reconciler.find(request, look).catch((reason: unknown) => {
        if (reason instanceof ServiceError) throw undecided(error)
        throw reason
      })
    const goesAnyway = more && reconciler.resend === 'always'
    let what = await finds()
    for (const ms of MOMENTS_MS) {
      if (what.outcome !== 'missing' || mayArrive || goesAnyway || isOver(error)) break
      await wait(ms)
      what = await finds()
    }
    if (what.outcome === 'applied') return what.answer
    const goesNow = what.outcome === 'missing' && more && reconciler.resend === 'late' && !mayArrive
    if (goesAnyway || goesNow) {
      await refuseWhereOvertaken()
      return undefined
    }
    if (what.outcome === 'unknown') throw error
    if (mayArrive) throw undecided(error)
    // It may have been done, and undone since.
    if (!isRefusal(error)) await refuseWhereOvertaken()
    throw error.disproved()
  }

  async function refuseWhereOvertaken(): Promise<void> {
    if (await isOvertaken()) throw new Abandoned('changed since', { isSure: false })
  }

  /** Sends it; what is refused in doubt may have been done before, and be refused for that. */
  async function sure(more: boolean, doubt?: ServiceError): Promise<Answer<N>> {
    try {
      return await once()
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.outcome === 'unknown') {
        const mayArrive = error.kind === 'timeout' || doubt?.kind === 'timeout'
        return (await found(error, mayArrive, more && !isRefusal(error))) ?? sure(false, error)
      }
      if (!doubt) throw error
      // What was sent before is as unknown as it was. Where it surely was not done, this refusal is what the service says of it.
      const answer = await found(doubt, doubt.kind === 'timeout', false).catch((reason: unknown) => {
        const isUndone = reason instanceof ServiceError && reason.outcome === 'not done'
        throw isUndone && error.status !== undefined ? error : reason
      })
      if (answer) return answer
      throw error
    }
  }

  return {
    first: (): Promise<Answer<N>> => sure(true),

    /** Goes on after somebody else sent it; where it is sent once `more`, `sends` hears of that before. */
    async again(more: boolean, sends: () => void): Promise<Answer<N>> {
      const before = new ServiceError(name, { kind: 'interrupted', written: true })
      const answer = await found(before, false, more)
      if (answer) return answer
      sends()
      return sure(false, before)
    },
  }
}
