import { EventEmitter, once } from 'node:events'
import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises'

export type Activity = ReturnType<typeof createActivity>

/** Counts requests in flight between Slack and the app, and the app's work; tells of every change. */
export const createActivity = () => {
  let inFlight = 0
  let changes = 0
  const emitter = new EventEmitter().setMaxListeners(0)

  const notify = () => {
    changes += 1
    emitter.emit('change')
  }

  const track = async <T>(work: () => Promise<T>): Promise<T> => {
    inFlight += 1
    try {
      return await work()
    } finally {
      inFlight -= 1
      notify()
    }
  }

  /** Resolves at the next change; rejects when the signal aborts. */
  const changed = (signal: AbortSignal): Promise<unknown> => once(emitter, 'change', { signal })

  /** Resolves when `predicate` is true; rejects after `limitMs`. */
  const until = async (predicate: () => boolean, limitMs = 5000): Promise<void> => {
    const signal = AbortSignal.timeout(limitMs)
    while (!predicate())
      await changed(signal).catch(cause => {
        throw new Error(`What was awaited did not happen within ${limitMs} ms`, { cause })
      })
  }

  /** Resolves when nothing was in flight for `quietMs`. */
  const settled = async (quietMs = 25): Promise<void> => {
    let before: number
    do {
      await until(() => inFlight === 0, 30_000)
      before = changes
      await after(quietMs)
      await nextTurn()
    } while (inFlight > 0 || before !== changes)
  }

  return { track, notify, changed, until, settled }
}
