import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

describe('a sentence as people write it to a colleague', () => {
  const story = stories()

  it.each([
    ['the auditors are in on thursday, please keep web-prod paused that day', 'web-prod', 'Thu 19 Nov'],
    ['can someone stop ci-runners over the weekend?', 'ci-runners', 'Sat 21'],
    [
      'could we have web-prod off from monday to wednesday because of the migration',
      'web-prod',
      'Mon 23 Nov 2026 → Wed 25 Nov 2026 (3 days) – the migration?',
    ],
    [
      'can you please not start web-prod next week, we have a freeze',
      'web-prod',
      'Mon 23 Nov 2026 → Sun 29 Nov 2026 (7 days) – we have a freeze?',
    ],
    ['we will not need ci-runners next week, please stop it', 'ci-runners', 'Mon 23'],
    ['tomorrow is a holiday, so someone should stop ci-runners', 'ci-runners', 'Thu 19 Nov'],
    ['nobody is in between christmas and new year, lets halt Payments API', 'Payments API', 'Fri 25 Dec'],
  ])('is answered by a card, which acts by a press alone: %s', async (sentence, plan, day) => {
    const ana = story().person('Ana')
    await ana.mentions(sentence)
    const card = ana.readsAlone().at(-1) ?? ''
    expect(card).toContain(`Pause *${plan}*, ${day}`)
    expect(card).toMatch(/\?\nSkips .*\.\n\[Pause\] \[Edit\] \[No\]$/)
    expect(story().wire.changes()).toEqual([])
    await ana.presses('Pause')
    const reason = / – (.*)\?/.exec(card)?.[1] ?? ''
    expect(await story().pauses(plan)).toEqual([[expect.any(String), expect.any(String), reason]])
    expect(ana.readsAlone()).toEqual([])
  })

  it('can be edited before, and be meant otherwise', async () => {
    const ana = story().person('Ana')
    await ana.says('hey, could somebody stop web-prod and ci-runners on friday')
    await ana.presses('Edit', ana.dm)
    expect(ana.fields).toMatchObject({ Plans: 'web-prod and ci-runners' })
    await ana.closes()
    await ana.presses('No', ana.dm)
    expect(ana.readsInDm.at(-1)).toBe('OK, nothing was done.')
    expect(story().wire.changes()).toEqual([])
  })

  it('may want a plan back', async () => {
    const ana = story().person('Ana')
    await ana.mentions('can somebody bring data-warehouse back please')
    expect(ana.readsAlone().at(-1)).toBe('Resume *data-warehouse*?\n[Resume] [No]')
    await ana.presses('Resume')
    expect(await story().pauses('data-warehouse')).toEqual([])
  })

  it('may ask, and is answered', async () => {
    const ana = story().person('Ana')
    await ana.mentions('are data-warehouse or web-prod paused on friday?')
    expect(ana.readsAlone().at(-1)).toMatch(
      /^\*data-warehouse\* 16–22 Nov – migration .* · back <!date[^|]*\|Mon 23 Nov, 12:00> \(06:00 plan time\)/,
    )
  })

  it.each(['please don’t stop web-prod tomorrow', 'stop it', 'can someone stop the music on friday'])(
    'is not understood where it wants nothing of a plan: %s',
    async sentence => {
      const ana = story().person('Ana')
      await ana.mentions(sentence)
      expect(ana.readsAlone().at(-1)).toMatch(/^I did not understand/)
    },
  )
})

describe('a sentence in another language', () => {
  const story = stories({ locale: 'de-DE' })

  it.each([
    ['web-prod bitte bis freitag anhalten', 'Wed 18'],
    ['kann jemand web-prod morgen pausieren?', 'Thu 19'],
  ])('is found as well: %s', async (sentence, day) => {
    const ana = story().person('Ana')
    await ana.mentions(sentence)
    expect(ana.readsAlone().at(-1)).toContain(`Pause *web-prod*, ${day}`)
  })
})
