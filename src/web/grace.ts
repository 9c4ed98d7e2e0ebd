type Log = { warn(fields: object, message: string): void }

/** So long is waited at the end for what is under way. */
export const STOP_GRACE_MS = 10_000

/** Resolves when the work is done or the grace is over, of which the log hears. */
export async function withinGrace(work: Promise<unknown>, stopGraceMs: number, log: Log): Promise<void> {
  const graceOver = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    log.warn({ stopGraceMs }, 'Stopped before everything under way was done')
    graceOver.resolve()
  }, stopGraceMs)
  await Promise.race([work, graceOver.promise])
  clearTimeout(timer)
}
