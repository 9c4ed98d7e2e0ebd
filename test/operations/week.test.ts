import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const SHARE = '[Share to channel]'
const LEGEND = '█ in hours (the schedule runs), · out of hours, ░ paused, | now, on the plan’s own clock'

it('the week of all plans shows five at a time, each in plan time, privately', async () => {
  const reply = await story().person('Ana').asks('/plan week')
  expect(reply.split('\n').slice(0, 12)).toEqual([
    'This week for 6 plans of *Acme*, page 1 of 2.',
    '*web-prod*',
    ':sunny: running until 19:00  ·  Mon–Fri 08:00–19:00, UTC+01:00  ·  4 resources',
    '```',
    '       0     6     12    18    ',
    'Mon 16 ········███████████·····',
    'Tue 17 ········███████████·····',
    'Wed 18 ········██|████████·····',
    'Thu 19 ········███████████·····',
    'Fri 20 ········███████████·····',
    'Sat 21 ························',
    'Sun 22 ························',
  ])
  expect(reply).toContain('Wed 18 ····|·░░░░░░░░░░░░░░····')
  expect(reply).toContain('Wed 18 ·████████|██████████████')
  expect(reply.match(/^\*.+\*$/gm)).toEqual([
    '*web-prod*',
    '*web-staging*',
    '*data-warehouse*',
    '*Payments API*',
    '*ci-runners*',
  ])
  expect(reply.split('\n').slice(-4)).toEqual(['```', LEGEND, '[Next page] [A week later]', SHARE])
  expect(story().channel()).toEqual([])
})

describe('the week of one plan', () => {
  it('shows no hours of a plan from when it was turned off on', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan off web-prod')
    const reply = await ana.asks('/plan week web-prod')
    expect(reply).toContain('\nIt is off until someone turns it on.\n')
    expect(reply).toContain(
      'Tue 17 ········███████████·····\nWed 18 ········██|·············\nThu 19 ························',
    )
  })

  it('shows its pauses', async () => {
    const reply = await story().person('Ana').asks('/plan week ml-training')
    expect(reply).toContain(
      'This week for *ml-training*.\n*ml-training*\n:double_vertical_bar: paused until Fri 27 Nov · back <!date^1795914000^{date_short_pretty} at {time}|Sun 29 Nov, 02:00> your time (Sat 20:00 plan time)  ·  Mon–Sun 20:00–05:00 (+1), UTC-05:00',
    )
    expect(reply.split('\n').slice(5, 8)).toEqual([
      'Mon 16 █████···············████',
      'Tue 17 ░░░░░···············░░░░',
      'Wed 18 ░░░░|···············░░░░',
    ])
  })

  it('is in a code block of its own, which no name can end', async () => {
    await story().createPlan('``` a&b')
    await story().person('Ana').types('/plan week ``` a&b')
    const { blocks = [] } = story().slack.person('Ana').messages('ops').at(-1) ?? {}
    const texts = blocks.map(block => (block.type === 'section' ? block.text?.text : undefined))
    expect(texts[1]).toMatch(/^\*\S+ a&amp;b\*\n/)
    expect(texts[2]).toMatch(/^```\n {7}0 [^`]+\n```$/)
  })
})
