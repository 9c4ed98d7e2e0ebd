import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises'

export type Activity = ReturnType<typeof createActivity>

/**
 * What is under way between the playground and the app: requests awaiting an answer, calls being served.
 * Every end of one, and every change it made, wakes those who wait.
 */
export const createActivity = () => {
  let underWay = 0
  let count = 0
  const listening = new Set<() => void>()

  const changed = () => {
    count += 1
    for (const tell of [...listening]) tell()
  }

  const track = async <T>(work: () => Promise<T>): Promise<T> => {
    underWay += 1
    try {
      return await work()
    } finally {
      underWay -= 1
      changed()
    }
  }

  /** Tells the listener, which must not throw, of every change from now on, until the function that it gives is called. */
  const watch = (listener: () => void): (() => void) => {
    const tell = () => listener()
    listening.add(tell)
    return () => void listening.delete(tell)
  }

  /** Resolves when `predicate` is true, rejects after `limitMs` with `what` in the message. */
  const until = (predicate: () => boolean, limitMs = 5000, what = 'the awaited'): Promise<void> => {
    return new Promise((resolve, reject) => {
      const stop = () => {
        unwatch()
        clearTimeout(limit)
      }
      const look = () => {
        try {
          if (!predicate()) return
          resolve()
        } catch (cause) {
          reject(cause)
        }
        stop()
      }
      const limit = setTimeout(() => {
        stop()
        reject(new Error(`${what} did not happen within ${limitMs} ms`))
      }, limitMs)
      const unwatch = watch(look)
      look()
    })
  }

  /**
   * Resolves when nothing is under way and nothing began for `quietMs`. `idle`, where the app gives one,
   * resolves when the app's own work is done: it covers work that Slack cannot see.
   */
  const settled = async (quietMs: number, idle: () => Promise<void>): Promise<void> => {
    let seen: number
    do {
      await until(() => underWay === 0, 30_000, 'quiet')
      seen = count
      await idle()
      await after(quietMs)
      await nextTurn()
    } while (underWay > 0 || seen !== count)
  }

  return { track, changed, watch, until, settled }
}
