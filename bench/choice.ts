import { type KindName, kinds } from './load/requests.ts'
import { type ProgramName, programs } from './programs.ts'

const SECTIONS = ['throughput', 'rate', 'growth', 'overload', 'start', 'memory', 'replicas'] as const

/** What is measured. */
export type Choice = ReturnType<typeof parseChoice>

const keysOf = <T extends object>(table: T): (keyof T & string)[] =>
  Object.keys(table).filter((key): key is keyof T & string => Object.hasOwn(table, key))

/**
 * Reads the words behind `npm run bench --`: sections, kinds of requests, programs, numbers of connections and
 * `rounds=<number>`, in any order. Kinds or connections alone mean throughput.
 */
export function parseChoice(words: readonly string[]) {
  const chosen = <T extends string>(all: readonly T[]): readonly T[] =>
    all.filter(word => words.includes(word))
  const [sections, kindNames, programNames] = [
    chosen(SECTIONS),
    chosen(keysOf(kinds)),
    chosen(keysOf(programs)),
  ]
  const connections = words.filter(word => /^\d+$/.test(word)).map(Number)
  const rounds = words.flatMap(word => /^rounds=(\d+)$/.exec(word)?.slice(1) ?? []).map(Number)
  const count = [sections, kindNames, programNames, connections, rounds].flat().length
  if (count < words.length)
    throw new Error(
      `Known are ${[...SECTIONS, ...keysOf(kinds), ...keysOf(programs)].join(', ')}, numbers of connections and rounds=<number>.`,
    )
  const isPart = kindNames.length + connections.length > 0
  const orAll = <T>(some: readonly T[], all: readonly T[]) => (some.length > 0 ? some : all)
  return {
    sections: orAll<string>(sections, isPart ? ['throughput'] : SECTIONS),
    kinds: orAll<KindName>(kindNames, keysOf(kinds)),
    programs: orAll<ProgramName>(programNames, keysOf(programs)),
    connections: orAll(connections, [1, 16, 64]),
    rounds: rounds[0] ?? 5,
    isWhole: count === rounds.length,
  }
}
