import { Abandoned } from '../core/errors.ts'
import type { Whereabouts } from '../core/locale.ts'
import type { Client } from '../service/client.ts'
import type { Answer, EndpointName, Request } from '../service/contract/contract.ts'
import { ServiceError } from '../service/failure.ts'
import { type Read, type Reconciler, reconcilerOf } from '../service/reconcilers.ts'
import { reread } from '../service/reread.ts'
import type { Links, Organization } from '../storage/links.ts'
import { dense, roomy } from './dense.ts'
import type { ReadsSoFar } from './entry.ts'
import { createSending, type Wait } from './sending.ts'
import type { Journal } from './store.ts'

/** How one change passes through the journal: when and where it is asked, and what stands between it and the service. */
export type Passage = {
  now: Date
  within: Organization | undefined
  whereabouts(ask: () => Promise<Whereabouts>): Promise<Whereabouts>
  through(call: Client['call']): Client['call']
  keeping(links: Links): Links
}

/** The same, with what has become of it so far. */
export type UnderWay = Passage & {
  /** Whether anything was to be changed: at the service, or in the links. */
  wrote(): boolean
  /** What came of that: something `took` effect, or it is in `doubt` of some, or there was surely `nothing`. */
  effect(): 'took' | 'doubt' | 'nothing'
  /** Whether a later look may tell more than is known now. */
  isOpen(): boolean
  /** What is known of it, for whoever looks later. */
  known(): ReadsSoFar
  /** The organization that was itself made, changed or removed, where the words were bound to none. */
  organization(): string | undefined
  /** The plans that were changed, by the names that they had. */
  plans(): { id: string; name: string }[]
}

type Of = {
  journal: Pick<Journal, 'sent' | 'isHeld' | 'isOvertaken'>
  id: string
  operation: string
  now: Date
  within: Organization | undefined
  wait?: Wait | undefined
  /**
   * What another process left behind: what it had read, and whether anything was `sent`. Where it was, all is read as it
   * was then, and sent once again, only where the words of the request are still whole: secrets are not kept.
   */
  left?: { known: ReadsSoFar; sent: boolean; isWhole: boolean } | undefined
}

const whereaboutsOf = ({ zone, locale }: NonNullable<ReadsSoFar['at']>): Whereabouts => ({
  zone,
  ...(locale && { locale }),
})

/**
 * Takes a change to the service so that it is done once, whatever happens: what was read before is kept with what is
 * sent, and of what is not answered it is found out whether it was done.
 */
export function createPassage({ journal, id, operation, now, within, wait, left }: Of): UnderWay {
  const replays = left?.sent === true
  const before = left?.known.reads ?? {}
  const reads = new Map<string, object>()
  const plans = new Set<string>()
  const listed: Answer<'listPlans'>['plans'][] = []
  let organization: string | undefined
  let at = replays && left.known.at ? whereaboutsOf(left.known.at) : undefined
  let sending: Promise<void> | undefined
  let sentAgain = left?.known.sentAgain
  let wrote = false
  let open = false
  let effect: ReturnType<UnderWay['effect']> = 'nothing'

  const known = (): ReadsSoFar => ({
    reads: { ...before, ...Object.fromEntries([...reads].map(([key, answer]) => [key, dense(answer)])) },
    at,
    sentAgain,
  })

  async function reading<N extends EndpointName>(
    name: N,
    request: Request<N>,
    ask: () => Promise<Answer<N>>,
  ) {
    const key = JSON.stringify([name, request])
    const told = replays ? before[key] : undefined
    // What another version kept, which reads answers in another way, is asked for anew.
    const kept = told === undefined ? undefined : reread(name, roomy(told))
    const answer: Answer<N> = kept ?? (await ask())
    if ('plans' in answer) listed.push(answer.plans)
    if (kept === undefined && !sending) reads.set(key, answer)
    return answer
  }

  /** An error that a later look may take back, since what was sent may still arrive, or nobody answers just now. */
  function undecided<E>(error: E): E {
    open = true
    return error
  }

  async function writing<N extends EndpointName>(
    { name, request, reconciler }: { name: N; request: Request<N>; reconciler: Reconciler<N> },
    send: (before: () => void) => Promise<Answer<N>>,
    look: Read,
  ): Promise<Answer<N>> {
    const plan = 'plan_id' in request ? String(request.plan_id) : undefined
    const where = 'org_id' in request ? String(request.org_id) : undefined
    const isOvertaken = async () =>
      where !== undefined &&
      (await journal.isOvertaken({ id, since: now, organization: where, operation, plan }))
    const isBegun = plan === undefined ? wrote : plans.has(plan)
    if (left && !replays && !isBegun && (await isOvertaken()))
      throw new Abandoned('changed since', { isSure: true })
    if (plan !== undefined) plans.add(plan)
    if (where !== undefined && !within) organization = where
    wrote = true
    sending ??= replays ? Promise.resolve() : journal.sent(id, known())
    // Nothing has gone out yet: it is for whoever has the entry then.
    await sending.catch((error: unknown) => {
      throw undecided(error)
    })

    const { first, again } = createSending({
      name,
      request,
      reconciler,
      send,
      look,
      undecided,
      isHeld: () => journal.isHeld(id),
      isOvertaken,
      wait,
    })
    const begun = replays
      ? again(left.isWhole && !left.known.sentAgain, () => {
          sentAgain = true
        })
      : first()
    return begun.then(answer => {
      if ('org_id' in answer && !within) organization = answer.org_id
      return took(answer)
    }, doubted)
  }

  function took<T>(answer: T): T {
    effect = 'took'
    return answer
  }

  function doubted(error: unknown): never {
    const isUndone = error instanceof ServiceError && error.outcome === 'not done'
    if (!isUndone && effect === 'nothing') effect = 'doubt'
    throw error
  }

  return {
    now,
    within,
    whereabouts: async ask => {
      at ??= await ask()
      return at
    },
    through: call => (name, request, token, options) => {
      const reconciler = reconcilerOf(name)
      if (!reconciler) return reading(name, request, () => call(name, request, token, options))
      return writing(
        { name, request, reconciler },
        before => call(name, request, token, { ...options, before }),
        (endpoint, about) => call(endpoint, about, token, { fresh: true }),
      )
    },
    keeping: links => {
      const writes =
        <A extends unknown[], R>(write: (...of: A) => Promise<R>) =>
        (...of: A): Promise<R> => {
          wrote = true
          return write(...of).then(took, doubted)
        }
      return {
        ...links,
        keep: writes(links.keep),
        choose: writes(links.choose),
        rename: writes(links.rename),
        drop: writes(links.drop),
        forget: writes(links.forget),
      }
    },
    known,
    wrote: () => wrote,
    effect: () => effect,
    isOpen: () => open,
    organization: () => organization,
    plans() {
      const changed = listed.flat().filter(({ id }) => plans.has(id))
      const names = new Map(changed.map(({ id, name }) => [id, name]))
      return [...plans].map(id => ({ id, name: names.get(id) ?? id }))
    },
  }
}
