import type { Case } from './cases.ts'

type Reader = (said: Case) => unknown

const ROUNDS = 15
const NS_PER_MS = 1e6

/** Nanoseconds a phrase, per reader: the median of rounds that take turns, so that a busy moment hits all of them. */
export function nanoseconds(readers: Record<string, Reader>, cases: readonly Case[]): Map<string, number> {
  const rounds = Object.entries(readers).map(([name, reader]) => ({ name, reader, spent: [] as number[] }))
  for (let i = 0; i < ROUNDS; i++)
    for (const { reader, spent } of rounds) spent.push(clocked(() => cases.forEach(reader)) / cases.length)
  return new Map(rounds.map(({ name, spent }) => [name, quantile(spent, 0.5)]))
}

/** The nanoseconds within which 99 of 100 phrases are read, each timed by itself after a first round unseen. */
export function p99(reader: Reader, cases: readonly Case[]): number {
  cases.forEach(reader)
  return quantile(
    cases.map(said => clocked(() => reader(said))),
    0.99,
  )
}

function clocked(run: () => void): number {
  const start = performance.now()
  run()
  return (performance.now() - start) * NS_PER_MS
}

const quantile = (numbers: number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? Number.NaN
