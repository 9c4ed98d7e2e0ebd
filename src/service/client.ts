import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { Mistaken, Unfit } from '../core/unavailable.ts'
import { type Answer, contract, type EndpointName, type Request } from './contract/contract.ts'
import { isBearer } from './contract/endpoint.ts'
import { isPassing, ServiceError } from './failure.ts'
import { baseOf, compose } from './message.ts'
import { createReader, type LeftOut } from './read.ts'
import { secretsOf } from './secrets.ts'
import { openConnections, type Proxies } from './transport/connections.ts'
import { ABORTED, exchange } from './transport/exchange.ts'

/** Where there is nothing of the interface, or what leads elsewhere: it knows neither. */
const isElsewhere = (status: number) => [404, 405, 410].includes(status) || (status >= 300 && status < 400)

const ANSWER_BYTES = 8 * 1024 * 1024
const CONNECTIONS = 64
const TRIES = 3
const BACKOFF_MS = 100
const KNOCK_MS = 2500
/** The interface wants a token with every request. */
const NOBODY = 'nobody'

type CallOptions = {
  signal?: AbortSignal
  limitMs?: number
  before?: () => void
  /** Told is how things are from now on, never what a call learns that began before. */
  fresh?: true
}

export type Client = ReturnType<typeof createClient>

/**
 * The way to the scheduling service at `url`, over connections that are kept.
 * @param timeoutMs the limit of one call, with everything that is sent again
 * @param random 0 to 1, spreads the waits before a read is sent again
 * @param wait resolves after so many milliseconds
 * @param watch sees what goes over the wire
 * @param proxies by which the service is reached
 * @param leftOut hears once of each endpoint at which places of its answers stands what cannot be read
 */
export function createClient(deps: {
  url: string
  timeoutMs: number
  random?: () => number
  wait?: (ms: number, _: undefined, until: { signal: AbortSignal | undefined }) => Promise<unknown>
  watch?: Dispatcher.DispatcherComposeInterceptor | undefined
  proxies?: Proxies | undefined
  leftOut?: LeftOut | undefined
}) {
  const { timeoutMs, random = Math.random, wait = sleep } = deps
  const read = createReader(deps.leftOut)
  const base = baseOf(deps.url)
  // Without pipelining undici writes a request at most once, and never twice on its own account.
  const connections = openConnections(
    {
      connections: CONNECTIONS,
      pipelining: 1,
      connectTimeout: timeoutMs,
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    deps.proxies,
  )
  const wire = deps.watch ? connections.compose(deps.watch) : connections

  return {
    /**
     * Calls one endpoint; reads are tried up to three times when the connection or a gateway fails. `limitMs` is less time
     * than usual; what `before` throws, once it is about to go out, keeps it from that.
     * @throws ServiceError; the reason of `signal` when that aborts; TypeError for a request that the contract refuses
     */
    async call<N extends EndpointName>(
      name: N,
      request: Request<N>,
      token: string,
      { signal, limitMs = timeoutMs, before }: CallOptions = {},
    ): Promise<Answer<N>> {
      const message = compose(contract[name], base, request, token)
      signal?.throwIfAborted()
      if (!isBearer(token)) throw new ServiceError(name, { kind: 'unauthorized', written: false })
      before?.()
      const secrets = [token, ...secretsOf(request)]
      const until = performance.now() + limitMs

      for (let tried = 1; ; tried++) {
        const ms = until - performance.now()
        const result = await exchange(wire, message, { signal, ms, bytes: ANSWER_BYTES })
        if ('broken' in result && result.broken === ABORTED) signal?.throwIfAborted()
        const answer = read(name, result, secrets)
        if (!(answer instanceof ServiceError)) return answer
        if (message.method !== 'GET' || tried === TRIES || !isPassing(answer)) throw answer

        const backoff = random() * BACKOFF_MS * 2 ** (tried - 1)
        const pause = Math.max(backoff, (answer.retryAfterSeconds ?? 0) * 1000)
        if (pause >= until - performance.now()) throw answer
        await wait(pause, undefined, { signal }).catch(() => {
          signal?.throwIfAborted()
          throw answer
        })
      }
    },

    /**
     * Rejects with `Unfit` unless the service can be reached and does not fail, and with `Mistaken` where something else
     * answers in its place; asks with nobody's token, so that it says no more than that.
     */
    async reach(): Promise<void> {
      const knock = compose(contract.listOrganizations, base, {}, NOBODY)
      const result = await exchange(connections, knock, {
        ms: Math.min(timeoutMs, KNOCK_MS),
        bytes: ANSWER_BYTES,
      })
      if ('broken' in result) throw new Unfit(`it cannot be reached: ${result.broken}`)
      const { status } = result
      if (status >= 500) throw new Unfit(`it fails with ${status}`)
      if (isElsewhere(status)) throw new Mistaken(`it answers ${status}: SERVICE_URL may have another path`)
      const answer = read('listOrganizations', result, [])
      if (answer instanceof ServiceError && answer.kind === 'malformed answer')
        throw new Mistaken('what answers is not the service: SERVICE_URL may be another')
    },

    /** Waits for the calls under way. */
    close: (): Promise<void> => connections.close(),
  }
}
