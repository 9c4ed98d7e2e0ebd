import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

/** Ana switches from Acme to Umbrella between the two steps of each test. */
describe('switching to another organization', () => {
  const switchOrganization = () => story().links.use(story().keyOf('Ana'), { id: '2002', name: 'Umbrella' })

  it.each([
    ['/pause all', { From: 'tomorrow' }],
    ['/plan create', { Name: 'nightly', Schedule: 'weekdays 8am to 7pm' }],
    ['/dayshift credential add', { Name: 'backup', Kind: 'aws' }],
    ['/dayshift member add', { 'E-mail': 'eve@acme.test', Role: 'member' }],
    ['/dayshift billing quantity', { Quantity: '30' }],
    ['/dayshift billing cancel', { 'Type the name': 'Acme' }],
  ])('keeps an open form of "%s" in its organization, which the reply names', async (sentence, words) => {
    const ana = story().person('Ana')
    await ana.types(sentence)
    await ana.fills(words)
    if (sentence.includes('credential')) await ana.fills({ 'Role arn': 'arn:1' })
    await switchOrganization()
    await ana.submits()
    expect([...story().channel(), ...ana.readsPrivately()].at(-1)).toContain('In *Acme*.')
    const { id } = await story().acme()
    for (const change of story().wire.changes()) expect(JSON.stringify(change)).toContain(id)
  })

  it.each([
    ['/plan week', 'Next page', {}],
    ['/dayshift billing', 'Billing history', {}],
    ['/dayshift member', 'Add member', { 'E-mail': 'eve@acme.test', Role: 'member' }],
    ['/dayshift member', 'Remove member', { Person: 'bo@acme.test', Reason: 'left' }],
    ['/plan off web-prod?', 'Do it', {}],
    ['/pause web-prod 2h', 'Edit hours', { Name: 'nights' }],
  ])('keeps the reply to "%s" and its button "%s" in their organization', async (sentence, button, words) => {
    const ana = story().person('Ana')
    await ana.types(sentence)
    await switchOrganization()
    await ana.presses(button)
    if (ana.form) await ana.submits(words)
    expect([...story().channel(), ...ana.readsPrivately()].join()).toContain('In *Acme*.')
    const { id } = await story().acme()
    for (const change of story().wire.changes()) expect(JSON.stringify(change)).toContain(id)
  })

  it('keeps an open form in its organization', async () => {
    const ana = story().person('Ana')
    await ana.asks('<@U0BOT> plan off nope')
    await switchOrganization()
    await ana.presses('Open the form')
    expect(ana.form).toContain('There is no plan called “nope” in Acme.')
  })

  it('keeps the buttons of an open Home in the organization that it names', async () => {
    const ana = story().person('Ana')
    await ana.opensHome()
    await switchOrganization()
    await ana.pressesAtHome('Pause a plan')
    await ana.submits({ Plan: 'web-prod', From: 'tomorrow' })
    expect([...story().channel(), ...ana.readsInDm].join()).toContain('In *Acme*.')
    expect(await story().pauses('web-prod')).toHaveLength(1)
  })

  it('keeps the options of an open form', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift resource edit web-prod')
    await switchOrganization()
    expect((await ana.options('Resource id or name', '')).length).toBeGreaterThan(0)
  })
})
