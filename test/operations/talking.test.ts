import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

describe('sentences as people talk', () => {
  it('Ana asks what is paused, and who paused it', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause ci-runners tomorrow')
    await ana.types('/dayshift what’s paused?')
    expect(ana.readsPrivately().at(-1)).not.toContain('ci-runners')
    await ana.types('/dayshift who paused ci-runners?')
    expect(ana.readsPrivately().at(-1)).toMatch(
      /^\*ci-runners\* is not paused: it is running until .*\nIts next pause:\n.*\. Paused by <@U1ANA>/,
    )
  })

  it('Ana creates a plan that is called on call', async () => {
    await story().person('Ana').types('/dayshift create plan on call weekdays 9-17')
    expect(await story().planId('on call')).toBeDefined()
  })

  it('Ana turns off the plan b, and not b', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan create batch weekdays 9-17')
    await ana.types('/plan create plan batch weekdays 9-17')
    await ana.types('/dayshift disable plan batch')
    expect(ana.reads().at(-1)).toContain('*plan batch*')
    await ana.types('/dayshift turn the plan ci-runners off')
    expect(ana.reads().at(-1)).toContain('*ci-runners*')
  })

  it('Ana asks who did it, and is offered nothing that changes', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift who turned web-prod on?')
    expect(ana.readsPrivately().at(-1)).toMatch(/Did you mean one of these\?\n\[history\]/)
    await ana.types('/dayshift undo that')
    expect(ana.readsPrivately().at(-1)).toBe('*Undo* is a button below the message it takes back.')
  })
})
