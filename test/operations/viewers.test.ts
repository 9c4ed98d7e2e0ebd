import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories({ linked: ['Ana', 'Dev'] })

const ASK = '\n[Ask for approval]'

describe('Dev, who is a viewer', () => {
  it('sees what can be looked at, and no button that his role forbids', async () => {
    const [ana, dev] = [story().person('Ana'), story().person('Dev')]
    for (const line of [
      '/pause web-prod tomorrow ?',
      '/plan show web-prod',
      '/pause list',
      '/dayshift resource web-prod',
    ]) {
      await ana.types(line)
      await dev.types(line)
      const [hers = '', his = ''] = [ana, dev].map(person => person.readsPrivately().at(-1))
      expect(hers).toMatch(/\[(Pause|Resume now|Add resource)\]/)
      expect(his).not.toMatch(/\[(Pause|Resume now|Change dates|Add resource|Edit.*|Turn off|Remove)\]/)
      expect(his.split('\n')[0]).toBe(hers.split('\n')[0])
    }
    for (const person of [ana, dev]) await person.types('/pause ci-runners tomorrow')
    expect(dev.readsPrivately().at(-1)).toMatch(/already paused.*\n\[Show plan\]$/)
    await dev.opensHome()
    expect(dev.home).not.toMatch(/\[(Pause.*|Resume now|Create plan)\]/)
    expect(dev.home).toContain('[This week] [Month] [Help]')
  })

  it.each([
    ['/pause web-prod tomorrow', 'pause a plan', ASK],
    ['/resume data-warehouse', 'resume a plan', ASK],
    ['/resume all', 'resume a plan', ''],
    ['/plan off web-prod', 'turn off a plan', ASK],
    ['/dayshift can someone stop Payments API on tuesday?', 'pause a plan', ''],
  ])('reads whom to ask where he is refused: %s', async (line, what, button) => {
    const dev = story().person('Dev')
    await dev.types(line)
    expect(dev.readsPrivately()).toEqual([`Viewers can’t ${what}. Ask Ana or Bo.${button}`])
  })

  it('reads whom to ask about billing, which only owners see', async () => {
    const dev = story().person('Dev')
    await dev.types('/dayshift billing')
    expect(dev.readsPrivately()).toEqual([
      'The scheduling service does not allow you to do this: “Only owners can do this. Your role in Acme is viewer”. Ask Ana.',
    ])
  })

  it.each([
    ['/dayshift credential add shop aws', 'add a credential'],
    ['/dayshift resource add web-prod', 'add a resource'],
    ['/pause change data-warehouse', 'change a pause'],
  ])('reads at once that he cannot send a form: %s', async (line, what) => {
    const [ana, dev] = [story().person('Ana'), story().person('Dev')]
    for (const person of [ana, dev]) await person.types(line)
    expect(dev.form).toContain(`Viewers can’t ${what}. Ask Ana or Bo.`)
    expect(ana.form).not.toContain('Viewers')
  })

  it('reads what cannot be changed by its name', async () => {
    const dev = story().person('Dev')
    await dev.types('/dayshift billing quantity 30')
    expect(dev.readsPrivately()).toEqual(['Viewers can’t change a subscription. Ask Ana or Bo.'])
  })

  it('reads so, too, where the members may not be read', async () => {
    story().wire.respond('users', { status: 403 })
    const dev = story().person('Dev')
    await dev.types('/pause web-prod tomorrow')
    expect(dev.readsPrivately()).toEqual([
      `Viewers can’t pause a plan. Ask an owner of the organization.${ASK}`,
    ])
  })
})
