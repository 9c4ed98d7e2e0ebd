import type { Dispatcher } from 'undici'
import { Misconfigured, Unavailable } from '../core/unavailable.ts'
import type { Answer, EndpointName, Request } from './contract/contract.ts'
import { isBearer } from './contract/endpoint.ts'
import { ServiceError } from './failure.ts'
import { baseOf, compose, secretsOf } from './request.ts'
import { type KnownAnswers, readResponse } from './response.ts'
import { openConnections, type Proxies } from './transport/connections.ts'
import { exchange } from './transport/exchange.ts'

const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const CONNECTIONS = 64
const REACH_MS = 2500

export type CallOptions = {
  /** Ends the call as a time-out, in place of the client's own limit. */
  signal?: AbortSignal
  /** Runs right before the request is sent; an error that it throws prevents that. */
  before?: () => void
  /** Bypasses the cache of reads. */
  fresh?: true
}

/** Receives, once for each endpoint, the places in its answers that cannot be read. */
type OnUnreadable = (endpoint: EndpointName, places: readonly string[]) => void

export type Client = ReturnType<typeof createClient>

/**
 * A client of the scheduling service at `url` that sends each request once.
 * @param timeoutMs the limit of a call
 * @param watch intercepts the HTTP traffic
 */
export function createClient(deps: {
  url: string
  timeoutMs: number
  watch?: Dispatcher.DispatcherComposeInterceptor | undefined
  proxies?: Proxies | undefined
  leftOut?: OnUnreadable | undefined
}) {
  const { timeoutMs, leftOut } = deps
  const base = baseOf(deps.url)
  const warned = new Set<EndpointName>()
  const known: KnownAnswers = {}
  // Without pipelining undici never sends a request twice by itself.
  const connections = openConnections(
    { connections: CONNECTIONS, pipelining: 1, connectTimeout: timeoutMs, headersTimeout: 0, bodyTimeout: 0 },
    deps.proxies,
  )
  const wire = deps.watch ? connections.compose(deps.watch) : connections

  return {
    /** @throws ServiceError, or TypeError for a request that the contract refuses */
    async call<N extends EndpointName>(
      name: N,
      request: Request<N>,
      token: string,
      { signal, before }: CallOptions = {},
    ): Promise<Answer<N>> {
      const message = compose(name, base, request, token)
      if (!isBearer(token)) throw new ServiceError(name, { kind: 'unauthorized', written: false })
      before?.()
      const limit = signal ? { signal } : { ms: timeoutMs }
      const result = await exchange(wire, message, { ...limit, bytes: MAX_ANSWER_BYTES })
      const secrets = [token, ...secretsOf(request)]
      const onUnreadable = (places: readonly string[]) => {
        if (!warned.has(name)) leftOut?.(name, places)
        warned.add(name)
      }
      const answer = readResponse(name, result, secrets, onUnreadable, known)
      if (answer instanceof ServiceError) throw answer
      return answer
    },

    /**
     * Resolves if the service answers an anonymous request as the interface says. Rejects with `Unavailable` if it cannot be
     * reached or fails, and with `Misconfigured` if something else answers at its URL.
     */
    async reach(): Promise<void> {
      const ms = Math.min(timeoutMs, REACH_MS)
      const message = compose('listOrganizations', base, {}, 'nobody')
      const result = await exchange(connections, message, { ms, bytes: MAX_ANSWER_BYTES })
      if ('broken' in result) throw new Unavailable(`it cannot be reached: ${result.broken}`)
      const { status } = result
      if (status >= 500) throw new Unavailable(`it fails with ${status}`)
      if ([404, 405, 410].includes(status) || (status >= 300 && status < 400))
        throw new Misconfigured(`it answers ${status}: SERVICE_URL may have another path`)
      const answer = readResponse('listOrganizations', result, [])
      if (answer instanceof ServiceError && answer.kind === 'malformed answer')
        throw new Misconfigured('what answers is not the service: SERVICE_URL may be another')
    },

    /** Waits for the calls in flight. */
    close: (): Promise<void> => connections.close(),
  }
}
