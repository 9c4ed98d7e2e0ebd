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
