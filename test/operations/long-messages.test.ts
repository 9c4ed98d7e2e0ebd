import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const many = <T>(count: number, each: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => each(n))

const answers = (action: string, body: object) =>
  story().wire.answers(action, { status: 200, body: { status: 200, ...body } })

const named = (count: number, name: (n: number) => string) =>
  answers('list_plans', { plans: many(count, n => ({ id: String(n + 1), name: name(n), resources: 0 })) })

describe('a list of more than a message holds', () => {
  it('has every credential of its page, whatever is said of them, with all that can be done', async () => {
    const ana = story().person('Ana')
    answers('list_credentials', {
      credentials: many(15, n => ({
        id: n,
        name: `credential-${n}-${'n'.repeat(230)}`,
        type: 'aws',
        comments: 'c'.repeat(1000),
      })),
    })
    await ana.types('/dayshift credential')
    const [first = ''] = ana.readsAlone()
    expect(first.match(/\[Edit\] \[Remove\]/g)).toHaveLength(10)
    expect(first).toMatch(/\[Next page\] \[Add credential\]$/)
    for (let n = 0; n < 10; n += 1) expect(first).toContain(`*credential-${n}-`)
    await ana.presses('Next page')
    const [second = ''] = ana.readsAlone()
    for (let n = 10; n < 15; n += 1) expect(second).toContain(`*credential-${n}-`)
  })

  it('of resources says how many more the plan has, above all that can be done with it', async () => {
    const ana = story().person('Ana')
    const resources = many(250, n => ({
      resource_id: `i-${n}`,
      resource_name: `web-server-${n}`,
      type: 'instance',
      status: 'active',
      credential: '1',
      region: 'eu-west-1',
    }))
    answers('describe_plan', { plan: { resources, dependancy: true } })
    await ana.types('/plan show web-prod')
    const [shown = ''] = ana.readsAlone()
    expect(shown).toMatch(
      /State: .*\n\[Pause\] \[Edit plan\] \[Turn off\] \[Resources\]\n\[Share to channel\]$/,
    )
    const last = Number(
      shown
        .match(/web-server-\d+/g)
        ?.at(-1)
        ?.slice('web-server-'.length),
    )
    expect(last).toBeGreaterThan(190)
    expect(shown).toContain(`\n… and ${249 - last} more.\n`)
  })

  it('of pauses with long reasons says how many more there are', async () => {
    const ana = story().person('Ana')
    const pause = { pause_start: '01/12/2026', pause_end: '02/12/2026', reason: 'r'.repeat(300) }
    const resources = [{ resource_id: 'i-1', resource_name: 'web-server' }]
    answers('describe_plan', { plan: { resources, pauses: many(40, n => ({ ...pause, pause_id: `${n}` })) } })
    await ana.types('/plan show web-prod')
    const [shown = ''] = ana.readsAlone()
    const count = shown.match(/r{300}/g)?.length ?? 0
    expect(count).toBeGreaterThan(25)
    expect(shown).toContain(`\n… and ${40 - count} more.\n`)
    expect(shown).toContain('*Resources, in order*\n1. web-server\nState: ')
    expect(shown).toContain('[Pause] [Edit plan] [Turn off]')
  })
})

describe('pausing more plans than a message names', () => {
  it('says how many more there are, and Resume all is there', async () => {
    const ana = story().person('Ana')
    named(900, n => `team-${n + 100}-service-europe`)
    answers('pause_plan', { pause_id: 'new' })
    await ana.types('/pause all tomorrow big sweep')
    const told = story().channel().at(-1) ?? ''
    const count = told.match(/team-\d+-service-europe/g)?.length ?? 0
    expect(count).toBeGreaterThan(200)
    expect(told).toContain(`\n… and ${900 - count} more.\n[Resume all`)
    expect(told.match(/:white_check_mark:/g)?.length).toBeLessThan(10)
  })

  it('names all that failed, and why', async () => {
    const ana = story().person('Ana')
    named(150, n => `team-${n}-service-prod`)
    story().wire.answers('pause_plan', { status: 400, body: { message: 'viewers may not pause' } })
    await ana.types('/pause all tomorrow')
    const [told = ''] = ana.readsAlone()
    for (let n = 0; n < 150; n += 1) expect(told).toContain(`team-${n}-service-prod`)
    const lines = told.split('\n').filter(line => line.startsWith(':warning: '))
    expect(lines.length).toBeLessThan(5)
    for (const line of lines)
      expect(line).toMatch(/“viewers may not pause”\. Nothing was changed\. \(Reference ref-\d+\)$/)
    expect(told).toContain('[Retry failed')
  })
})
