import type { z } from 'zod'
import type { Contract, EndpointName } from '../contract/index.ts'
import type { Role } from '../contract/users.ts'

/** The person whose token came with the request; `role` is theirs in the organization it is about. */
export type Caller = { email: string; role: Role | undefined }

/** What is sent back, in the document's own shape; `status` is put before it. */
export type AnswerOnTheWire = Record<string, unknown>

type Parsed<S extends z.ZodObject> = keyof S['shape'] extends never ? Record<never, never> : z.output<S>

export type Query<N extends EndpointName> = Parsed<Contract[N]['query']>
export type Body<N extends EndpointName> = Parsed<Contract[N]['body']>

/** One handler an endpoint: an endpoint without one does not compile. */
export type Handlers = {
  [N in EndpointName]: (request: Query<N> & Body<N>, caller: Caller) => AnswerOnTheWire
}
