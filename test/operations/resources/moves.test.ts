import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  applyMoves,
  listOf,
  type Moves,
  reverseMoves,
  withMove,
} from '../../../src/operations/resources/moves.ts'
import { drawRows, rowsOf } from '../../../src/operations/resources/rows.ts'

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

it('takes as many moves as one change has room for', () => {
  const resources = Array.from({ length: 100 }, (_, at) => ({
    id: `${at}`,
    name: `app ${at}`,
    resource_id: `${at}`,
  }))
  const draw = (count: number) => {
    const moves = Array.from({ length: count }, (_, at): [number, number] => [99, at])
    const order = { list: listOf(resources), moves }
    return JSON.stringify(drawRows(rowsOf('web-prod', resources, order, 1), order))
  }
  expect(draw(20)).toContain('"Top"')
  expect(draw(200)).toContain('No more moves fit into one change. Save these first, then go on.')
  expect(draw(200)).not.toContain('"Top"')
})
