import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const buttons = '[Resume now] [Change dates] [Undo]'

/** Lets Ana pause web-prod from Thursday to Friday, and then on the given days. */
async function pauseTwice(days: string, reason = 'audit') {
  const ana = story().person('Ana')
  await ana.types('/pause web-prod tomorrow to friday load test')
  await ana.types(`/pause web-prod ${days} ${reason}`)
  return ana
}

const FIRST = ['19/11/2026', '20/11/2026', 'load test']
const OLD = 'Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days)'

describe('a pause that touches or overlaps another of the same plan', () => {
  it.each([
    [
      'friday to monday',
      'The new days of *web-prod*, Fri 20 Nov 2026 → Mon 23 Nov 2026 (4 days), overlap',
      'Thu 19 Nov → Mon 23 Nov',
    ],
    ['saturday', 'The new days of *web-prod*, Sat 21 Nov 2026 (1 day), touch', 'Thu 19 Nov → Sat 21 Nov'],
    ['today', 'The new days of *web-prod*, Wed 18 Nov 2026 (1 day), touch', 'Wed 18 Nov → Fri 20 Nov'],
  ])('leads to the question whether to extend the other one: %s', async (days, question, extended) => {
    const ana = await pauseTwice(days)
    expect(ana.readsPrivately()).toEqual([
      `${question} a pause: ${OLD} – load test. Nothing was done yet.\n[Extend the existing one (${extended})] [Keep both] [Cancel]`,
    ])
    expect(await story().pauses('web-prod')).toEqual([FIRST])
    await ana.presses('Cancel')
    expect(ana.readsPrivately()).toEqual(['OK, nothing was done.'])
    expect(await story().pauses('web-prod')).toEqual([FIRST])
  })

  it('is created without a question if a day lies between', async () => {
    await pauseTwice('sunday 22 nov to tuesday')
    expect(await story().pauses('web-prod')).toHaveLength(2)
  })

  it('extends the other one with one press, and Undo restores that', async () => {
    const ana = await pauseTwice('friday to monday')
    await ana.presses('Extend the existing one')
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '23/11/2026', 'audit']])
    expect(story().wire.changes()).toHaveLength(3)
    expect(ana.readsPrivately()).toEqual([])
    expect(story().channel().at(-1)).toBe(
      [
        `${ana.mention} changed the pause of *web-prod*: Thu 19 Nov 2026 → Mon 23 Nov 2026 (5 days) – audit`,
        'Skips Thu, Fri, Mon: 33 scheduled hours of 4 resources. Back Tue 24 Nov, 08:00.',
        `It was ${OLD} – load test.`,
        buttons,
      ].join('\n'),
    )
    await ana.presses('Undo')
    expect(await story().pauses('web-prod')).toEqual([FIRST])
  })

  it('extends the other one without a question if the reason is the same', async () => {
    const ana = await pauseTwice('friday to monday', 'load test')
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '23/11/2026', 'load test']])
    expect(ana.readsPrivately()).toEqual([])
    expect(story().channel()).toEqual([
      expect.stringMatching(/^~.*paused \*web-prod\*.*~\nChanged to Thu 19 Nov 2026 → Mon 23 Nov 2026/),
      [
        `${ana.mention} extended the pause of *web-prod*: Thu 19 Nov 2026 → Mon 23 Nov 2026 (5 days) – load test`,
        'Skips Thu, Fri, Mon: 33 scheduled hours of 4 resources. Back Tue 24 Nov, 08:00.',
        `It was ${OLD}.`,
        buttons,
      ].join('\n'),
    ])
    expect(await ana.asks('/dayshift history web-prod')).toContain('·  19–20 Nov → 19–23 Nov\n')
    await ana.presses('Undo')
    expect(await story().pauses('web-prod')).toEqual([FIRST])
  })

  it.each([3, 4, 5, 6, 7, 8, 9])(
    'is applied and announced once if the bot crashes at step %i',
    async steps => {
      const ana = story().person('Ana')
      await ana.types('/pause web-prod tomorrow to friday load test')
      await story().crashDuring(steps, () => ana.types('/pause web-prod friday to monday load test'))
      await story().advanceTo('2026-11-18T09:10:00Z')
      expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '23/11/2026', 'load test']])
      expect(story().wire.changes()).toHaveLength(3)
      const texts = [...story().channel(), ...ana.readsPrivately()].join('\n')
      expect(texts.match(/extended the pause/g)).toHaveLength(1)
    },
  )

  it('keeps a live pause from today on', async () => {
    await story().person('Ana').types('/pause data-warehouse sunday to tuesday migration to the new cluster')
    expect(await story().pauses('data-warehouse')).toEqual([
      ['18/11/2026', '24/11/2026', 'migration to the new cluster'],
    ])
  })

  it.each(['audit', 'load test'])('is reported if it lies within the other one: %s', async reason => {
    const ana = await pauseTwice('friday', reason)
    expect(ana.readsPrivately()).toEqual([
      `*web-prod* is already paused on these days: ${OLD} – load test. Nothing was done yet.\n[Keep both] [Cancel]`,
    ])
    expect(await story().pauses('web-prod')).toEqual([FIRST])
  })

  it('extends the first of two pauses that it touches', async () => {
    const ana = await pauseTwice('monday')
    expect(await ana.asks('/pause web-prod saturday and sunday migration')).toMatch(
      /touch 2 pauses, the first: .*\[Extend .*\(Thu 19 Nov → Sun 22 Nov\)\]/s,
    )
    await ana.presses('Extend')
    expect(await story().pauses('web-prod')).toEqual([
      ['23/11/2026', '23/11/2026', 'audit'],
      ['19/11/2026', '22/11/2026', 'migration'],
    ])
  })

  it.each(['saturday audit ?', 'saturday audit, please keep it paused that day'])(
    'leads to the question after a press on a card: %s',
    async words => {
      const ana = story().person('Ana')
      await ana.types('/pause web-prod tomorrow to friday load test')
      await ana.types(words.endsWith('?') ? `/pause web-prod ${words}` : `/dayshift web-prod ${words}`)
      await ana.presses('Pause')
      expect(ana.readsPrivately().at(-1)).toContain(
        '[Extend the existing one (Thu 19 Nov → Sat 21 Nov)] [Keep both]',
      )
      expect(await story().pauses('web-prod')).toEqual([FIRST])
    },
  )

  it('leads to the question after a form is submitted', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow to friday load test')
    await ana.types('/pause web-prod')
    await ana.submits({ From: 'saturday' })
    expect([...ana.readsPrivately(), ...ana.readsInDm].at(-1)).toContain('[Keep both] [Cancel]')
    expect(await story().pauses('web-prod')).toEqual([FIRST])
  })
})

describe('a viewer', () => {
  const story = stories({ linked: ['Ana', 'Dev'] })

  it('is refused without a question about overlapping days, and can ask for approval', async () => {
    await story().person('Ana').types('/pause web-prod tomorrow')
    const dev = story().person('Dev')
    await dev.types('/pause web-prod friday')
    expect(dev.readsPrivately()).toEqual(['Viewers can’t pause a plan. Ask Ana or Bo.\n[Ask for approval]'])
    await dev.presses('Ask for approval')
    expect(story().channel().at(-1)).toContain('<@U4DEV> asks to pause *web-prod*: Fri 20 Nov 2026')
  })

  it('extends an overlapping pause with the same reason, once that is approved', async () => {
    await story().person('Ana').types('/pause web-prod tomorrow to friday freeze')
    const dev = story().person('Dev')
    await dev.types('/pause web-prod friday to monday freeze')
    await dev.presses('Ask for approval')
    await story().person('Ana').presses('Do it as me')
    await story().recover()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '23/11/2026', 'freeze']])
  })
})
