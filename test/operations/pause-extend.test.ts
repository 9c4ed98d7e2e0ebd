import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

/** A pause of web-prod, today to Friday, unless it is said otherwise. */
async function paused(from = '18/11/2026', until = '20/11/2026') {
  await story().pauseElsewhere('web-prod', from, until)
  return story().person('Ana')
}
const UNTIL_FRIDAY = [['18/11/2026', '20/11/2026', '']]

describe('extending a pause', () => {
  it.each([
    '/pause extend web-prod over the weekend',
    '/pause extend web-prod saturday and sunday',
    '/dayshift extend pause web-prod for the weekend',
    '/pause change web-prod saturday and sunday too',
    '/pause extend web-prod until sunday',
    '/pause extend web-prod by 2 days',
    '/pause extend web-prod for 2 days',
  ])('goes on with the days that it has, and the days that come to them: %s', async sentence => {
    const ana = await paused()
    await ana.types(sentence)
    expect(ana.form).toBeUndefined()
    expect(await story().pauses('web-prod')).toEqual([['18/11/2026', '22/11/2026', '']])
    await ana.presses('Undo')
    expect(await story().pauses('web-prod')).toEqual(UNTIL_FRIDAY)
  })

  it('by days that lie apart is done as it is chosen: over all days, or as another pause', async () => {
    const ana = await paused()
    await ana.types('/pause extend web-prod monday audit')
    await ana.presses('Another pause: Mon 23 Nov 2026 (1 day)')
    expect(await story().pauses('web-prod')).toEqual([...UNTIL_FRIDAY, ['23/11/2026', '23/11/2026', 'audit']])
    await ana.types('/resume web-prod monday')
    await story().resumeElsewhere('web-prod')
    await story().pauseElsewhere('web-prod', '18/11/2026', '20/11/2026')
    await ana.types('/pause extend web-prod monday freeze')
    await ana.presses('Wed 18 Nov 2026 → Mon 23 Nov 2026 (6 days)')
    expect(await story().pauses('web-prod')).toEqual([['18/11/2026', '23/11/2026', 'freeze']])
  })

  it('by hours is refused, as a pause is made of days', async () => {
    const ana = await paused()
    await ana.types('/pause extend web-prod by 3h')
    expect(ana.form).toContain('A pause is made of whole days, so say how many days.')
  })

  it.each(['until tomorrow', 'until friday'])('never makes it end earlier, nor as it is: %s', async days => {
    const ana = await paused()
    await ana.types(`/pause extend web-prod ${days}`)
    expect(ana.readsPrivately()).toEqual([
      '*web-prod* is already paused Wed 18 Nov 2026 → Fri 20 Nov 2026 (3 days), so nothing was changed. To make the pause shorter or move it, use `/pause change`.',
    ])
    expect(story().wire.changes()).toEqual([])
  })
})

it.each([
  ['a week later', ['27/11/2026', '28/11/2026', '']],
  ['by 2 days later, audit', ['22/11/2026', '23/11/2026', 'audit']],
  ['2 days earlier', ['18/11/2026', '19/11/2026', '']],
  ['a day shorter', ['20/11/2026', '20/11/2026', '']],
  ['to 20 nov', ['20/11/2026', '20/11/2026', '']],
  ['to start tomorrow', ['19/11/2026', '21/11/2026', '']],
  ['to end sunday', ['20/11/2026', '22/11/2026', '']],
])('moving a pause counts from its own days: %s', async (words, pause) => {
  const ana = await paused('20/11/2026', '21/11/2026')
  await ana.types(`/pause change web-prod ${words}`)
  expect(await story().pauses('web-prod')).toEqual([pause])
})
