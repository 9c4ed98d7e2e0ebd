import { write, writeSync } from 'node:fs'
import process from 'node:process'

/** So many characters are written at once, or what there is by then (ms). */
const TOGETHER = { length: 4096, ms: 100 }
/** So much is kept of what cannot be written, until it can; what comes then is lost. */
const MOST = 256 * 1024
/** At the end somebody who does not read on is waited for so long. */
const PATIENCE_MS = 500

const NOTHING = Buffer.alloc(0)

/**
 * Writes lines to a file that is open, such as standard output, beside all other work. A full disk below it, or a reader who
 * has gone, keeps nobody from that work, nor the process from its end: it is tried again as long as there is something to
 * say. `flushSync` writes what there is at once, as far as it can. Not the sonic-boom that pino has (4), which stands still
 * in its `flushSync` for as long as the disk is full.
 */
export function createOutput(fd: number) {
  let waiting = ''
  let begun = NOTHING
  let isWriting = false

  function flush(): void {
    if (isWriting) return
    if (begun.length === 0) [begun, waiting] = [Buffer.from(waiting), '']
    if (begun.length === 0) return
    isWriting = true
    write(fd, begun, (error, written) => {
      isWriting = false
      if (error) return
      begun = begun.subarray(written)
      if (begun.length > 0 || waiting.length >= TOGETHER.length) flush()
    })
  }

  function flushSync(): void {
    const until = performance.now() + PATIENCE_MS
    let left = Buffer.concat([isWriting ? NOTHING : begun, Buffer.from(waiting)])
    if (!isWriting) begun = NOTHING
    waiting = ''
    while (left.length > 0) {
      try {
        left = left.subarray(writeSync(fd, left))
      } catch (error) {
        if (!isFull(error) || performance.now() > until) return
      }
    }
  }

  setInterval(flush, TOGETHER.ms).unref()
  process.on('exit', flushSync)

  return {
    write(line: string): void {
      if (waiting.length < MOST) waiting += line
      if (waiting.length >= TOGETHER.length) flush()
    },
    flushSync,
  }
}

/** A pipe whose reader is behind. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EAGAIN'
