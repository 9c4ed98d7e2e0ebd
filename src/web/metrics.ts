import type { ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A value, or one for each set of labels, read at scrape time. */
type Reading = number | readonly (readonly [labels: Record<string, string>, value: number])[]

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30]

/** Creates the metrics of the process. Labels are operations, request kinds, endpoints and error codes, never people. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = (name: string, help: string, ...labelNames: string[]) =>
    new Histogram({ name, help, labelNames, registers, buckets: SECONDS })

  const requests = counter('dayshift_requests_total', 'What people asked for.', 'operation', 'outcome')
  const operations = histogram('dayshift_operation_seconds', 'From the request to its result.', 'operation')
  const acks = histogram('dayshift_ack_seconds', 'Until Slack was acknowledged.', 'kind')
  const answers = histogram('dayshift_answer_seconds', 'Until all work on a request was done.', 'kind')
  const rejections = counter('dayshift_rejected_total', 'Requests rejected under load.', 'kind')
  const refusals = counter('dayshift_refused_total', 'Requests that were not Slack’s or malformed.', 'why')
  const calls = counter('dayshift_service_calls_total', 'Calls to the service.', 'endpoint', 'outcome')
  const callTimes = histogram('dayshift_service_call_seconds', 'Duration of those calls.', 'endpoint')
  const slackErrors = counter('dayshift_slack_errors_total', 'Failed calls to Slack.', 'method', 'error')

  return {
    countAnswer(operation: string, outcome: string, ms: number): void {
      requests.inc({ operation, outcome })
      operations.observe({ operation }, ms / 1000)
    },
    countHandled(kind: string, ms: number, ackMs: number | undefined): void {
      if (ackMs !== undefined) acks.observe({ kind }, ackMs / 1000)
      answers.observe({ kind }, ms / 1000)
    },
    countRejection: (kind: string): void => rejections.inc({ kind }),
    countRefusal: (why: string): void => refusals.inc({ why }),
    countCall({ endpoint, outcome, ms }: { endpoint: string; outcome: string; ms: number }): void {
      calls.inc({ endpoint, outcome })
      callTimes.observe({ endpoint }, ms / 1000)
    },
    countSlackError: (method: string, error: string): void => slackErrors.inc({ method, error }),

    /** Adds a gauge that is read at scrape time, and omitted if reading fails. */
    gauge(name: string, help: string, labelNames: string[], read: () => Reading | Promise<Reading>): void {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          this.reset()
          const reading = await Promise.try(read).catch((): Reading => [])
          if (typeof reading === 'number') this.set(reading)
          else for (const [labels, value] of reading) this.set(labels, value)
        },
      })
    },

    async route(_: unknown, response: ServerResponse): Promise<void> {
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    },
  }
}
