import { type DestinationStream, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { createOutput } from './output.ts'

/**
 * The log, one JSON object a line, on standard output unless another destination is given. Of errors it has their names,
 * messages and places, and of what else they hold what is listed here: what a service says in words stands in none of that,
 * since it may repeat what somebody typed. So it is with what caused them, of which not even the message is known to be
 * ours. `mark` gives what each line says besides.
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
  const causes = causesOf(error, MOST_CAUSES)
  return {
    ...{ type: error.name, message: error.message, stack: error.stack },
    ...factsOf(error),
    ...(causes.length > 0 && { causes }),
  }
}

/** An error that stands for others, and one of those, seldom have more behind them. */
const MOST_CAUSES = 3

function causesOf(error: Error, depth: number): object[] {
  if (depth === 0) return []
  const behind = [error.cause, ...(error instanceof AggregateError ? error.errors : [])]
  return behind
    .filter(each => each instanceof Error)
    .flatMap(each => [{ type: each.name, ...factsOf(each) }, ...causesOf(each, depth - 1)])
}

const factsOf = (error: Error): object =>
  Object.fromEntries(Object.entries(error).filter(([key]) => TELLING.has(key)))

/** Words and numbers of our own, of Node's and of SQLite's. */
const TELLING = new Set(['kind', 'status', 'endpoint', 'outcome', 'code', 'errcode', 'errstr'])
