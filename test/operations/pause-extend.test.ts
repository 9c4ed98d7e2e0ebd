import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

/** Pauses web-prod past the bot, by default from today to Friday; resolves to Ana. */
async function pauseElsewhere(from = '18/11/2026', until = '20/11/2026') {
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
  ])('keeps the first day and adds days at the end: %s', async sentence => {
    const ana = await pauseElsewhere()
    await ana.types(sentence)
    expect(ana.form).toBeUndefined()
    expect(await story().pauses('web-prod')).toEqual([['18/11/2026', '22/11/2026', '']])
    await ana.presses('Undo')
    expect(await story().pauses('web-prod')).toEqual(UNTIL_FRIDAY)
  })

  it.each(['until tomorrow', 'until friday', 'saturday and sunday', 'monday audit'])(
    'opens the form for days that are no extension: %s',
    async days => {
      const ana = await pauseElsewhere()
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

it.each(['and ci-runners by 2 days', ', ci-runners until sunday'])(
  'a pause of another plan has to be changed on its own: %s',
  async words => {
    const ana = await pauseElsewhere()
    await ana.types(`/pause extend web-prod ${words}`)
    expect(ana.form).toContain('this takes one plan at a time. Say it again for the other.')
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', From: 'Wed 18 Nov 2026' })
    expect(story().wire.changes()).toEqual([])
  },
)

it.each([
  ['2 days longer', ['20/11/2026', '23/11/2026', '']],
  ['to 22-24 nov', ['22/11/2026', '24/11/2026', '']],
  ['to 20 nov', ['20/11/2026', '20/11/2026', '']],
  ['from 21 nov', ['21/11/2026', '21/11/2026', '']],
])('changing a pause counts from its current days: %s', async (words, pause) => {
  const ana = await pauseElsewhere('20/11/2026', '21/11/2026')
  await ana.types(`/pause change web-prod ${words}`)
  expect(await story().pauses('web-prod')).toEqual([pause])
})

it.each(['a week later', 'also monday', 'to start tomorrow', 'to sunday', '2 days'])(
  'changing a pause opens the form for words that could mean several things: %s',
  async words => {
    const ana = await pauseElsewhere('20/11/2026', '21/11/2026')
    await ana.types(`/pause change web-prod ${words}`)
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', From: words })
    expect(story().wire.changes()).toEqual([])
  },
)
