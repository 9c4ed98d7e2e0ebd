import type { Fault } from '../harness/fault-proxy.ts'
import type { Random } from '../random.ts'

const JSON_TYPE = 'application/json'
const BROKEN = { status: 500, type: JSON_TYPE, body: '{"message":"Something broke."}' }
const BUSY = {
  status: 429,
  type: JSON_TYPE,
  body: '{"message":"Too many requests."}',
  headers: { 'retry-after': '1' },
}
const BAD_GATEWAY = { status: 502, type: 'text/html', body: '<html><h1>Bad gateway</h1></html>' }
const SIGN_IN_PAGE = { status: 200, type: 'text/html', body: '<html><h1>Please sign in</h1></html>' }

const SERVICE_FAULTS: readonly Fault[] = [
  { when: 'before', how: 'reset' },
  { when: 'after', how: 'reset' },
  { when: 'before', how: 'hang' },
  { when: 'after', how: 'hang' },
  { when: 'late', how: 'hang' },
  { when: 'before', how: BROKEN },
  { when: 'after', how: BROKEN },
  { when: 'before', how: BUSY },
  { when: 'before', how: BAD_GATEWAY },
  { when: 'after', how: SIGN_IN_PAGE },
]

const SLACK_FAULTS: readonly Fault[] = [
  { when: 'before', how: BROKEN },
  { when: 'before', how: { ...BUSY, body: '{"ok":false,"error":"ratelimited"}' } },
  { when: 'before', how: 'reset' },
  { when: 'after', how: 'reset' },
]

/** Fails one in ten calls to the service, and one in twenty to Slack. */
export const faultsOf = (random: Random) => ({
  service: (): Fault | undefined => (random.chance(1 / 10) ? random.pick(SERVICE_FAULTS) : undefined),
  slack: (): Fault | undefined => (random.chance(1 / 20) ? random.pick(SLACK_FAULTS) : undefined),
})
