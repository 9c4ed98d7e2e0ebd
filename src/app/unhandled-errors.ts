import process from 'node:process'
import type { Logger } from 'pino'

/**
 * Ends the process after a failure that only a new start mends, as it ends when it is told to: what is under way is
 * finished, and whoever watches over it sees by the status that it failed.
 */
export function endAfter(error: unknown, log: Logger): void {
  log.fatal({ err: error }, 'Dayshift has to end, and to be started anew')
  process.exitCode = 1
  process.kill(process.pid, 'SIGTERM')
}

/**
 * Keeps the process alive after a failure that nobody waited for, and lets no other end it without a word in the log;
 * gives what ends that.
 */
export function survive(log: Logger): () => void {
  const stray = (error: unknown) => log.error({ err: error }, 'something failed that nobody waited for')
  const fatal = (error: unknown) => {
    log.fatal({ err: error }, 'Dayshift has to end')
    process.exit(1)
  }
  process.on('unhandledRejection', stray).on('uncaughtException', fatal)
  return () => void process.off('unhandledRejection', stray).off('uncaughtException', fatal)
}
