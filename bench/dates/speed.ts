import type { Case } from './cases.ts'

type Reader = (said: Case) => unknown

const ROUNDS = 9
const ROUND_MS = 100
const NS_PER_MS = 1e6

/**
 * Nanoseconds a phrase, per reader: the median of rounds that take turns, so that a busy moment hits all of them. A round
 * begins with as much that is not timed: so none pays for the reader before it, while which the engine dropped its compiled
 * code.
 */
export function nanoseconds(readers: Record<string, Reader>, cases: readonly Case[]): Map<string, number> {
  const rounds = Object.entries(readers).map(([name, reader]) => ({ name, reader, spent: [] as number[] }))
  for (let i = 0; i < ROUNDS; i++)
    for (const { reader, spent } of rounds) {
      const pass = () => cases.forEach(reader)
      perPass(pass)
      spent.push(perPass(pass) / cases.length)
    }
  return new Map(rounds.map(({ name, spent }) => [name, quantile(spent, 0.5)]))
}

/** The time that one pass takes, of as many as a round has room for. */
function perPass(pass: () => void): number {
  let [spent, passes] = [0, 0]
  while (spent < ROUND_MS * NS_PER_MS) {
    spent += clocked(pass)
    passes++
  }
  return spent / passes
}

const TRIES = 3

/** The nanoseconds within which 99 of 100 phrases are read, each timed by itself; its best of three, without pauses of the machine. */
export function p99(reader: Reader, cases: readonly Case[]): number {
  const tries = Array.from({ length: TRIES }, () => cases.map(said => clocked(() => reader(said))))
  const best = cases.map((_, i) => Math.min(...tries.map(spent => spent[i] ?? Number.NaN)))
  return quantile(best, 0.99)
}

function clocked(run: () => void): number {
  const start = performance.now()
  run()
  return (performance.now() - start) * NS_PER_MS
}

const quantile = (numbers: number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? Number.NaN
