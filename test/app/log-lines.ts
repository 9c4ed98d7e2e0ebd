import { createLog } from '../../src/app/log.ts'

/** The log, and what it wrote: one object a line. */
export function linesOf() {
  const written: string[] = []
  const log = createLog('trace', { write: line => void written.push(line) })
  return { log, written, lines: () => written.map((line): Record<string, unknown> => JSON.parse(line)) }
}
