import { LogLevel, type webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { createSlackHttp } from './http.ts'

/** Longer than any reader waits, and shorter than a trigger lives. */
const CALL_MS = 2500

/** How Slack's Web API is called, by whomever: at once or not at all, over connections that are kept. */
export const webApiOptions = (deps: {
  apiUrl: string | undefined
  fetch: ReturnType<typeof createSlackHttp>['fetch']
  log: Logger
}) =>
  ({
    ...(deps.apiUrl && { slackApiUrl: deps.apiUrl }),
    fetch: deps.fetch,
    timeout: CALL_MS,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: boltLogger(deps.log),
  }) satisfies webApi.WebClientOptions

/** Bolt logs whole requests at lower levels, reasons and all: only its warnings and errors are heard. */
function boltLogger(log: Logger) {
  const nothing = () => {}
  return {
    debug: nothing,
    info: nothing,
    warn: (...said: unknown[]) => log.warn({ bolt: said.map(String).join(' ') }),
    error: (...said: unknown[]) => log.error({ bolt: said.map(String).join(' ') }),
    setLevel: nothing,
    getLevel: () => LogLevel.WARN,
    setName: nothing,
  }
}
