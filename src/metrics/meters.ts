import type { ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { createRegistry } from './registry.ts'

export type Meters = ReturnType<typeof createMeters>

/**
 * What is counted and timed of the bot's work. No label is about a person, a plan or anything that somebody typed:
 * operations, kinds of requests, endpoints and Slack's own words for errors are all there is.
 */
export function createMeters() {
  const { counter, histogram, gauge, total, quantiles, text } = createRegistry()
  const requests = counter('dayshift_requests_total', 'What people asked for, by operation and outcome.')
  const operations = histogram(
    'dayshift_operation_seconds',
    'From the words to what came of them, by operation.',
  )
  const acks = histogram('dayshift_ack_seconds', 'Until Slack was acknowledged, by kind of request.')
  const answers = histogram('dayshift_answer_seconds', 'Until all was done and told, by kind of request.')
  const turned = counter('dayshift_turned_away_total', 'Requests that were turned away, by kind and why.')
  const refused = counter(
    'dayshift_refused_total',
    'Requests that were none of Slack’s or could not be read, by why.',
  )
  const calls = counter(
    'dayshift_service_calls_total',
    'Calls to the scheduling service, by endpoint and outcome.',
  )
  const callTimes = histogram(
    'dayshift_service_call_seconds',
    'How long calls to the scheduling service take.',
  )
  const slackErrors = counter(
    'dayshift_slack_errors_total',
    'Calls that Slack refused or did not answer, by method and error.',
  )

  return {
    answered(operation: string, outcome: string, ms: number): void {
      requests({ operation, outcome })
      operations(ms, { operation })
    },
    handled(kind: string, ms: number, ackMs: number | undefined): void {
      if (ackMs !== undefined) acks(ackMs, { kind })
      answers(ms, { kind })
    },
    turnedAway: (kind: string, why: string): void => turned({ kind, why }),
    refused: (why: string): void => refused({ why }),
    called({ endpoint, outcome, ms }: { endpoint: string; outcome: string; ms: number }): void {
      calls({ endpoint, outcome })
      callTimes(ms)
    },
    slackFailed: (method: string, error: string): void => slackErrors({ method, error }),

    /** Shows what else there is, such as what waits somewhere. */
    ...{ gauge, total, quantiles },

    /** Answers with all of it. */
    async route(_: unknown, response: ServerResponse): Promise<void> {
      const told = await text()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(told)
    },
  }
}

/** How often the event loop is looked at. */
const TICK_MS = 20

/** Shows how the process does; gives what ends that. */
export function meterProcess(meters: Pick<Meters, 'gauge' | 'total' | 'quantiles'>): () => void {
  const { gauge, total, quantiles } = meters
  const delay = monitorEventLoopDelay({ resolution: TICK_MS })
  delay.enable()
  quantiles(
    'dayshift_event_loop_delay_seconds',
    'How late the event loop was since somebody last looked here.',
    () => {
      // Node tells how long a tick took in all.
      const seconds = (nanoseconds: number) =>
        Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - TICK_MS / 1000) : 0
      const reading = [
        [{ quantile: '0.5' }, seconds(delay.percentile(50))],
        [{ quantile: '0.99' }, seconds(delay.percentile(99))],
        [{ quantile: '1' }, seconds(delay.max)],
      ] as const
      delay.reset()
      return reading
    },
  )
  gauge('process_resident_memory_bytes', 'Memory that the process has.', () => process.memoryUsage.rss())
  total('process_cpu_seconds_total', 'Time of processors that the process has used.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  return () => void delay.disable()
}
