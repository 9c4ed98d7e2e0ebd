import { LogLevel, webApi } from '@slack/bolt'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Workspace } from '../../core/person.ts'
import type { createSlackHttp } from './slack-http.ts'

/** Shorter than a trigger lives. */
const CALL_TIMEOUT_MS = 2500

/** A client takes some 30 kB. */
const MOST_CLIENTS = 1000

/** A client with the current token; undefined where the app is not installed any more. */
export type ClientAt = (workspace: Workspace) => Promise<webApi.WebClient | undefined>

/** Options by which the WebClient neither waits nor retries: `createSlackHttp` does. */
export const webApiOptions = (deps: {
  apiUrl: string | undefined
  fetch: ReturnType<typeof createSlackHttp>['fetch']
  log: Logger
}) =>
  ({
    ...(deps.apiUrl && { slackApiUrl: deps.apiUrl }),
    fetch: deps.fetch,
    timeout: CALL_TIMEOUT_MS,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: boltLogger(deps.log),
  }) satisfies webApi.WebClientOptions

/** Makes the lookup of WebClients by token and workspace; the least recently used are dropped. */
export function createClients(options: webApi.WebClientOptions) {
  const clients = new LRUCache<string, webApi.WebClient>({ max: MOST_CLIENTS })

  return (token: string, teamId: string | undefined): webApi.WebClient => {
    const key = `${teamId} ${token}`
    const client = clients.get(key) ?? new webApi.WebClient(token, { ...options, ...(teamId && { teamId }) })
    clients.set(key, client)
    return client
  }
}

/** Bolt logs whole requests at lower levels, secrets included: only its warnings and errors are kept. */
function boltLogger(log: Logger) {
  const nothing = () => {}
  return {
    debug: nothing,
    info: nothing,
    warn: (...parts: unknown[]) => log.warn({ bolt: parts.map(String).join(' ') }),
    error: (...parts: unknown[]) => log.error({ bolt: parts.map(String).join(' ') }),
    setLevel: nothing,
    getLevel: () => LogLevel.WARN,
    setName: nothing,
  }
}
