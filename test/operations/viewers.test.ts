import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories({ linked: ['Ana', 'Dev'] })

const ASK = '\n[Ask for approval]'
const WHICH =
  '\n“next friday” could mean the next one or the one after it.\n[Fri 20 Nov 2026 (1 day)] [Fri 27 Nov 2026 (1 day)] [Something else]'

describe('Dev, a viewer', () => {
  it('sees the same lists as Ana without the buttons that his role forbids', async () => {
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
    ['/dayshift billing quantity 30', 'change the subscription', ''],
    ['/pause web-prod next friday', 'pause a plan', WHICH],
    ['/dayshift can someone stop Payments API on tuesday?', 'pause a plan', ASK],
  ])('is told whom to ask after a refusal: %s', async (line, what, button) => {
    const dev = story().person('Dev')
    await dev.types(line)
    expect(dev.readsPrivately()).toEqual([`Viewers can’t ${what}. Ask Ana or Bo.${button}`])
  })

  it('is told whom to ask about billing, which only owners see', async () => {
    const dev = story().person('Dev')
    await dev.types('/dayshift billing')
    expect(dev.readsPrivately()).toEqual([
      'The scheduling service does not allow you to do this: “Only owners can do this. Your role in Acme is viewer”. Ask Ana.',
    ])
  })

  it.each([
    ['/dayshift credential add', 'Viewers can’t add a credential. Ask Ana or Bo.'],
    ['/dayshift credential edit shop', 'Viewers can’t edit a credential. Ask Ana or Bo.'],
    ['/dayshift resource add web-prod', 'Viewers can’t add a resource. Ask Ana or Bo.'],
    ['/pause change data-warehouse', 'Viewers can’t change a pause. Ask Ana or Bo.'],
    ['/pause web-prod someday', 'Viewers can’t pause a plan. Ask Ana or Bo.'],
    ['/plan off', 'Viewers can’t turn off a plan. Ask Ana or Bo.'],
  ])('is told when a form opens that he cannot submit it: %s', async (line, refusal) => {
    const [ana, dev] = [story().person('Ana'), story().person('Dev')]
    for (const person of [ana, dev]) await person.types(line)
    expect(dev.form).toContain(refusal)
    expect(ana.form).not.toMatch(/Viewers|Only/)
  })

  it('keeps seeing the refusal after selecting a plan in the form', async () => {
    const dev = story().person('Dev')
    await dev.types('/dayshift resource edit')
    await dev.fills({ Plan: 'web-prod' })
    expect(dev.form).toContain('Viewers can’t edit a resource. Ask Ana or Bo.')
  })

  it('is told to ask an owner if the list of members is not accessible', async () => {
    story().wire.respond('users', { status: 403 })
    const dev = story().person('Dev')
    await dev.types('/pause web-prod tomorrow')
    expect(dev.readsPrivately()).toEqual([
      `Viewers can’t pause a plan. Ask an owner of the organization.${ASK}`,
    ])
  })
})
