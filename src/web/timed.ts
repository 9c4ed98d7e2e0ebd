import type { Logger } from 'pino'
import type { Pipeline } from '../core/pipeline.ts'

type Deps = {
  log: Logger
  /** Called with each outcome: of which operation, its kind, and how long it took. */
  onAnswer(operation: string, outcome: string, ms: number): void
}

/** The pipeline, which logs and measures each request; opening a form and typing into it are none. */
export function timed(pipeline: Pipeline, { log, onAnswer }: Deps): Pipeline {
  return {
    ...pipeline,
    async handle(request, caller, report) {
      const started = performance.now()
      const outcome = await pipeline.handle(request, caller, report)
      const ms = Math.round(performance.now() - started)
      const { id } = request.operation
      log.info({ operation: id, person: caller.person.key, outcome: outcome.kind, ms }, 'answered')
      onAnswer(id, outcome.kind, ms)
      return outcome
    },
  }
}
