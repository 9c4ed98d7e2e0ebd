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
})
