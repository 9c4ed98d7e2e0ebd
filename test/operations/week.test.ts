import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const SHARE = '[Share to channel]'
const LEGEND = '█ in hours (the schedule runs)   · out of hours   ░ paused   | now, on the plan’s own clock'

describe('the week of all plans', () => {
  it('is drawn for five at a time, each on its own clock, to the person alone', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan week')
    const [shown = ''] = ana.readsAlone()
    expect(shown.split('\n').slice(0, 12)).toEqual([
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
    expect(shown).toContain('Wed 18 ░░░░|░░░░░░░░░░░░░░░░░░░')
    expect(shown).toContain('Wed 18 ·████████|██████████████')
    expect(shown.match(/^\*.+\*$/gm)).toEqual([
      '*web-prod*',
      '*web-staging*',
      '*data-warehouse*',
      '*Payments API*',
      '*ci-runners*',
    ])
    expect(shown.split('\n').slice(-4)).toEqual(['```', LEGEND, '[Next page] [A week later]', SHARE])
    expect(story().channel()).toEqual([])
  })

  it('has a text for screen readers', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan week')
    const { text } = story().slack.person('Ana').messages('ops').at(-1) ?? {}
    expect(text?.split('\n').slice(0, 3)).toEqual([
      'This week for 6 plans of *Acme*, page 1 of 2.',
      '*web-prod*',
      ':sunny: running until 19:00  ·  Mon–Fri 08:00–19:00, UTC+01:00  ·  4 resources',
    ])
    expect(text).not.toContain('█')
  })
})

describe('the week of one plan', () => {
  it.each(['/plan week ml-training', '/plan week "ML-Training"', '/dayshift week ml'])(
    '%s draws it',
    async sentence => {
      const ana = story().person('Ana')
      await ana.types(sentence)
      const [shown = ''] = ana.readsAlone()
      expect(shown).toContain(
        'This week for *ml-training*.\n*ml-training*\n:double_vertical_bar: paused until Fri 27 Nov  ·  Mon–Sun 20:00–05:00 (+1), UTC-05:00',
      )
      expect(shown.split('\n').slice(3, 12)).toEqual([
        '```',
        '       0     6     12    18    ',
        'Mon 16 █████···············████',
        'Tue 17 ░░░░░░░░░░░░░░░░░░░░░░░░',
        'Wed 18 ░░░░|░░░░░░░░░░░░░░░░░░░',
        'Thu 19 ░░░░░░░░░░░░░░░░░░░░░░░░',
        'Fri 20 ░░░░░░░░░░░░░░░░░░░░░░░░',
        'Sat 21 ░░░░░░░░░░░░░░░░░░░░░░░░',
        'Sun 22 ░░░░░░░░░░░░░░░░░░░░░░░░',
      ])
    },
  )

  it('is that of the days that were said, and leads to those beside it, though not before this one', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan week web-staging 2 dec')
    const read = () => ana.readsAlone().map(shown => [shown.split('\n')[0], shown.split('\n').slice(5, 7)])
    expect(read()).toEqual([
      [
        'The week of Mon 30 Nov 2026 for *web-staging*.',
        ['Mon 30 ░░░░░░░░░░░░░░░░░░░░░░░░', 'Tue  1 ░░░░░░░░░░░░░░░░░░░░░░░░'],
      ],
    ])
    await ana.presses('A week later')
    const hours = '·······█████████████····'
    expect(read()).toEqual([
      ['The week of Mon 7 Dec 2026 for *web-staging*.', [`Mon  7 ${hours}`, `Tue  8 ${hours}`]],
    ])
    await ana.presses('A week earlier')
    expect(read()[0]?.[0]).toBe('The week of Mon 30 Nov 2026 for *web-staging*.')
    await ana.presses('A week earlier')
    expect(read()[0]?.[0]).toBe('The week of Mon 23 Nov 2026 for *web-staging*.')
    await ana.presses('A week earlier')
    expect(read()[0]?.[0]).toBe('This week for *web-staging*.')
    expect(ana.readsAlone()[0]).toContain('\n[A week later]\n')
    await ana.presses('A week later')
    await ana.presses('A week later')
    await ana.presses('This week')
    expect(read()).toEqual([['This week for *web-staging*.', [`Mon 16 ${hours}`, `Tue 17 ${hours}`]]])
  })

  it('stands in a block of its own, which no sign in a name can end', async () => {
    await story().plan('``` a&b')
    const ana = story().person('Ana')
    await ana.types('/plan week ``` a&b')
    const { blocks = [] } = story().slack.person('Ana').messages('ops').at(-1) ?? {}
    const texts = blocks.map(block => (block.type === 'section' ? block.text?.text : undefined))
    expect(texts[1]).toMatch(/^\*\S+ a&amp;b\*\n/)
    expect(texts[2]).toMatch(/^```\n {7}0 [^`]+\n```$/)
  })
})
