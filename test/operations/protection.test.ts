import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import type { Name } from '../story.ts'

const story = stories({ linked: ['Ana', 'Bo', 'Cleo', 'Dev'] })

const types = (name: Name, line: string, channel?: string) => story().person(name).types(line, channel)
const asks = (name: Name, line: string) => story().person(name).asks(line)

describe('protecting a plan', () => {
  it('is announced, and visible in lists, on the card and in Home', async () => {
    await types('Ana', '/dayshift protect web-prod')
    expect(story().channel()).toEqual([
      '<@U1ANA> protected *web-prod*: pausing, turning off or changing it needs a second person.\nAnyone else who may change it can approve.\n[Unprotect] [Show plan]',
    ])
    expect(await asks('Bo', '/plan show web-prod')).toContain(':lock: protected')
    expect((await asks('Bo', '/plan')).match(/:lock: protected/g)).toHaveLength(1)
    await story().person('Bo').opensHome()
    expect(story().person('Bo').home).toContain(':lock: protected')
    expect(await asks('Bo', '/dayshift protected')).toBe(
      'Changes to 1 plan need a second person.\n*web-prod*: Anyone else who may change it can approve. Protected by <@U1ANA>.\n[Unprotect]',
    )
  })

  it('can name the approvers', async () => {
    await types('Ana', '/dayshift protect web-prod approvers <@U2BO|bo> and <@U3CLEO|cleo>')
    expect(story().channel()[0]).toContain('<@U2BO> or <@U3CLEO> can approve.')
    await types('Ana', '/dayshift protect web-prod <@U1ANA|ana> <@U2BO|bo> <@U3CLEO|cleo>')
    expect(story().channel()[1]).toContain('<@U1ANA>, <@U2BO> or <@U3CLEO> can approve.')
  })

  it('can be set up in a form', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift protect')
    await ana.submits({ Plan: 'web-prod', Approver: 'bo' })
    expect(story().channel()[0]).toContain('<@U2BO> can approve.')
  })

  it.each(['/dayshift unprotect web-prod', '/dayshift protect web-prod off'])('ends with %s', async line => {
    await types('Ana', '/dayshift protect web-prod')
    await types('Bo', line)
    expect(story().channel()[1]).toBe(
      '<@U2BO> unprotected *web-prod*: it can be paused and changed without approval again.\n[Show plan]',
    )
    expect(await asks('Bo', line)).toBe('*web-prod* was not protected.')
    expect(await asks('Bo', '/dayshift protected')).toBe(
      'No plan is protected. `/dayshift protect web-prod` protects one.',
    )
  })

  it('ends with a form of its own', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift protect web-prod')
    await ana.types('/dayshift unprotect')
    expect(ana.form).toMatch(/^# Unprotect a plan\nPlan: …\n\[Unprotect\]/)
    await ana.submits({ Plan: 'web-prod' })
    expect(story().channel()[1]).toContain('unprotected *web-prod*')
  })

  it('is recorded in the history with the people who started and ended it', async () => {
    await types('Ana', '/dayshift protect web-prod')
    await types('Bo', '/dayshift unprotect web-prod')
    expect(await asks('Cleo', '/dayshift history web-prod')).toMatch(
      /protection: on → off.*<@U2BO>.*protection: off → on.*<@U1ANA>/s,
    )
  })

  it('is limited to owners and admins', async () => {
    for (const name of ['Cleo', 'Dev'] as const) {
      expect(await asks(name, '/dayshift protect web-prod')).toBe(
        'Only owners and admins can protect plans. Ask Ana or Bo.',
      )
    }
    expect(story().channel()).toEqual([])
  })
})
