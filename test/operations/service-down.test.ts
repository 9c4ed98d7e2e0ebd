import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories({ openMs: 60_000 })

/** The reply to a read has no outcome; that to a change says that nothing was changed. */
const ON_READ =
  /^The scheduling service has not answered since <!date\^1794992400\^[^|]*\|09:00 UTC>\. \(Reference ref-\d+\)\n\[Try again\]$/
const ON_CHANGE =
  /^The scheduling service has not answered since <!date\^1794992400\^[^|]*\|09:00 UTC>\. Nothing was changed\. \(Reference ref-\d+\)\n\[Try again\]$/

/** Lets the service fail until the circuit breaker opens. */
async function openCircuit() {
  const ana = story().person('Ana')
  story().wire.respond('*', { status: 503 })
  for (let times = 0; times < 5; times++) await ana.types('/plan')
  return { ana, requests: story().wire.received.length }
}

describe('a service that keeps failing', () => {
  it('is not called any more, and everyone is told at once since when', async () => {
    const { requests } = await openCircuit()
    const bo = story().person('Bo')
    story().setTime('2026-11-18T09:05:00Z')
    await bo.types('/plan')
    await bo.types('/pause web-prod tomorrow')
    expect(bo.readsPrivately()).toEqual([expect.stringMatching(ON_READ), expect.stringMatching(ON_CHANGE)])
    expect(story().wire.received).toHaveLength(requests)
  })

  it('is not called for a new change, which is not recovered later', async () => {
    const { ana, requests } = await openCircuit()
    expect(await ana.asks('/pause web-prod tomorrow')).toMatch(ON_CHANGE)
    const changes = await story().database.selectFrom('changes').select('state').execute()
    expect(changes).toEqual([{ state: 'failed' }])
    await story().advanceTo('2026-11-18T09:00:30Z')
    expect(story().wire.received).toHaveLength(requests)
  })

  it('leads to a message in an open form, which keeps its values', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow' })
    story().wire.respond('*', { status: 503 })
    for (let times = 0; times < 6; times++) await ana.submits()
    expect(ana.form?.split('\n')[1]).toMatch(/^The scheduling service has not answered since /)
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', From: 'tomorrow' })
  })

  it('does not change a form that it cannot fill, and the form can be submitted later', async () => {
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
