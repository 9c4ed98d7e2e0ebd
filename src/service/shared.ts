import type { Client } from './client.ts'
import { type Answer, contract, type EndpointName, type Request } from './contract/contract.ts'

/** Sooner than anybody could see a change that another process has made, and ask what stands now. */
const MOMENT_MS = 100

/** Reads of one endpoint that are under way, by what is asked with which token, and since when. */
type UnderWay<N extends EndpointName> = Map<string, { answer: Promise<Answer<N>>; since: number }>

/**
 * The same client, of which reads that somebody asks for at the same moment are one call. Nobody is told what stood before
 * a change that they know of: what is asked after one was sent, or has ended, is asked anew, and so is what was asked a
 * moment ago, since other processes make changes too. What is to be `fresh`, or may be broken off, is a call of its own.
 * @param now milliseconds of a clock that never goes back
 */
export function sharingReads(client: Client, now: () => number): Client {
  const reads: { [N in EndpointName]?: UnderWay<N> } = {}

  function forget(): void {
    for (const some of Object.values(reads)) some.clear()
  }

  async function changing<T>(work: () => Promise<T>): Promise<T> {
    forget()
    try {
      return await work()
    } finally {
      forget()
    }
  }

  function reading<N extends EndpointName>(
    all: { [K in N]?: UnderWay<K> },
    name: N,
    asked: string,
    ask: () => Promise<Answer<N>>,
  ): Promise<Answer<N>> {
    const some: UnderWay<N> = all[name] ?? new Map()
    all[name] = some
    const underWay = some.get(asked)
    if (underWay && now() - underWay.since < MOMENT_MS) return underWay.answer
    const answer = ask()
    const end = () => {
      if (some.get(asked)?.answer === answer) some.delete(asked)
    }
    answer.then(end, end)
    some.set(asked, { answer, since: now() })
    return answer
  }

  return {
    ...client,
    call<N extends EndpointName>(
      name: N,
      request: Request<N>,
      token: string,
      options?: Parameters<Client['call']>[3],
    ): Promise<Answer<N>> {
      const ask = () => client.call(name, request, token, options)
      if (contract[name].method === 'POST') return changing(ask)
      return options?.fresh || options?.signal
        ? ask()
        : reading(reads, name, `${token} ${JSON.stringify(request)}`, ask)
    },
  }
}
