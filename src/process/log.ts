import { type DestinationStream, pino } from 'pino'
import type { Config } from '../config.ts'

/**
 * The log, one JSON object a line, on standard output unless another destination is given. Of errors it has their names,
 * messages and places, and of what else they hold what is listed here: what a service says in words stands in none of that,
 * since it may repeat what somebody typed. `mark` gives what each line says besides.
 */
export function createLog(
  level: Config['logLevel'],
  destination: DestinationStream = pino.destination({ dest: 1, sync: false, ...TOGETHER }),
  mark: () => object = () => ({}),
) {
  return pino({ level, base: undefined, serializers: { err: tellError }, mixin: () => mark() }, destination)
}

/** So many bytes are written at once, or what there is by then (ms); what is fatal, and the end, wait for all of it. */
const TOGETHER = { minLength: 4096, periodicFlush: 100 }

function tellError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const facts = Object.entries(error).filter(([key]) => TELLING.has(key))
  return { type: error.name, message: error.message, stack: error.stack, ...Object.fromEntries(facts) }
}

const TELLING = new Set(['kind', 'status', 'endpoint', 'outcome', 'code'])
