type Level = 'warn' | 'error'

type Deps = {
  log: Record<Level, (fields: object, message: string) => void>
  clock: () => Date
  level?: Level
  /** How often the same is said at most. */
  everyMs?: number
}

const MINUTE_MS = 60_000

/**
 * Makes what logs things that come in floods: of each message the first with each `why`, and how many came since at most
 * once a minute, when the next one comes. `why` is one of a few words of our own.
 */
export function createSeldom({ log, clock, level = 'warn', everyMs = MINUTE_MS }: Deps) {
  const kinds = new Map<string, { at: number; unsaid: number }>()

  return (message: string, fields: { why?: string; [about: string]: unknown }): void => {
    const key = `${message}: ${fields.why ?? ''}`
    const now = clock().getTime()
    const last = kinds.get(key)
    if (last && now - last.at < everyMs) {
      last.unsaid += 1
      return
    }
    kinds.set(key, { at: now, unsaid: 0 })
    log[level]({ ...fields, ...(last?.unsaid && { more: last.unsaid }) }, message)
  }
}
