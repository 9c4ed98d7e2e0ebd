import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

/** Whatever waits for Ana in Acme: she acts in Umbrella by the time that she goes on. */
describe('a request that waits while another organization is chosen', () => {
  const umbrella = { id: '2002', name: 'Umbrella' }
  const refusal =
    'This is about *Acme*, but you act in *Umbrella* now, so nothing was done. `/dayshift use` switches to another organization.'
  const chooses = () => story().links.choose(story().keyOf('Ana'), umbrella)
  const sent = () =>
    story()
      .wire.changes()
      .filter(({ action }) => action !== 'getorganization')

  it.each([
    ['/pause all', { From: 'tomorrow' }],
    ['/plan create', { Name: 'nightly', Schedule: 'weekdays 8am to 7pm' }],
    ['/dayshift credential add', { Name: 'backup', Kind: 'aws' }],
    ['/dayshift member add', { 'E-mail': 'eve@acme.test', Role: 'member' }],
    ['/dayshift billing subscribe', { Quantity: '25' }],
    ['/dayshift billing quantity', { Quantity: '25' }],
    ['/dayshift billing cancel', { 'Type the name': 'Acme' }],
  ])('a form of "%s" does nothing there, and says so with its words', async (sentence, words) => {
    const ana = story().person('Ana')
    await ana.types(sentence)
    await ana.fills(words)
    if (sentence.includes('credential')) await ana.fills({ 'Role arn': 'arn:1' })
    await chooses()
    await ana.submits()
    expect(ana.form).toContain(refusal)
    expect(ana.fields).toMatchObject(words)
    expect(sent()).toEqual([])
  })

  it('a select offers nothing of it there, and says so', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift resource edit web-prod')
    await chooses()
    story().wire.respondWith('list_plans', { plans: [] })
    expect((await ana.options('Resource id or name', '')).map(({ text }) => text.text)).toEqual([
      'This is about Acme, but you act in Umbrella now, so nothing was done.',
    ])
  })

  it('keeps the words of a form behind a button that leads back to Acme', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow', Reason: 'load test' })
    await chooses()
    await ana.submits()
    expect(ana.form).toContain('I have sent you a message with *Use Acme*')
    await ana.presses('Use Acme')
    expect(ana.readsPrivately().at(-1)).toContain('[pause web-prod tomorrow load test]')
    await ana.presses('pause web-prod tomorrow load test')
    await ana.submits()
    expect(await story().pauses('web-prod')).toHaveLength(1)
  })
})
