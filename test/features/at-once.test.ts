import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

describe('what is done at once', () => {
  it.each([
    [
      '/plan off web-prod until friday',
      ':warning: “until friday” is left out: a plan that is turned off stays so until somebody turns it on. For some days alone, pause it: “/pause web-prod until friday”.',
    ],
    [
      '/plan on web-prod next monday',
      ':warning: “next monday” is left out: a plan is turned on at once. Say it once more when it is time.',
    ],
    [
      '/plan show web-prod next week',
      ':warning: “next week” is left out: a plan is shown as it is now. Its week at that time: “/plan week web-prod next week”.',
    ],
    ['/plan off web-prod quickly', ':warning: I did not understand “quickly”.'],
  ])('“%s” asks first, and says what to do instead', async (sentence, said) => {
    const ana = story().person('Ana')
    await ana.types(sentence)
    expect(ana.form?.split('\n')).toContain(said)
    expect(ana.fields).toEqual({ Plan: 'web-prod' })
    expect(story().wire.changes()).toEqual([])
  })

  it('is never put off: who says a day is told how to let a pause end then', async () => {
    const ana = story().person('Ana')
    await ana.types('/resume data-warehouse on friday')
    expect(ana.form?.split('\n')).toContain(
      ':warning: “on friday” is left out: a pause is taken back at once. To let it end on another day, give it other days: “/pause change”.',
    )
    expect(story().wire.changes()).toEqual([])
    await ana.submits()
    expect(await story().pauses('data-warehouse')).toEqual([])
  })
})
