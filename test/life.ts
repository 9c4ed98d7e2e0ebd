import type { App } from '@slack/bolt'

/** What a process only asks itself: it does not die of that. */
const INWARD = new Set<string | symbol>(['isHeld', 'letGo', 'leaveMs'])

/**
 * The life of a process, which may end before or after anything that it does outwards: from then on none of its calls
 * begins or comes back.
 */
export function createLife() {
  const { promise: died, resolve: dies } = Promise.withResolvers<void>()
  let left = Number.POSITIVE_INFINITY

  async function step(): Promise<void> {
    if (left > 0) {
      left -= 1
      return
    }
    dies()
    await new Promise(() => {})
  }

  async function around<T>(work: () => Promise<T>): Promise<T> {
    await step()
    const done = await work()
    await step()
    return done
  }

  return {
    died,
    /** It dies at the step after so many. */
    endsAfter: (steps: number) => {
      left = steps
    },
    /** The same part, whose calls are steps. */
    mortal: <T extends object>(part: T): T =>
      new Proxy(part, {
        get(target, key, receiver) {
          const member = Reflect.get(target, key, receiver)
          if (typeof member !== 'function' || INWARD.has(key)) return member
          return (...words: unknown[]) => around(async () => Reflect.apply(member, target, words))
        },
      }),
    /** The same app, whose answers to Slack are steps. */
    acknowledging: ({ processEvent }: Pick<App, 'processEvent'>): Pick<App, 'processEvent'> => ({
      processEvent: event =>
        processEvent({ ...event, ack: content => around(async () => void (await event.ack(content))) }),
    }),
  }
}
