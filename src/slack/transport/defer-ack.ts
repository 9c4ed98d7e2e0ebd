/** Under this name a listener of an event finds how to acknowledge it, once what it asks for is written down. */
const ACKNOWLEDGE = 'acknowledge'

type Ack = (content?: unknown) => Promise<void>

/**
 * How a request of Slack's is acknowledged. Bolt acknowledges an event before anybody has looked at it, and so before
 * what it asks for is written down: that waits for its listener, for `end`, or until `patienceMs` are over, but not
 * longer. Everything else is acknowledged when Bolt says so. `now` acknowledges, and `isOver` tells where that is too
 * late. An event whose acknowledgement gets lost comes again, and is known by then.
 */
export function unhurried(
  { type }: Record<string, unknown>,
  { now, isOver, patienceMs }: { now: Ack; isOver(): boolean; patienceMs: number },
) {
  if (type !== 'event_callback') return { event: { ack: now }, end: async () => {}, forget: () => {} }
  let heard: { content: unknown } | undefined
  let isHurried = false
  const late = async (): Promise<void> => {
    if (heard && !isOver()) await now(heard.content).catch(() => {})
  }
  const patience = setTimeout(() => {
    isHurried = true
    void late()
  }, patienceMs)
  const ack: Ack = async content => {
    heard = { content }
    if (isHurried) await late()
  }
  return {
    event: { ack, customProperties: { [ACKNOWLEDGE]: late } },
    /** Its listeners have done what they could. */
    end: late,
    forget: () => clearTimeout(patience),
  }
}

/** Acknowledges an event, of which this is the context, where nobody has yet. */
export async function acknowledge(context: object): Promise<void> {
  const found = new Map<string, unknown>(Object.entries(context)).get(ACKNOWLEDGE)
  if (typeof found === 'function') await found()
}
