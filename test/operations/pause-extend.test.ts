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
    '/pause extend web-prod to sunday',
    '/dayshift extend pause web-prod 18 nov to 22 nov',
    '/pause change web-prod 2 days longer',
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

  it.each(['until tomorrow', 'until friday', 'saturday and sunday', 'monday audit'])(
    'never makes it end earlier, nor as it is, nor leaves days out, but asks: %s',
    async days => {
      const ana = await paused()
      await ana.types(`/pause extend web-prod ${days}`)
      expect(ana.form).toContain(
        'It is paused Wed 18 Nov 2026 → Fri 20 Nov 2026 (3 days). An extension keeps these days: say a later last day, or how many days more.',
      )
      expect(story().wire.changes()).toEqual([])
      await ana.submits({ From: 'until sunday', Until: '' })
      expect(await story().pauses('web-prod')).toEqual([['18/11/2026', '22/11/2026', expect.anything()]])
    },
  )
})

it.each([
  ['2 days longer', ['20/11/2026', '23/11/2026', '']],
  ['to 20 nov', ['20/11/2026', '20/11/2026', '']],
  ['from 21 nov', ['21/11/2026', '21/11/2026', '']],
])('changing a pause counts from its own days: %s', async (words, pause) => {
  const ana = await paused('20/11/2026', '21/11/2026')
  await ana.types(`/pause change web-prod ${words}`)
  expect(await story().pauses('web-prod')).toEqual([pause])
})

it.each(['a week later', 'also monday', 'to start tomorrow', 'to sunday', '2 days'])(
  'what may be meant otherwise opens the form, with what was said: %s',
  async words => {
    const ana = await paused('20/11/2026', '21/11/2026')
    await ana.types(`/pause change web-prod ${words}`)
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', From: words })
    expect(story().wire.changes()).toEqual([])
  },
)
