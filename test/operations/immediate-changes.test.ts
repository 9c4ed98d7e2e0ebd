import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

describe('a command with a day for a change that takes effect at once', () => {
  it.each([
    [
      '/plan off web-prod until friday',
      ':warning: I left out “until friday”: a plan that is turned off stays off until someone turns it on. To stop it for some days only, use “/pause”.',
    ],
    [
      '/plan off web-prod and ci-runners',
      ':warning: I left out “ci-runners”: this takes one plan at a time. Say it again for the other.',
    ],
  ])('opens a form that explains the alternative: “%s”', async (sentence, text) => {
    const ana = story().person('Ana')
    await ana.types(sentence)
    expect(ana.form?.split('\n')).toContain(text)
    expect(ana.fields).toEqual({ Plan: 'web-prod' })
    expect(story().wire.changes()).toEqual([])
  })

  it('does not schedule a resumption, but says how to change the end of the pause', async () => {
    const ana = story().person('Ana')
    await ana.types('/resume data-warehouse on friday')
    expect(ana.form?.split('\n')).toContain(
      ':warning: I left out “on friday”: a pause ends at once. To end it on another day, change its dates: “/pause change”.',
    )
    expect(story().wire.changes()).toEqual([])
    await ana.submits()
    expect(await story().pauses('data-warehouse')).toEqual([])
  })
})
