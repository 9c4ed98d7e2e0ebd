import type { z } from 'zod'
import { type Contract, contract, type EndpointName } from '../service/contract/contract.ts'
import type { createAccess } from './access.ts'
import { complain } from './complaint.ts'
import type { AnswerOnTheWire, Body, Handlers, Query } from './handler.ts'
import { invalid } from './refusal.ts'
import type { Store } from './store.ts'

/** The contract's requests, with the endpoint and its types kept together for a generic caller. */
const requests: {
  [N in EndpointName]: { query: z.ZodType<Query<Contract[N]>>; body: z.ZodType<Body<Contract[N]>> }
} = contract

/** A request as it came: nothing of it is checked yet. */
export type Given = { authorization: string | undefined; query: unknown; body: unknown }

/** Does what a request asks for, whole or not at all. Throws a Refusal when it may not or can not be done. */
export function createPerform(store: Store, access: ReturnType<typeof createAccess>, handlers: Handlers) {
  return function perform<N extends EndpointName>(endpoint: N, given: Given): AnswerOnTheWire {
    const email = access.identify(given.authorization)
    const query = check(requests[endpoint].query, given.query)
    const body = check(requests[endpoint].body, given.body)
    const request = { ...query, ...body }
    return store.transaction(() => {
      const caller = access.admit(email, endpoint, organizationIn(request))
      return handlers[endpoint].answer(request, caller)
    })
  }
}

function check<T>(schema: z.ZodType<T>, given: unknown): T {
  const read = schema.safeParse(given)
  if (!read.success) throw invalid(complain(read.error.issues, given))
  return read.data
}

function organizationIn(request: object): string {
  return 'org_id' in request ? String(request.org_id) : ''
}
