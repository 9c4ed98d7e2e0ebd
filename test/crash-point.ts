import type { App } from '@slack/bolt'
import { extrasOf } from '../src/slack/transport/dispatch.ts'

/** Calls within the process, at which it does not crash. */
const IN_PROCESS = new Set<string | symbol>(['hasLease', 'endLease'])

/** A process that may crash before or after any of its calls: from then on no call begins or returns. */
export function createCrashPoint() {
  const { promise: crashed, resolve: crash } = Promise.withResolvers<void>()
  let stepsLeft = Number.POSITIVE_INFINITY

  async function step(): Promise<void> {
    if (stepsLeft > 0) {
      stepsLeft -= 1
      return
    }
    crash()
    await new Promise(() => {})
  }

  async function around<T>(work: () => Promise<T>): Promise<T> {
    await step()
    const done = await work()
    await step()
    return done
  }

  return {
    crashed,
    /** Crashes after so many steps. */
    crashAfter: (steps: number) => {
      stepsLeft = steps
    },
    /** A part whose calls are steps. */
    crashable: <T extends object>(part: T): T =>
      new Proxy(part, {
        get(target, key, receiver) {
          const member = Reflect.get(target, key, receiver)
          if (typeof member !== 'function' || IN_PROCESS.has(key)) return member
          return (...words: unknown[]) => around(async () => Reflect.apply(member, target, words))
        },
      }),
    /** The app, whose acknowledgements are steps. */
    crashableAcks: ({ processEvent }: Pick<App, 'processEvent'>): Pick<App, 'processEvent'> => ({
      processEvent: event => {
        const { ack } = extrasOf(event.customProperties ?? {})
        const { send } = ack
        Object.assign(ack, { send: (content?: unknown) => around(() => send(content)) })
        return processEvent(event)
      },
    }),
  }
}
