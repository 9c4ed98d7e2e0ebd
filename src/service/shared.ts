import type { Client } from './client.ts'
import { type Answer, contract, type EndpointName, type Request } from './contract/index.ts'

/** Reads of one endpoint that are under way, by what is asked with which token. */
type UnderWay<N extends EndpointName> = Map<string, Promise<Answer<N>>>

/**
 * The same client, of which reads that somebody asks for at the same moment are one call. Nobody is told what stood before
 * a change of theirs: what is asked after one was sent, or has ended, is asked anew.
 */
export function sharingReads(client: Client): Client {
  const reads: { [N in EndpointName]?: UnderWay<N> } = {}

  function forget(token: string): void {
    for (const some of Object.values(reads))
      for (const asked of some.keys()) if (asked.startsWith(`${token} `)) some.delete(asked)
  }

  async function changing<T>(token: string, work: () => Promise<T>): Promise<T> {
    forget(token)
    try {
      return await work()
    } finally {
      forget(token)
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
    if (underWay) return underWay
    const answer = ask().finally(() => {
      if (some.get(asked) === answer) some.delete(asked)
    })
    some.set(asked, answer)
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
      if (contract[name].method === 'POST') return changing(token, ask)
      return options ? ask() : reading(reads, name, `${token} ${JSON.stringify(request)}`, ask)
    },
  }
}
