import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import { pauseFields } from './pause-fields.ts'

const story = stories()
const UNKNOWN =
  'Slack did not tell me your time zone just now, so I cannot know which days these are for you. Try again, or give dates, such as 24 Dec 2026.'

/** Lets Slack fail to return the time zone; returns Ana. */
function anaWithoutZone() {
  story().failSlack('users.info', 'unreachable')
  return story().person('Ana')
}

describe('while Slack does not return the time zone', () => {
  it.each(['tomorrow', 'until friday'])('the form keeps “%s” with an error', async phrase => {
    const ana = anaWithoutZone()
    await ana.types(`/pause web-prod ${phrase} load test`)
    expect(ana.fields).toEqual(pauseFields({ Plan: 'web-prod', From: phrase, Reason: 'load test' }))
    expect(ana.form).toContain(`From: ${phrase}\n  ⚠ ${UNKNOWN}`)
    expect(story().wire.changes()).toEqual([])
  })

  it('the form accepts dates instead', async () => {
    const ana = anaWithoutZone()
    await ana.types('/pause web-prod tomorrow')
    await ana.submits({ From: '24 Dec 2026' })
    expect(await story().pauses('web-prod')).toEqual([['24/12/2026', '24/12/2026', '']])
  })

  it('the same words work once Slack returns it again', async () => {
    const ana = anaWithoutZone()
    await ana.types('/pause web-prod tomorrow')
    story().restoreSlack()
    story().setTime('2026-11-18T09:00:31Z')
    await ana.submits()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', '']])
  })

  it('plans can be listed and resumed', async () => {
    const ana = anaWithoutZone()
    expect(await ana.asks('/plan')).toContain('*Acme* has 6 plans')
    await ana.types('/resume data-warehouse')
    expect(await story().pauses('data-warehouse')).toEqual([])
  })
})
