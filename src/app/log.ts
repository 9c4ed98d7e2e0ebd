import { AsyncLocalStorage } from 'node:async_hooks'
import process from 'node:process'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'

/** How many nested causes of an error are logged. */
const MOST_CAUSES = 3

/** Members of errors that hold only fixed words or numbers of this program, Node or SQLite. */
const LOGGED = new Set(['kind', 'status', 'endpoint', 'outcome', 'code', 'errcode', 'errstr'])

/**
 * Creates the log: one JSON object a line, by default on standard output. An error as `err` is logged with
 * name, message, stack and listed members; its causes without message, which may repeat what a person typed.
 * An error as `reason` is logged with its message alone.
 * @param mixin returns fields for every line
 */
export function createLog(
  level: Config['logLevel'],
  destination?: DestinationStream,
  mixin: () => object = () => ({}),
) {
  const options = {
    level,
    base: undefined,
    serializers: { err: serializeError, reason: serializeReason, bolt: serializeReason },
    mixin,
  }
  // Lines are buffered for up to a quarter of a second, and flushed at exit.
  return pino(options, destination ?? pino.destination({ sync: false, minLength: 4096, periodicFlush: 250 }))
}

function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const causes = causesOf(error, MOST_CAUSES)
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    stack: withoutAddresses(error.stack ?? ''),
    ...loggedOf(error),
    ...(causes.length > 0 && { causes }),
  }
}

function serializeReason(reason: unknown): string {
  if (typeof reason === 'string') return withoutAddresses(reason)
  return reason instanceof Error ? withoutAddresses(reason.message) : 'unknown'
}

/** Response URLs and WebSocket addresses are secrets. */
const withoutAddresses = (text: string): string => text.replaceAll(/(https?|wss?):\S+/g, '…')

function causesOf(error: Error, depth: number): object[] {
  if (depth === 0) return []
  return [error.cause, ...(error instanceof AggregateError ? error.errors : [])]
    .filter(each => each instanceof Error)
    .flatMap(each => [{ type: each.name, ...loggedOf(each) }, ...causesOf(each, depth - 1)])
}

const loggedOf = (error: Error): object =>
  Object.fromEntries(Object.entries(error).filter(([key]) => LOGGED.has(key)))

/** Logs unhandled rejections, and exits on an uncaught exception. Returns the function that stops this. */
export function logUnhandledErrors(log: Logger): () => void {
  const rejected = (error: unknown) => log.error({ err: error }, 'unhandled rejection')
  const thrown = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught exception: Dayshift ends')
    process.exit(1)
  }
  process.on('unhandledRejection', rejected).on('uncaughtException', thrown)
  return () => void process.off('unhandledRejection', rejected).off('uncaughtException', thrown)
}

/** Keeps the reference of the request in flight, which replies and log lines share. */
export function createRequests(newReference: () => string) {
  const storage = new AsyncLocalStorage<{ ref?: string }>()

  function reference(): string {
    const request = storage.getStore()
    if (!request) return newReference()
    request.ref ??= newReference()
    return request.ref
  }

  return {
    /** The reference of the request in flight; a new one outside of requests. */
    reference,

    run: <T>(work: () => T): T => storage.run({}, work),

    logFields: (): { ref?: string } => (storage.getStore() ? { ref: reference() } : {}),
  }
}
