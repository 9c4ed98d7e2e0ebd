import type { AllMiddlewareArgs } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Operation } from '../../core/operation.ts'
import type { Run } from '../../core/run.ts'
import type { Deliver } from '../delivery/deliver.ts'
import type { Forms } from '../views/forms.ts'
import type { Conversation } from './conversation.ts'
import type { Homes } from './home.ts'
import type { People } from './people.ts'

/** Answers requests of one kind. */
export type Listener<Args> = (heard: Args & AllMiddlewareArgs) => Promise<void>

/** What every listener needs. */
export type ListenerParts = {
  operations: ReadonlyMap<string, Operation>
  conversation: Conversation
  forms: Forms
  run: Run
  deliver: Deliver
  homes: Homes
  people: People
  clock: () => Date
  log: Logger
  /** How long an answer may take before Slack is told that it comes later. Slack itself gives up after 3000 ms. */
  patienceMs: number
}
