import { type KindName, kinds } from './load/requests.ts'
import { type ProgramName, programs } from './programs/programs.ts'

const SECTIONS = ['throughput', 'pace', 'growth', 'duties', 'overload', 'start', 'memory'] as const
export type SectionName = (typeof SECTIONS)[number]

export type Choice = {
  sections: readonly SectionName[]
  kinds: readonly KindName[]
  programs: readonly ProgramName[]
  connections: readonly number[]
  rounds: number
  /** Whether what is printed is put into the documents. */
  keeps: boolean
  /** Whether it is the whole. */
  whole: boolean
}

const isKey = <T extends object>(of: T, word: string): word is Extract<keyof T, string> =>
  Object.hasOwn(of, word)

/**
 * What the words behind `npm run bench --` ask for, in any order: sections, kinds of requests, programs, numbers of
 * connections, `rounds=9`, `keep`. What none is named of is measured whole; kinds or connections alone ask for throughput.
 */
export function readChoice(words: readonly string[]): Choice {
  const sections = SECTIONS.filter(name => words.includes(name))
  const chosen = words.filter(word => isKey(kinds, word))
  const named = words.filter(word => isKey(programs, word))
  const connections = words.filter(word => /^\d+$/.test(word)).map(Number)
  const rounds = words.flatMap(word => /^rounds=(\d+)$/.exec(word)?.slice(1) ?? []).map(Number)
  const known = sections.length + chosen.length + named.length + connections.length + rounds.length
  const keeps = words.includes('keep')
  if (known + Number(keeps) < words.length)
    throw new Error(
      `What is known is ${[...SECTIONS, ...Object.keys(kinds), ...Object.keys(programs)].join(', ')}, numbers of connections, rounds=<number> and keep.`,
    )
  const narrow = chosen.length + connections.length > 0
  const all = Object.keys(programs).filter(word => isKey(programs, word))
  return {
    sections: sections.length > 0 ? sections : narrow ? ['throughput'] : SECTIONS,
    kinds: chosen.length > 0 ? chosen : Object.keys(kinds).filter(word => isKey(kinds, word)),
    // Everything is told as a part of the floor.
    programs: named.length > 0 ? all.filter(name => name === 'floor' || named.includes(name)) : all,
    connections: connections.length > 0 ? connections : [1, 16, 64],
    rounds: rounds[0] ?? 5,
    keeps,
    whole: sections.length + named.length === 0 && !narrow,
  }
}
