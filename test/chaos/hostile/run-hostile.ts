import { freePort } from '../../port.ts'
import { openBackends } from '../harness/backends.ts'
import { createReplica } from '../harness/replica.ts'
import type { Report } from '../harness/verify.ts'
import { recordPayloads } from './payloads.ts'
import { hostileRequests, sendRequests } from './requests.ts'

/** Enough people to keep each below the rate limit. */
const PEOPLE = 60
const SLOWEST_MS = 3000
/** The allowed growth of the heap after the warm-up. */
const GROWTH_MB = 24
const WRONG = /unhandled rejection|uncaught exception/

/**
 * Expected statuses: 400 and 404 are for signed requests that Slack never sends; 503 makes Slack show a
 * warning or retry while the bot is busy.
 */
const EXPECTED = new Set(['200', '400', '401', '404', '413', '503'])

/** Sends `warmUp` hostile requests to the bot, then `count` that are measured, and verifies its behavior. */
export async function runHostile({
  seed,
  place,
  warmUp,
  count,
}: {
  seed: number
  place?: string
  warmUp: number
  count: number
}): Promise<Report & { kinds: ReadonlySet<string> }> {
  const backends = await openBackends({ people: PEOPLE, colleagues: PEOPLE, place })
  const { slack, folder, fixtures, actors, environment } = backends
  const [first] = actors
  if (first) await fixtures.createPlan(first, 'web-prod')
  const replica = createReplica({
    index: 0,
    port: await freePort(),
    folder,
    environment: { ...environment, SERVICE_URL: backends.service, SLACK_API_URL: backends.api },
    wrong: WRONG,
  })
  replica.start()
  try {
    await replica.up()
    slack.connect(`${replica.address}/slack/events`)
    const people = actors.map(({ id }) => id)
    const [recorder = '', ...others] = people
    const payloads = await recordPayloads(slack, recorder)
    const secret = slack.signingSecret
    const next = hostileRequests({ payloads, secret, recorder, people: others, seed })
    await sendRequests(replica.address, next, warmUp)
    const heapBefore = await replica.heapMb()
    const startedAt = performance.now()
    const { statuses, unanswered, slowestMs } = await sendRequests(replica.address, next, count)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    await slack.settled(500)
    const heapAfter = await replica.heapMb()
    const code = await replica.end()
    const growth = heapAfter - heapBefore
    const unexpected = Object.keys(statuses).filter(status => !EXPECTED.has(status))
    return {
      kinds: new Set(payloads.map(({ kind }) => kind)),
      problems: [
        ...unanswered.map(what => `no answer: ${what}`),
        ...unexpected.map(status => `${statuses[status]} requests were answered ${status}`),
        ...replica.problems,
        ...(slowestMs > SLOWEST_MS ? [`an answer took ${Math.round(slowestMs)} ms`] : []),
        ...(growth > GROWTH_MB ? [`the heap grew by ${growth} MB`] : []),
        ...(code === 0 ? [] : [`the bot ended with ${code}`]),
      ],
      counts: {
        requests: count,
        seconds,
        'the slowest in ms': Math.round(slowestMs),
        ...Object.fromEntries(Object.entries(statuses).map(([status, n]) => [`answered ${status}`, n])),
        'MB of heap before': heapBefore,
        'and after': heapAfter,
      },
    }
  } finally {
    await replica.end('SIGKILL')
    await backends.close()
  }
}
