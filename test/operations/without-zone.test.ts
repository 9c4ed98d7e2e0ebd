import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const UNKNOWN =
  'Slack did not tell me your time zone just now, so I cannot know which days these are for you. Try again, or give dates, such as 24 Dec 2026.'

/** Ana, while Slack does not tell where she is. */
function ana() {
  story().loses('users.info')
  return story().person('Ana')
}

describe('while Slack does not tell the time zone', () => {
  it.each(['today', 'tomorrow', 'until friday', 'tomorrow to friday', 'for 3 days', 'next 3 days'])(
    '"%s" depends on it: the form keeps the words and says so at From',
    async phrase => {
      const person = ana()
      await person.types(`/pause web-prod ${phrase} load test`)
      expect(person.fields).toEqual({ Plan: 'web-prod', From: phrase, Until: '', Reason: 'load test' })
      expect(person.form).toContain(`From: ${phrase}\n  ⚠ ${UNKNOWN}`)
      await person.submits()
      expect(person.told).toEqual({ From: UNKNOWN })
      expect(story().wire.changes()).toEqual([])
    },
  )

  it.each([
    ['24 dec – 2 jan', ['24/12/2026', '02/01/2027']],
    ['2026-12-24', ['24/12/2026', '24/12/2026']],
    ['01/12/2026 to 03/12/2026', ['01/12/2026', '03/12/2026']],
  ])('"%s" is the same everywhere, and works', async (phrase, days) => {
    const person = ana()
    await person.types(`/pause web-prod ${phrase} load test`)
    expect(await story().pauses('web-prod')).toEqual([[...days, 'load test']])
    expect(person.form).toBeUndefined()
  })

  it('a date that is no day, or that is over everywhere, is told for what it is', async () => {
    const person = ana()
    await person.types('/pause web-prod 31/02')
    await person.submits()
    expect(person.told).toEqual({ From: 'There is no 31 February, so “31/02” is not a date.' })
    await person.fills({ From: '1 nov 2026' })
    await person.submits()
    expect(person.told).toEqual({ From: '“1 nov 2026” is in the past.' })
  })

  it('a phrase with two meanings that are the same everywhere is asked about', async () => {
    const person = ana()
    await person.types('/pause web-prod next friday')
    expect(person.readsAlone()[0]).toContain('[Fri 20 Nov 2026 (1 day)] [Fri 27 Nov 2026 (1 day)]')
    await person.presses('Fri 27 Nov')
    expect(await story().pauses('web-prod')).toEqual([['27/11/2026', '27/11/2026', '']])
  })

  it('dates can be given in the form in place of the words', async () => {
    const person = ana()
    await person.types('/pause web-prod tomorrow')
    await person.fills({ From: '24 Dec 2026' })
    await person.submits()
    expect(await story().pauses('web-prod')).toEqual([['24/12/2026', '24/12/2026', '']])
  })

  it('the same words work half a minute later, when Slack tells again', async () => {
    const person = ana()
    await person.types('/pause web-prod tomorrow')
    story().finds()
    story().passes('2026-11-18T09:00:29Z')
    await person.submits()
    expect(person.told).toEqual({ From: UNKNOWN })
    story().passes('2026-11-18T09:00:30Z')
    await person.submits()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', '']])
  })

  it('a pause that is under way can be changed from today on the clock of its plan', async () => {
    const person = ana()
    await person.types('/pause list')
    await person.presses('Change dates')
    expect(person.fields).toMatchObject({ Plan: 'data-warehouse', From: 'Mon 16 Nov 2026' })
    await person.submits()
    expect(await story().pauses('data-warehouse')).toEqual([
      ['18/11/2026', '22/11/2026', 'migration to the new cluster'],
    ])
  })

  it('a pause can be made longer, since that counts from its end', async () => {
    const person = ana()
    await person.types('/pause extend web-staging by 2 days')
    expect(person.form).toBeUndefined()
    expect(await story().pauses('web-staging')).toEqual([['30/11/2026', '06/12/2026', 'release freeze']])
  })

  it('what does not depend on it works: plans are listed, and pauses taken back', async () => {
    const person = ana()
    await person.types('/plan')
    expect(person.readsAlone()[0]).toContain('*Acme* has 6 plans.')
    await person.types('/resume data-warehouse')
    expect(await story().pauses('data-warehouse')).toEqual([])
  })
})
