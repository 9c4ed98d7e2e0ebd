import { z } from 'zod'
import { fingerprint } from '../../core/args.ts'
import type { PlanResource } from './fields.ts'

/** Moves in a list: the thing at index `from` goes to index `to`, one move after another. */
export type Moves = readonly (readonly [from: number, to: number])[]

const index = z.number().int().min(0)

/** An order as the moves that make it, and which list they are of. */
export const orderSchema = z.object({ list: z.string(), moves: z.array(z.tuple([index, index])) })

export type Order = z.infer<typeof orderSchema>

/** Tells lists of resources from each other. */
export const listOf = (resources: readonly Pick<PlanResource, 'resource_id'>[]): string =>
  fingerprint(resources.map(({ resource_id }) => resource_id))

export const applyMoves = <T>(items: readonly T[], moves: Moves): T[] =>
  moves.reduce<T[]>(
    (moved, [from, to]) => moved.toSpliced(from, 1).toSpliced(to, 0, ...moved.slice(from, from + 1)),
    [...items],
  )

/** The moves with one more; a thing that is moved again is moved once. */
export function withMove(moves: Moves, [from, to]: Moves[number]): Order['moves'] {
  const last = moves.at(-1)
  const before = last?.[1] === from ? moves.slice(0, -1) : moves
  const start = last?.[1] === from ? last[0] : from
  const all = start === to ? before : [...before, [start, to] as const]
  return all.map(([from, to]) => [from, to])
}

/** The moves that take these back. */
export const reverseMoves = (moves: Moves): Order['moves'] =>
  moves.toReversed().map(([from, to]) => [to, from])
