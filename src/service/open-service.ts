import { createClient } from './client.ts'
import { cacheReads } from './reads.ts'
import { createResilience } from './resilience.ts'

type Deps = Parameters<typeof createClient>[0] &
  Omit<Parameters<typeof createResilience>[0], 'call'> & {
    /** How old a cached read may be. */
    maxAgeMs?: number
  }

/** The client of the scheduling service with its resilience and its cache of reads, and what telemetry shows of them. */
export function openService(deps: Deps) {
  const client = createClient(deps)
  const { call, state, inFlight, queued } = createResilience({ ...deps, call: client.call })
  return { ...client, call: cacheReads(call, deps.now, deps.maxAgeMs), state, inFlight, queued }
}
