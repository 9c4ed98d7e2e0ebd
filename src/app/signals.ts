import process from 'node:process'

/** A terminal and what started the program may both pass on the same Ctrl+C. */
const SAME_MS = 500

/**
 * Makes what hears the signals to end: ends in good order, once, however often it is told to; and gives that up where
 * somebody presses Ctrl+C again because they do not want to wait for it.
 */
export function createEnding(deps: { end: () => void; giveUp: () => void; now: () => number }) {
  let ending = false
  let interrupted = Number.NEGATIVE_INFINITY

  return (signal: 'SIGINT' | 'SIGTERM'): void => {
    const isSame = deps.now() - interrupted < SAME_MS
    if (signal === 'SIGINT') interrupted = deps.now()
    if (!ending) {
      ending = true
      deps.end()
    } else if (signal === 'SIGINT' && !isSame) deps.giveUp()
  }
}

/** How often it is looked whether the parent is still there. */
const LOOKS_MS = 500

/**
 * Calls `end` once the process that started this one is gone: the shell by which npm runs a script dies of the signal that
 * npm passes on to it, and leaves behind what it runs.
 */
export function endWithParent(end: () => void): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    end()
  }, LOOKS_MS).unref()
}
