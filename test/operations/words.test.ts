import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const TWO_DAYS = [['19/11/2026', '20/11/2026', 'load test']]

describe('a command with irregular spelling', () => {
  it.each([
    '/pause Web-Prod TOMORROW to Friday load test',
    '/pause “web-prod” tomorrow to friday — load test',
    '/pause web-prod\u00a0tomorrow to\u2009friday load\u00a0test',
    '/pause web-prod\ntomorrow to friday\nload test',
    '/pause \u200bweb-\u200bprod tomorrow to friday\u2060 load test\ufeff',
    '/pause <http://web-prod|web-prod> tomorrow to friday load test',
    '/dayshift `/pause web-prod tomorrow to friday load test`',
    '/dayshift hey can you pause: web-prod tomorrow to friday load test',
    '/acme-pause web-prod tomorrow to friday load test',
  ])('is understood: %j', async line => {
    await story().person('Ana').types(line)
    expect(await story().pauses('web-prod')).toEqual(TWO_DAYS)
  })

  it.each(['/plan show web-prod?', '/plan SHOW Web-Prod!', '/dayshift plan show: web-prod'])(
    'may end with punctuation: %s',
    async line => {
      expect(await story().person('Ana').asks(line)).toMatch(/^\*web-prod\*/)
    },
  )

  it('decodes Slack’s markup in the reason', async () => {
    await story()
      .person('Ana')
      .types('/pause web-prod tomorrow R&amp;D, see <https://acme.test/?a=1&amp;b=2> in <#C1OPS|ops>')
    expect(await story().pauses('web-prod')).toEqual([
      ['19/11/2026', '19/11/2026', 'R&D, see https://acme.test/?a=1&b=2 in #ops'],
    ])
  })

  it.each([
    ['/dayshift plan sohw web-prod', 'plan show web-prod', 'sohw'],
    ['/plan shwo web-prod', 'plan show web-prod', 'shwo'],
  ])('with a typo leads to a suggestion: %s', async (line, suggestion, typo) => {
    const ana = story().person('Ana')
    expect(await ana.asks(line)).toContain(
      `I did not understand “plan ${typo} …”, so nothing was done. Did you mean this?\n`,
    )
    await ana.presses(suggestion)
    expect(ana.readsPrivately().at(-1)).toMatch(/^\*web-prod\*/)
  })
})

describe('a command in natural language', () => {
  it('distinguishes the plan “plan batch” from “batch”', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan create batch weekdays 9-17')
    await ana.types('/plan create plan batch weekdays 9-17')
    await ana.types('/dayshift disable plan batch')
    expect(ana.reads().at(-1)).toContain('*plan batch*')
    await ana.types('/dayshift turn the plan ci-runners off')
    expect(ana.reads().at(-1)).toContain('*ci-runners*')
  })

  it('offers no change in reply to a question about the past', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('/dayshift who turned web-prod on?')).toMatch(
      /Did you mean one of these\?\n\[history\]/,
    )
    expect(await ana.asks('/dayshift history today')).toBe(
      'The history begins with the latest change, and cannot be limited to days.\n[history]',
    )
    for (const words of ['undo that', 'never mind', 'cancel'])
      expect(await ana.asks(`/dayshift ${words}`)).toMatch(
        /^Nothing was done\. .*\*Undo\*, or \*Resume now\*/,
      )
    expect(await ana.asks('who paused this?')).toMatch(/^Say which plan\.\nNothing was done\./)
  })
})
