import type { z } from 'zod'
import type { Contract } from '../service/contract/contract.ts'
import type { Endpoint } from '../service/contract/endpoint.ts'
import type { Role } from '../service/contract/users.ts'

/** The person whose token came with the request; `role` is theirs in the organization it is about. */
export type Caller = { email: string; role: Role | undefined }

/** What is sent back, in the document's own shape; `status` is put before it. */
export type AnswerOnTheWire = Record<string, unknown>

type Parsed<S extends z.ZodObject> = keyof S['shape'] extends never ? Record<never, never> : z.output<S>

export type Query<E extends Endpoint> = Parsed<E['query']>
export type Body<E extends Endpoint> = Parsed<E['body']>

/** Who may ask: whoever has this role or a stronger one in the organization that the request is about. */
type Least = Role | 'anyone'

/** What an endpoint does, beside who may ask for it. */
type Handler<Asked> = { least: Least; answer: (request: Asked, caller: Caller) => AnswerOnTheWire }

/** One handler for each endpoint of a table: an endpoint without one does not compile. */
export type HandlersOf<Table extends Record<string, Endpoint>> = {
  [N in keyof Table]: Handler<Query<Table[N]> & Body<Table[N]>>
}

export type Handlers = HandlersOf<Contract>

const by =
  (least: Least) =>
  <Asked>(answer: Handler<Asked>['answer']): Handler<Asked> => ({ least, answer })

// Assumed, as the document shows no permissions: the least role that each endpoint takes.
export const viewer = by('viewer')
export const member = by('member')
export const admin = by('admin')
export const owner = by('owner')

/** For what is about no organization that there is yet. */
export const anyone = by('anyone')
