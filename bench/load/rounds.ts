import { inTurns } from '../bench.ts'
import type { Asking } from './asking.ts'
import { askOnAndOn, type Round } from './closed.ts'
import { median } from './quantile.ts'

const ROUND_MS = 1000
/** So many requests are signed before a round; what goes beyond that is signed in it. */
const AHEAD = 8000

/** Lets each be asked without a pause over so many connections, in turns. Gives the rounds of each. */
export const inRounds = (
  all: readonly Asking[],
  connections: number,
  rounds: number,
  ahead = AHEAD,
): Promise<Round[][]> =>
  inTurns(all, rounds, asked => {
    asked.requests.prepare(ahead)
    return askOnAndOn(asked, connections, { ms: ROUND_MS })
  })

/** How much was answered, as a part of what the floor did in the same round. */
export const partOf = (own: readonly Round[], floor: readonly Round[]): number =>
  median(own.map(({ rate }, at) => rate / (floor[at]?.rate ?? Number.NaN)))
