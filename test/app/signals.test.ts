import { expect, it } from 'vitest'
import { createEnding } from '../../src/app/signals.ts'

/** What comes of signals at these milliseconds. */
function told(...signals: (readonly [ms: number, signal: 'SIGINT' | 'SIGTERM'])[]): string[] {
  const done: string[] = []
  let time = 0
  const hear = createEnding({
    end: () => void done.push('ends in good order'),
    giveUp: () => void done.push('ends at once'),
    now: () => time,
  })
  for (const [ms, signal] of signals) {
    time = ms
    hear(signal)
  }
  return done
}

it.each(['SIGINT', 'SIGTERM'] as const)('%s ends in good order', signal => {
  expect(told([0, signal])).toEqual(['ends in good order'])
})

it('an orchestrator may say it as often as it likes', () => {
  expect(told([0, 'SIGTERM'], [1, 'SIGTERM'], [9000, 'SIGTERM'])).toEqual(['ends in good order'])
})

it('a Ctrl+C that comes twice at once is one, and a second one is not', () => {
  expect(told([0, 'SIGINT'], [20, 'SIGINT'])).toEqual(['ends in good order'])
  expect(told([0, 'SIGINT'], [20, 'SIGINT'], [2000, 'SIGINT'])).toEqual([
    'ends in good order',
    'ends at once',
  ])
})

it('a Ctrl+C ends at once what an orchestrator told to end', () => {
  expect(told([0, 'SIGTERM'], [1, 'SIGINT'])).toEqual(['ends in good order', 'ends at once'])
})
