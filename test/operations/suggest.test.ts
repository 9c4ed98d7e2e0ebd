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
    ['we move ci-runners from monday to wednesday, so no runs please', 'ci-runners', 'Mon 23 Nov'],
    ['nobody needs ci-runners next week', 'ci-runners', 'Mon 23 Nov'],
    ['give web-prod a rest until sunday', 'web-prod', 'Wed 18 Nov'],
    ['take Payments API offline on friday', 'Payments API', 'Fri 20 Nov'],
    ['web-prod off tomorrow pls', 'web-prod', 'Thu 19 Nov'],
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
      /^\*data-warehouse\* 16–22 Nov – migration .* · back <!date[^|]*\|Mon 23 Nov, 12:00> your time \(06:00 plan time\)/,
    )
  })

  it.each([
    'please don’t stop web-prod tomorrow',
    'do not turn off web-prod tomorrow',
    'stop it',
    'can someone stop the music on friday',
  ])('is not understood where it wants nothing of a plan: %s', async sentence => {
    const ana = story().person('Ana')
    await ana.mentions(sentence)
    expect(ana.readsAlone().at(-1)).toMatch(/^I did not understand/)
  })
})

describe.each(['en-GB', 'de-DE'])('a sentence in another language, to a bot in a Slack in %s', locale => {
  const story = stories({ locale })

  it.each([
    ['web-prod bitte bis freitag anhalten', 'Wed 18 Nov 2026 → Fri 20 Nov 2026 (3 days)'],
    ['kann jemand web-prod morgen pausieren?', 'Thu 19 Nov'],
    ['web-prod kann ab montag für 3 tage aus', 'Mon 23 Nov 2026 → Wed 25 Nov 2026 (3 days)'],
    ['bitte halte web-prod übers Wochenende an', 'Sat 21 Nov 2026 → Sun 22 Nov'],
    ['merci d’arrêter web-prod jusqu’à vendredi', 'Wed 18 Nov 2026 → Fri 20 Nov'],
    ['¿puedes parar web-prod mañana por favor?', 'Thu 19 Nov'],
    ['per favore fermare web-prod domani', 'Thu 19 Nov'],
    ['alguém pode pausar web-prod amanhã?', 'Thu 19 Nov'],
    ['kan iemand web-prod morgen pauzeren?', 'Thu 19 Nov'],
    ['kan någon pausa web-prod i morgon?', 'Thu 19 Nov'],
    ['останови web-prod завтра пожалуйста', 'Thu 19 Nov'],
    ['зупини web-prod завтра будь ласка', 'Thu 19 Nov'],
    ['web-prodを明日停止してください', 'Thu 19 Nov'],
    ['请在明天暂停 web-prod', 'Thu 19 Nov'],
    ['请把web-prod停到周五', 'Wed 18 Nov 2026 → Fri 20 Nov'],
  ])('is answered by a card: %s', async (sentence, days) => {
    const ana = story().person('Ana')
    await ana.mentions(sentence)
    expect(ana.readsAlone().at(-1)).toContain(`Pause *web-prod*, ${days}`)
    expect(ana.readsAlone().at(-1)).toMatch(/\[Pause\] \[Edit\] \[No\]$/)
    expect(story().wire.changes()).toEqual([])
  })
})

describe('a sentence whose days may mean several', () => {
  const story = stories({ now: '2026-11-20T09:00:00Z' })

  it.each(['web-prod bitte bis freitag anhalten', 'can someone keep web-prod paused until friday?'])(
    'is answered by a card that asks which: %s',
    async sentence => {
      const ana = story().person('Ana')
      await ana.mentions(sentence)
      expect(ana.readsAlone().at(-1)).toBe(
        'Pause *web-prod*: which days do you mean?\n[Fri 20 Nov 2026 (1 day)] [Fri 20 Nov 2026 → Fri 27 Nov 2026 (8 days)] [No]',
      )
      expect(story().wire.changes()).toEqual([])
      await ana.presses('Fri 20 Nov 2026 → Fri 27 Nov 2026 (8 days)')
      expect(await story().pauses('web-prod')).toEqual([['20/11/2026', '27/11/2026', '']])
    },
  )
})
