import type { Logger } from 'pino'
import type { Caller } from '../core/authenticate.ts'
import type { Operation } from '../core/operation.ts'
import type { Run } from '../core/run.ts'

type Deps = {
  log: Logger
  /** Hears of each answer: to which operation, of which kind, and how long it took. */
  answered(operation: string, outcome: string, ms: number): void
}

/**
 * The same funnel, which tells the log of everything that somebody asked what came of it and how long that took. A form
 * that opens, and every letter typed into it, asks for nothing yet.
 */
export function timed(run: Run, { log, answered }: Deps): Run {
  async function time<T extends { kind: string }>({ id }: Operation, caller: Caller, work: Promise<T>) {
    const started = performance.now()
    const outcome = await work
    const ms = Math.round(performance.now() - started)
    log.info({ operation: id, person: caller.person.key, outcome: outcome.kind, ms }, 'answered')
    answered(id, outcome.kind, ms)
    return outcome
  }

  return {
    ...run,
    raw: (operation, raw, caller, tell) => time(operation, caller, run.raw(operation, raw, caller, tell)),
    sentence: (said, caller, tell) => time(said.operation, caller, run.sentence(said, caller, tell)),
  }
}
