import type { App } from '@slack/bolt'

/** Calls within the process, at which it does not crash. */
const INWARD = new Set<string | symbol>(['isHeld', 'letGo', 'leaveMs'])

/** A process that may crash before or after any of its calls: from then on no call begins or returns. */
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
    /** Crashes after so many steps. */
    endsAfter: (steps: number) => {
      left = steps
    },
    /** A part whose calls are steps. */
    mortal: <T extends object>(part: T): T =>
      new Proxy(part, {
        get(target, key, receiver) {
          const member = Reflect.get(target, key, receiver)
          if (typeof member !== 'function' || INWARD.has(key)) return member
          return (...words: unknown[]) => around(async () => Reflect.apply(member, target, words))
        },
      }),
    /** The app, whose acknowledgements are steps. */
    acknowledging: ({ processEvent }: Pick<App, 'processEvent'>): Pick<App, 'processEvent'> => ({
      processEvent: event =>
        processEvent({ ...event, ack: content => around(async () => void (await event.ack(content))) }),
    }),
  }
}
