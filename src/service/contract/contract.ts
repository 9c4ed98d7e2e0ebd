import type { z } from 'zod'
import { billing } from './billing.ts'
import { credentials } from './credentials.ts'
import type { Endpoint } from './endpoint.ts'
import { organizations } from './organizations.ts'
import { pauses } from './pauses.ts'
import { plans } from './plans.ts'
import { resources } from './resources.ts'
import { users } from './users.ts'

/** The whole interface of the service. Each endpoint is named by its title in the document, in camelCase. */
export const contract = {
  ...plans,
  ...resources,
  ...pauses,
  ...billing,
  ...credentials,
  ...users,
  ...organizations,
} satisfies Record<string, Endpoint>

export type Contract = typeof contract
export type EndpointName = keyof Contract

/** What a caller gives: the members of query and body in one flat object. */
export type Request<N extends EndpointName> = z.input<Contract[N]['query']> & z.input<Contract[N]['body']>

/** What a caller gets: the answer, normalised. */
export type Answer<N extends EndpointName> = z.output<Contract[N]['answer']>

/** The document's name of an endpoint, such as `List plans`. */
export const titleOf = (name: EndpointName): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

export type CallOptions = {
  /** Ends the call as a time-out, in place of the client's own limit. */
  signal?: AbortSignal
  /** Runs right before the request is sent; an error that it throws prevents that. */
  before?: () => void
  /** Bypasses the cache of reads. */
  fresh?: true
}

/** Calls an endpoint with someone's access token. @throws ServiceError */
export type Call = <N extends EndpointName>(
  name: N,
  request: Request<N>,
  token: string,
  options?: CallOptions,
) => Promise<Answer<N>>
