import type { ServerResponse } from 'node:http'
import process from 'node:process'
import { createRegistry } from './registry.ts'

export type Meters = ReturnType<typeof createMeters>

/**
 * What is counted and timed of the bot's work. No label is about a person, a plan or anything that somebody typed:
 * operations, kinds of requests, endpoints and Slack's own words for errors are all there is.
 */
export function createMeters() {
  const { counter, histogram, gauge, total, text } = createRegistry()
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
    'How long calls to the scheduling service take, by endpoint.',
  )
  const delays = histogram(
    'dayshift_event_loop_delay_seconds',
    'How late the event loop was, as often as it was looked at.',
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
      callTimes(ms, { endpoint })
    },
    delayed: (ms: number): void => delays(ms),
    slackFailed: (method: string, error: string): void => slackErrors({ method, error }),

    /** Shows what else there is, such as what waits somewhere. */
    ...{ gauge, total },

    /** Answers with all of it. */
    async route(_: unknown, response: ServerResponse): Promise<void> {
      const told = await text()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(told)
    },
  }
}

/** Shows how the process does. */
export function meterProcess({ gauge, total }: Pick<Meters, 'gauge' | 'total'>): void {
  gauge('process_resident_memory_bytes', 'Memory that the process has.', () => process.memoryUsage.rss())
  total('process_cpu_seconds_total', 'Time of processors that the process has used.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
}
