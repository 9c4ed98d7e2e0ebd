type Log = { warn(fields: object, message: string): void }

const MINUTE_MS = 60_000

/**
 * Logs warnings that may come in floods: each message and `why` at most once a minute, with the number of
 * those left out since. `why` is one of a few fixed words.
 */
export function createThrottledLog({ log, clock }: { log: Log; clock: () => Date }) {
  const lastByKey = new Map<string, { at: number; leftOut: number }>()

  return (message: string, fields: { why: string; [name: string]: unknown }): void => {
    const key = `${message}: ${fields.why}`
    const now = clock().getTime()
    const last = lastByKey.get(key)
    if (last && now - last.at < MINUTE_MS) {
      last.leftOut += 1
      return
    }
    lastByKey.set(key, { at: now, leftOut: 0 })
    log.warn({ ...fields, ...(last?.leftOut && { more: last.leftOut }) }, message)
  }
}
