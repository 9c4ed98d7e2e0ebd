import type { App } from '@slack/bolt'
import { extrasOf } from '../src/slack/transport/dispatch.ts'

/** Calls in memory, at which the process does not crash. */
const IN_PROCESS = new Set<string | symbol>(['hasLease', 'endLease'])

/** Simulates a crash before or after any call of a process: from then on no call starts or returns. */
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

  async function betweenSteps<T>(work: () => Promise<T>): Promise<T> {
    await step()
    const result = await work()
    await step()
    return result
  }

  return {
    crashed,
    /** Crashes after this many steps. */
    crashAfter: (steps: number) => {
      stepsLeft = steps
    },
    /** Wraps a part so that each call counts as steps. */
    crashable: <T extends object>(part: T): T =>
      new Proxy(part, {
        get(target, key, receiver) {
          const member = Reflect.get(target, key, receiver)
          if (typeof member !== 'function' || IN_PROCESS.has(key)) return member
          return (...args: unknown[]) => betweenSteps(async () => Reflect.apply(member, target, args))
        },
      }),
    /** Wraps the app so that each acknowledgement counts as steps; a crash ends the work on an event. */
    crashableAcks: (app: Pick<App, 'processEvent'>): Pick<App, 'processEvent'> => ({
      processEvent: event => {
        const { ack } = extrasOf(event.customProperties ?? {})
        const { send } = ack
        Object.assign(ack, { send: (content?: unknown) => betweenSteps(() => send(content)) })
        return Promise.race([app.processEvent(event), crashed])
      },
    }),
  }
}
