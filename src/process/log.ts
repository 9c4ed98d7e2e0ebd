import { type DestinationStream, pino } from 'pino'
import type { Config } from '../config.ts'
import { createOutput } from './output.ts'

/**
 * The log, one JSON object a line, on standard output unless another destination is given. Of errors it has their names,
 * messages and places, and of what else they hold what is listed here: what a service says in words stands in none of that,
 * since it may repeat what somebody typed. `mark` gives what each line says besides.
 */
export function createLog(
  level: Config['logLevel'],
  destination: DestinationStream = createOutput(STANDARD_OUTPUT),
  mark: () => object = () => ({}),
) {
  return pino({ level, base: undefined, serializers: { err: tellError }, mixin: () => mark() }, destination)
}

/** What is fatal, and the end, wait for what is not written yet. */
const STANDARD_OUTPUT = 1

function tellError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const facts = Object.entries(error).filter(([key]) => TELLING.has(key))
  return { type: error.name, message: error.message, stack: error.stack, ...Object.fromEntries(facts) }
}

const TELLING = new Set(['kind', 'status', 'endpoint', 'outcome', 'code'])
