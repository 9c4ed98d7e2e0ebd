import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const NOTHING = 'You have not changed anything yet, so nothing was sent.'
const READS = ['users']

/** Ana has a form before her that Slack did not let the bot fill. */
async function unfilled(line: string) {
  const ana = story().person('Ana')
  await ana.types(line)
  const filled = ana.fields
  await ana.closes()
  story().loses('views.update')
  await ana.types(line)
  story().finds()
  expect(ana.fields).not.toEqual(filled)
  return { ana, filled }
}

describe('a form about which there is nothing to fill in yet', () => {
  const views = () =>
    story()
      .slack.calls.map(({ method }) => method)
      .filter(method => method.startsWith('views.'))

  it.each([
    '/plan edit',
    '/dayshift credential add',
    '/dayshift credential remove',
    '/dayshift member edit',
    '/dayshift org remove',
  ])('is opened once, and not changed into what it is: %s', async line => {
    const ana = story().person('Ana')
    await ana.types(line)
    expect(ana.form).toBeDefined()
    expect(views()).toEqual(['views.open'])
  })

  it('is changed where there is something', async () => {
    await story().person('Ana').types('/plan edit web-prod')
    expect(views()).toEqual(['views.open', 'views.update'])
  })
})

describe('a form that Slack did not let the bot fill', () => {
  it.each([
    ['/plan edit web-prod', { Plan: 'web-prod' }],
    ['/dayshift resource order web-prod', { Plan: 'web-prod' }],
    ['/dayshift member edit bo@acme.test', { Person: 'bo@acme.test' }],
    ['/dayshift credential edit shop', { Credential: 'shop' }],
  ])('is filled when its thing is picked: %s', async (line, thing) => {
    const { ana, filled } = await unfilled(line)
    await ana.submits()
    await ana.fills(thing)
    expect(ana.fields).toEqual(filled)
    await ana.submits()
    expect(ana.form).toContain(NOTHING)
    expect(ana.fields).toEqual(filled)
    expect(
      story()
        .wire.changes()
        .filter(({ action }) => !READS.includes(action)),
    ).toEqual([])
  })
})
