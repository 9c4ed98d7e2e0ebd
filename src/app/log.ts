import { AsyncLocalStorage } from 'node:async_hooks'
import process from 'node:process'
import { type DestinationStream, type Logger, pino } from 'pino'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { Unavailable } from '../service/client.ts'

/** Errors nested deeper than this are left out. */
const MOST_CAUSES = 3

/** The members of an error that hold fixed words or numbers of this program's, Node's or SQLite's. */
const LOGGED = new Set(['kind', 'status', 'endpoint', 'outcome', 'code', 'errcode', 'errstr'])

/**
 * The log: one JSON object a line, on standard output unless another destination is given. Of an error as
 * `err` it has the name, message, stack and listed members, of its causes not even the message: that may
 * repeat what a person typed. Of an error as `reason` it has the message.
 * @param mixin gives what every line has
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
  // Lines are written together, a quarter of a second later at the most; the rest at the exit.
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

/** A response_url and the address of a WebSocket are secrets. */
const withoutAddresses = (text: string): string => text.replaceAll(/(https?|wss?):\S+/g, '…')

function causesOf(error: Error, depth: number): object[] {
  if (depth === 0) return []
  return [error.cause, ...(error instanceof AggregateError ? error.errors : [])]
    .filter(each => each instanceof Error)
    .flatMap(each => [{ type: each.name, ...loggedOf(each) }, ...causesOf(each, depth - 1)])
}

const loggedOf = (error: Error): object =>
  Object.fromEntries(Object.entries(error).filter(([key]) => LOGGED.has(key)))

/** An error in a word or two without secrets: Slack's own word, SQLite's sentence, or a code. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof Unavailable) return error.message
  const { data } = reasonSchema.safeParse(error)
  return data?.data?.error ?? data?.errstr ?? data?.code
}

const word = z.string().regex(/^[\w ]{1,60}$/)

const reasonSchema = z.object({
  data: z.object({ error: word }).optional().catch(undefined),
  errstr: word.optional().catch(undefined),
  code: word.optional().catch(undefined),
})

/** Logs unhandled rejections and lives on; ends the process at an uncaught exception. Returns what ends that. */
export function logUnhandledErrors(log: Logger): () => void {
  const rejected = (error: unknown) => log.error({ err: error }, 'unhandled rejection')
  const thrown = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught exception: Dayshift ends')
    process.exit(1)
  }
  process.on('unhandledRejection', rejected).on('uncaughtException', thrown)
  return () => void process.off('unhandledRejection', rejected).off('uncaughtException', thrown)
}

/** The reference of the request in flight, by which a person and the log speak of it. */
export function createRequests(newReference: () => string) {
  const storage = new AsyncLocalStorage<{ ref?: string }>()

  function reference(): string {
    const request = storage.getStore()
    if (!request) return newReference()
    request.ref ??= newReference()
    return request.ref
  }

  return {
    /** The reference of the request in flight, or a new one outside of requests. */
    reference,

    /** Does the work of one request. */
    run: <T>(work: () => T): T => storage.run({}, work),

    /** The fields of a log line about the request in flight. */
    logFields: (): { ref?: string } => (storage.getStore() ? { ref: reference() } : {}),
  }
}
