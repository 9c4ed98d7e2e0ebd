import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyMoves, type Moves, reverseMoves, withMove } from '../../../src/operations/resources/moves.ts'

const SIZE = 8
const items = Array.from({ length: SIZE }, (_, index) => index)
const index = fc.integer({ min: 0, max: SIZE - 1 })
const moves = fc.array(fc.tuple(index, index), { maxLength: 12 })

const collect = (moves: Moves) => moves.reduce<Moves>((made, move) => withMove(made, move), [])

it('moves one thing after another', () => {
  expect(
    applyMoves(
      ['a', 'b', 'c', 'd'],
      [
        [0, 1],
        [3, 0],
      ],
    ),
  ).toEqual(['d', 'b', 'a', 'c'])
})

it('is undone by its reverse', () => {
  fc.assert(
    fc.property(moves, moves => {
      expect(applyMoves(applyMoves(items, moves), reverseMoves(moves))).toEqual(items)
    }),
  )
})

it('joins the moves of one thing', () => {
  fc.assert(
    fc.property(moves, moves => {
      expect(applyMoves(items, collect(moves))).toEqual(applyMoves(items, moves))
    }),
  )
  expect(
    collect([
      [5, 4],
      [4, 3],
      [3, 0],
    ]),
  ).toEqual([[5, 0]])
  expect(
    collect([
      [0, 1],
      [1, 0],
    ]),
  ).toEqual([])
})
