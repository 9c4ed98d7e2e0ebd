import { createLog } from '../../src/app/log.ts'

/** Creates a log, and returns its lines raw and parsed. */
export function linesOf() {
  const written: string[] = []
  const log = createLog('trace', { write: line => void written.push(line) })
  return { log, written, lines: () => written.map((line): Record<string, unknown> => JSON.parse(line)) }
}
