import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import { pauseFields } from './pause-fields.ts'

const story = stories()
const UNKNOWN =
  'Slack did not tell me your time zone just now, so I cannot know which days these are for you. Try again, or give dates, such as 24 Dec 2026.'

/** Ana, while Slack does not tell where she is. */
function ana() {
  story().failSlack('users.info', 'unreachable')
  return story().person('Ana')
}

describe('while Slack does not tell the time zone', () => {
  it.each(['tomorrow', 'until friday'])('the form keeps “%s” and says so at From', async phrase => {
    const person = ana()
    await person.types(`/pause web-prod ${phrase} load test`)
    expect(person.fields).toEqual(pauseFields({ Plan: 'web-prod', From: phrase, Reason: 'load test' }))
    expect(person.form).toContain(`From: ${phrase}\n  ⚠ ${UNKNOWN}`)
    expect(story().wire.changes()).toEqual([])
  })

  it('dates can be given in the form in place of the words', async () => {
    const person = ana()
    await person.types('/pause web-prod tomorrow')
    await person.submits({ From: '24 Dec 2026' })
    expect(await story().pauses('web-prod')).toEqual([['24/12/2026', '24/12/2026', '']])
  })

  it('the same words work half a minute later, when Slack tells again', async () => {
    const person = ana()
    await person.types('/pause web-prod tomorrow')
    story().restoreSlack()
    story().setTime('2026-11-18T09:00:31Z')
    await person.submits()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', '']])
  })

  it('what does not depend on it works: plans are listed, and pauses taken back', async () => {
    const person = ana()
    expect(await person.asks('/plan')).toContain('*Acme* has 6 plans')
    await person.types('/resume data-warehouse')
    expect(await story().pauses('data-warehouse')).toEqual([])
  })
})
