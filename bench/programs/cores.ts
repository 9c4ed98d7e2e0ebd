import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import process from 'node:process'

/** Whether the program and what loads it have a core each: where there are two, and something to keep them there. */
export const apart = availableParallelism() >= 2 && spawnSync('taskset', ['-V']).status === 0

/** Keeps this process, which loads the program, on a core of its own. */
export function stayApart(): void {
  if (apart) spawnSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)])
}

/** The command that runs another on the program's core. */
export const onItsCore = (command: readonly string[]): string[] =>
  apart ? ['taskset', '-c', '1', ...command] : [...command]
