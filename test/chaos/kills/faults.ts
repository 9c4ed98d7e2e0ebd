import type { Dice } from '../dice.ts'
import type { Fault } from '../scene/front.ts'

const JSON_TYPE = 'application/json'
const BROKEN = { status: 500, type: JSON_TYPE, body: '{"message":"Something broke."}' }
const BUSY = {
  status: 429,
  type: JSON_TYPE,
  body: '{"message":"Too many requests."}',
  headers: { 'retry-after': '1' },
}
const PAGE = { status: 502, type: 'text/html', body: '<html><h1>Bad gateway</h1></html>' }
const WELCOME = { status: 200, type: 'text/html', body: '<html><h1>Please sign in</h1></html>' }

/** How the service fails. */
const OF_SERVICE: readonly Fault[] = [
  { when: 'before', how: 'reset' },
  { when: 'after', how: 'reset' },
  { when: 'before', how: 'hang' },
  { when: 'after', how: 'hang' },
  { when: 'late', how: 'hang' },
  { when: 'before', how: BROKEN },
  { when: 'after', how: BROKEN },
  { when: 'before', how: BUSY },
  { when: 'before', how: PAGE },
  { when: 'after', how: WELCOME },
]

/** How Slack fails. */
const OF_SLACK: readonly Fault[] = [
  { when: 'before', how: BROKEN },
  { when: 'before', how: { ...BUSY, body: '{"ok":false,"error":"ratelimited"}' } },
  { when: 'before', how: 'reset' },
  { when: 'after', how: 'reset' },
]

/** Fails one call in ten of those to the service, and one in twenty of those to Slack. */
export const faultsOf = (dice: Dice) => ({
  service: (): Fault | undefined => (dice.happens(1 / 10) ? dice.one(OF_SERVICE) : undefined),
  slack: (): Fault | undefined => (dice.happens(1 / 20) ? dice.one(OF_SLACK) : undefined),
})
