import type { OperationRequest, Outcome } from '../core/outcome.ts'
import type { Client } from '../service/client.ts'
import type { Links } from '../storage/links.ts'
import type { IncomingRequest } from '../core/authenticate.ts'
import type { Args } from '../core/args.ts'
import type { Subject, ValueChange } from '../core/operation.ts'
import type { PersonKey } from '../storage/links.ts'
import type { PastChange } from './history.ts'

/** What is known of a change before anything is sent: with it, recovery can continue. Secrets are not stored. */
export type StoredArgs = { args: Args; prepared: unknown; omitted: readonly string[] }

/** A recorded change that this process executes. */
export type RunningChange = {
  kind: 'running'
  id: string
  /** When it was accepted: phrases are read at that time. */
  now: Date
  /** Set where an earlier attempt stored them: then something may have been sent. */
  stored: StoredArgs | undefined
  /** Stores the validated arguments, before anything is sent. */
  store(stored: StoredArgs, about: { subjects: readonly Subject[]; organizationId: string | undefined }): Promise<void>
  /** The service, where each write is sent exactly once: after a time-out, a 5xx or a crash it is reconciled first. */
  client(call: Client['call']): Client['call']
  links(links: Links): Links
  /** Executes, and stores what came of it before anyone is told. */
  run(work: () => Promise<Outcome & { record?: readonly ValueChange[] }>): Promise<Outcome>
}

/** An earlier change that is the same, by the same Slack request (`isSame`) or by the same button, form or sentence. */
export type KnownChange = { kind: 'known'; change: PastChange; isSame: boolean }

export type Changes = {
  /** @throws NotRecorded, MaybeRecorded */
  accept(request: OperationRequest, person: PersonKey, incoming: IncomingRequest): Promise<RunningChange | KnownChange>
  updateOrigin(id: string, origin: unknown): Promise<void>
}
