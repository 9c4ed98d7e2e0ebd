import { describe, expect, it } from 'vitest'
import { expectCrashes, stories } from '../stories.ts'

const story = stories()

const TRY_AGAIN = 'Something went wrong inside Dayshift. Nothing was changed: please try again in a moment.'

/** What is done cannot be counted. */
function breaks(): void {
  story().outcomes.push = () => {
    throw new Error('nobody can count that')
  }
}

describe('an unexpected error', () => {
  it('is shown in the answer to a command, with the reference that the log has', async () => {
    breaks()
    const text = await story().person('Ana').asks('/plan')
    expect(text).toContain(`${TRY_AGAIN} (Reference ref-`)
    const [, reference = 'none'] = /Reference (ref-\d+)/.exec(text) ?? []
    expect(story().logged.filter(line => line.includes(reference))).toHaveLength(1)
    expectCrashes(story(), 1)
  })

  it('is shown after a press, in a private message', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan')
    breaks()
    await ana.presses('Show plan')
    expect(ana.readsPrivately().at(-1)).toContain(TRY_AGAIN)
    expectCrashes(story(), 1)
  })

  it('is told as what may have been done where that was begun', async () => {
    breaks()
    expect(await story().person('Ana').asks('/pause web-prod tomorrow')).toContain(
      'What you asked for may or may not have been done: please check before you try again.',
    )
    expect(await story().pauses('web-prod')).toHaveLength(1)
    expectCrashes(story(), 1)
  })
})

it('a sentence that is too long is not read', async () => {
  const ana = story().person('Ana')
  await ana.types(`/pause web-prod ${'tomorrow '.repeat(1300)}`)
  expect(ana.readsPrivately()).toEqual([
    expect.stringMatching(
      /^That is 117\d{2} characters long, and I read no more than 4000, so nothing was done\./,
    ),
  ])
  expect(story().wire.received).toEqual([])
})
