import process from 'node:process'
import type { Choice } from './choice.ts'
import type { Running } from './programs/program.ts'
import type { ProgramName } from './programs/programs.ts'
import type { Surroundings } from './surroundings.ts'

/** What every section needs: what was chosen, what is around the programs, and where what it finds goes. */
export type Bench = { choice: Choice; surroundings: Surroundings; figures: Figures }

/** A program that runs, by the name that the command line knows it by. */
export type Standing = { id: ProgramName; running: Running }

export type Figures = ReturnType<typeof createFigures>

/** What was measured, by what it is: the goals are read from it. */
export function createFigures() {
  const figures = new Map<string, number>()
  return {
    keep: (value: number, ...about: readonly (string | number)[]): number => {
      figures.set(about.join(' '), value)
      return value
    },
    find: (...about: readonly (string | number)[]): number | undefined => figures.get(about.join(' ')),
  }
}

/** Lets each have its turn, so many times: a busy moment of the machine hits all of them. Gives what each of them found. */
export async function inTurns<T, R>(
  all: readonly T[],
  rounds: number,
  measure: (one: T, round: number) => Promise<R>,
): Promise<R[][]> {
  const found: R[][] = all.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, one] of all.entries()) found[index]?.push(await measure(one, round))
  return found
}

/** Tells how far it is, beside what is printed in the end. */
export const tell = (line: string): void => void process.stderr.write(`${line}\n`)
