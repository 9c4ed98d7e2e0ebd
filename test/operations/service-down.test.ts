import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories({ openMs: 60_000 })

/** Of a look it says nothing more; of a change that it was not made. */
const DOWN_FOR_A_LOOK =
  /^The scheduling service has not answered since <!date\^1794992400\^[^|]*\|09:00 UTC>\. \(Reference ref-\d+\)\n\[Try again\]$/
const DOWN =
  /^The scheduling service has not answered since <!date\^1794992400\^[^|]*\|09:00 UTC>\. Nothing was changed\. \(Reference ref-\d+\)\n\[Try again\]$/

/** The service fails until it is not asked any more. */
async function down() {
  const ana = story().person('Ana')
  story().wire.respond('*', { status: 503 })
  for (let times = 0; times < 5; times++) await ana.types('/plan')
  return { ana, asked: story().wire.received.length }
}

describe('a service that has failed again and again', () => {
  it('is not asked any more, and everybody is told at once since when', async () => {
    const { asked } = await down()
    const bo = story().person('Bo')
    story().setTime('2026-11-18T09:05:00Z')
    await bo.types('/plan')
    await bo.types('/pause web-prod tomorrow')
    expect(bo.readsPrivately()).toEqual([expect.stringMatching(DOWN_FOR_A_LOOK), expect.stringMatching(DOWN)])
    expect(story().wire.received).toHaveLength(asked)
  })

  it('is not asked for a change that was never sent, nor is the change looked for later', async () => {
    const { ana, asked } = await down()
    expect(await ana.asks('/pause web-prod tomorrow')).toMatch(DOWN)
    const changes = await story().database.selectFrom('changes').select('state').execute()
    expect(changes).toEqual([{ state: 'failed' }])
    await story().advanceTo('2026-11-18T09:00:30Z')
    expect(story().wire.received).toHaveLength(asked)
  })

  it('has a form keep its words, and a select say so', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow' })
    story().wire.respond('*', { status: 503 })
    for (let times = 0; times < 6; times++) await ana.submits()
    expect(ana.form?.split('\n')[1]).toMatch(/^The scheduling service has not answered since /)
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', From: 'tomorrow' })
  })

  it('leaves a form that it cannot fill as the person has it, and what they send counts', async () => {
    const ana = story().person('Ana')
    const answer = story().wire.hold()
    const typed = ana.types('/pause payments')
    await story().slack.until(() => ana.form !== undefined)
    await ana.fills({ From: 'tomorrow' })
    story().wire.respond('*', { status: 503 })
    answer()
    await typed
    expect(ana.form?.split('\n')[1]).toMatch(
      /^Not all of this form could be loaded\. The scheduling service /,
    )
    expect(ana.fields).toMatchObject({ From: 'tomorrow' })
    expect(story().channel()).toEqual([])
    story().wire.restore()
    await ana.submits({ Plan: 'web-prod' })
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', '']])
  })
})
