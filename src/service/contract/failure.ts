import { contract, type EndpointName, titleOf } from './contract.ts'

/** `crowded`: not sent, because too many calls are waiting. `interrupted`: this process did not see the answer. */
export type FailureKind =
  | 'unauthorized'
  | 'forbidden'
  | 'not found'
  | 'conflict'
  | 'invalid'
  | 'limited'
  | 'unavailable'
  | 'timeout'
  | 'malformed answer'
  | 'interrupted'
  | 'crowded'

type Facts = Pick<
  ServiceError,
  'kind' | 'status' | 'code' | 'serviceMessage' | 'retryAfterSeconds' | 'since'
> & {
  /** Whether any of the request may have reached the service. */
  written: boolean
}

/** A failed call to the service. Holds nothing of the request or its headers, and has no cause. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly endpoint: EndpointName
  readonly kind: FailureKind
  /** The HTTP status, or the `status` in the body under a successful one. */
  readonly status?: number
  /** The code of Node or undici (ECONNREFUSED) if there is no whole answer. */
  readonly code?: string
  /** The service's message, fit to be shown: short, on one line, without the caller's secrets. */
  readonly serviceMessage?: string
  readonly retryAfterSeconds?: number
  /** Since when the service has not answered, if that is why nothing was sent. */
  readonly since?: Date | undefined
  /** `unknown`: the write may have taken effect. Always `not done` for a read. */
  readonly outcome: 'not done' | 'unknown'

  constructor(endpoint: EndpointName, facts: Facts) {
    const { kind, status, code, written } = facts
    const detail = status ?? code
    super(`${titleOf(endpoint)}: ${kind}${detail === undefined ? '' : ` (${detail})`}`)
    this.endpoint = endpoint
    this.kind = kind
    this.status = status
    this.code = code
    this.serviceMessage = facts.serviceMessage
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.since = facts.since
    this.outcome =
      contract[endpoint].method === 'GET' || !written || isRefusedStatus(status) ? 'not done' : 'unknown'
  }

  /** This error, once it is certain that the write took no effect. */
  disproved(): ServiceError {
    return new ServiceError(this.endpoint, { ...this, written: false })
  }
}

/** Whether the status says that nothing was done; a 408 may come from a proxy. */
const isRefusedStatus = (status = 0) => status >= 400 && status < 500 && status !== 408

/** Whether the service itself rejected the request, and would reject it again. */
export const isRefusal = ({ kind }: ServiceError) => kind === 'invalid'
