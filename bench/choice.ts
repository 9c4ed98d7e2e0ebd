import process from 'node:process'
import { kinds } from './load/requests.ts'
import { programs } from './programs.ts'

const SECTIONS = ['throughput', 'rate', 'growth', 'overload', 'start', 'memory', 'replicas']
const [KINDS, PROGRAMS] = [Object.keys(kinds), Object.keys(programs)]
const NAMES = [...SECTIONS, ...KINDS, ...PROGRAMS]

/**
 * Parses the arguments of `npm run bench --`: sections, kinds of requests, programs, numbers of connections
 * and `rounds=<number>`, in any order. Without a section, kinds or connections select throughput.
 */
function parseChoice(words: readonly string[]) {
  const unknown = words.find(word => !NAMES.includes(word) && !/^(rounds=)?\d+$/.test(word))
  if (unknown) throw new Error(`${unknown} is none of ${NAMES.join(', ')}, connections and rounds=<number>`)
  const isAny = (names: readonly string[]) => names.some(name => words.includes(name))
  const among = (names: readonly string[]) => (name: string) => words.includes(name) || !isAny(names)
  const connections = words.filter(word => /^\d+$/.test(word)).map(Number)
  const [rounds = 4] = words.flatMap(word => (word.startsWith('rounds=') ? Number(word.slice(7)) : []))
  const isThroughput = !isAny(SECTIONS) && (isAny(KINDS) || connections.length > 0)
  return {
    rounds,
    connections: connections.length > 0 ? connections : [1, 16, 64],
    hasSection: isThroughput ? (name: string) => name === 'throughput' : among(SECTIONS),
    hasKind: among(KINDS),
    hasProgram: among(PROGRAMS),
    isWhole: words.every(word => word.startsWith('rounds=')),
  }
}

/** The selected measurements. */
export const choice = parseChoice(process.argv.slice(2))
