import { describe, expect, it } from 'vitest'
import { expectCrashes, stories } from '../stories.ts'

const story = stories()

const TRY_AGAIN = 'Something went wrong inside Dayshift. Nothing was changed: please try again in a moment.'

/** Lets the count of outcomes throw. */
function breakMetrics(): void {
  story().outcomes.push = () => {
    throw new Error('nobody can count that')
  }
}

describe('an unexpected error', () => {
  it('is reported in the reply to a command, with the reference of the log', async () => {
    breakMetrics()
    const text = await story().person('Ana').asks('/plan')
    expect(text).toContain(`${TRY_AGAIN} (Reference ref-`)
    const [, reference = 'none'] = /Reference (ref-\d+)/.exec(text) ?? []
    expect(story().logged.filter(line => line.includes(reference))).toHaveLength(1)
    expectCrashes(story(), 1)
  })

  it('is reported privately after a press', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan')
    breakMetrics()
    await ana.presses('Show plan')
    expect(ana.readsPrivately().at(-1)).toContain(TRY_AGAIN)
    expectCrashes(story(), 1)
  })

  it('is reported as unclear if a change had started', async () => {
    breakMetrics()
    expect(await story().person('Ana').asks('/pause web-prod tomorrow')).toContain(
      'What you asked for may or may not have been done: please check before you try again.',
    )
    expect(await story().pauses('web-prod')).toHaveLength(1)
    expectCrashes(story(), 1)
  })
})

it('an overlong command is not parsed', async () => {
  const ana = story().person('Ana')
  await ana.types(`/pause web-prod ${'tomorrow '.repeat(1300)}`)
  expect(ana.readsPrivately()).toEqual([
    expect.stringMatching(
      /^That is 117\d{2} characters long, and I read no more than 4000, so nothing was done\./,
    ),
  ])
  expect(story().wire.received).toEqual([])
})
