import type { z } from 'zod'
import type { Contract } from '../service/contract/contract.ts'
import type { Endpoint } from '../service/contract/endpoint.ts'
import type { Role } from '../service/contract/users.ts'

/** The person of the access token; `role` is theirs in the organization of the request. */
export type Caller = { email: string; role: Role | undefined }

/** An answer in the document's shape, without `status`. */
export type AnswerOnTheWire = Record<string, unknown>

type Parsed<S extends z.ZodObject> = keyof S['shape'] extends never ? Record<never, never> : z.output<S>

export type Query<E extends Endpoint> = Parsed<E['query']>
export type Body<E extends Endpoint> = Parsed<E['body']>

/** The weakest role that may call an endpoint. */
type Least = Role | 'anyone'

type Handler<Asked> = { least: Least; answer: (request: Asked, caller: Caller) => AnswerOnTheWire }

/** A handler for each endpoint of a table. */
export type HandlersOf<Table extends Record<string, Endpoint>> = {
  [N in keyof Table]: Handler<Query<Table[N]> & Body<Table[N]>>
}

export type Handlers = HandlersOf<Contract>

const allow =
  (least: Least) =>
  <Asked>(answer: Handler<Asked>['answer']): Handler<Asked> => ({ least, answer })

// Assumed, as the document shows no permissions.
export const viewer = allow('viewer')
export const member = allow('member')
export const admin = allow('admin')
export const owner = allow('owner')
/** For requests outside of any organization. */
export const anyone = allow('anyone')
