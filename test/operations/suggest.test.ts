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
    ['ci-runners does not need to run on friday', 'ci-runners', 'Fri 20 Nov'],
    ['web-prod is not needed next week', 'web-prod', 'Mon 23 Nov'],
    ['turn Payments API off on thursday', 'Payments API', 'Thu 19 Nov'],
    ['tomorrow is a holiday, so someone should stop ci-runners', 'ci-runners', 'Thu 19 Nov'],
    ['nobody is in between christmas and new year, lets halt Payments API', 'Payments API', 'Fri 25 Dec'],
  ])('is answered by a card, which acts by a press alone: %s', async (sentence, plan, day) => {
    const ana = story().person('Ana')
    await ana.mentions(sentence)
    const card = ana.readsPrivately().at(-1) ?? ''
    expect(card).toContain(`Pause *${plan}*, ${day}`)
    expect(card).toMatch(/\?\nSkips .*\.\n\[Pause\] \[Edit\] \[No\]$/)
    expect(story().wire.changes()).toEqual([])
    await ana.presses('Pause')
    const reason = / – (.*)\?/.exec(card)?.[1] ?? ''
    expect(await story().pauses(plan)).toEqual([[expect.any(String), expect.any(String), reason]])
    expect(ana.readsPrivately()).toEqual([])
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
    expect(ana.readsPrivately().at(-1)).toBe('Resume *data-warehouse*?\n[Resume] [No]')
    await ana.presses('Resume')
    expect(await story().pauses('data-warehouse')).toEqual([])
  })

  it.each([
    'everything has to be shut down on 24 december',
    'nothing should start on 24 december',
    'we can switch all our plans off on 24 december',
  ])('may be about all plans: %s', async sentence => {
    const ana = story().person('Ana')
    await ana.mentions(sentence)
    expect(ana.readsPrivately().at(-1)).toMatch(
      /^Pause \*web-prod, .*ml-training\*, Thu 24 Dec 2026 \(1 day\)\?\n[\s\S]*\[Pause\] \[Edit\] \[No\]$/,
    )
    expect(story().wire.changes()).toEqual([])
  })

  it('may want all plans back: those that are paused now', async () => {
    const ana = story().person('Ana')
    await ana.mentions('somebody bring everything back')
    expect(ana.readsPrivately().at(-1)).toBe('Resume *data-warehouse, ml-training*?\n[Resume] [No]')
  })

  it.each([
    ['please keep data-warehouse up on friday', 'Resume *data-warehouse*?\n[Resume] [No]'],
    ['leave web-prod running on saturday', '*web-prod* is not paused then.'],
    ['switch web-prod and ci-runners back on', '*web-prod, ci-runners* are not paused then.'],
    ['switch ci-runners back on', '*ci-runners* is not paused: it is running until'],
  ])('may want a plan to run, of which it reads whether it is paused: %s', async (sentence, answer) => {
    const ana = story().person('Ana')
    await ana.mentions(sentence)
    expect(ana.readsPrivately().at(-1)).toContain(answer)
    expect(story().wire.changes()).toEqual([])
  })

  it('wants a plan back that is off, and reads how', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan off ci-runners')
    await ana.mentions('switch ci-runners back on')
    expect(ana.readsPrivately().at(-1)).toMatch(/^\*ci-runners\* is off until .*\n\[Turn on\]/)
  })

  it.each([
    ['why is data-warehouse down on friday?', /^\*data-warehouse\* 16–22 Nov – migration/],
    ['why was web-prod off on friday?', /^\*web-prod\* is not paused then\.$/],
    ['when is everything back?', /^Plans that are paused now:\n\*data-warehouse\*[\s\S]*\*ml-training\*/],
    ['why are all plans down', /^2 pauses are live\./],
    ['what runs right now?', /^Of 6 plans, 4 are running now\./],
  ])('may ask about days, or about all plans: %s', async (sentence, answer) => {
    const ana = story().person('Ana')
    await ana.mentions(sentence)
    expect(ana.readsPrivately().at(-1)).toMatch(answer)
  })

  it('may ask, and is answered', async () => {
    const ana = story().person('Ana')
    await ana.mentions('are data-warehouse or web-prod paused on friday?')
    expect(ana.readsPrivately().at(-1)).toMatch(
      /^\*data-warehouse\* 16–22 Nov – migration .* · back <!date[^|]*\|Mon 23 Nov, 12:00> your time \(06:00 plan time\)/,
    )
  })

  it.each(['please don’t stop web-prod tomorrow', 'what about web-prod tomorrow', 'web-prod'])(
    'that says too little of a plan is answered by what can be done with it: %s',
    async sentence => {
      const ana = story().person('Ana')
      await ana.mentions(sentence)
      expect(ana.readsPrivately().at(-1)).toBe(
        'I did not understand what you want of *web-prod*, so nothing was done.\n[Pause web-prod] [Show web-prod]',
      )
      await ana.presses('Pause web-prod')
      expect(ana.fields).toMatchObject({
        Plan: 'web-prod',
        ...(sentence.includes('tomorrow') && { From: 'Thu 19 Nov 2026' }),
      })
      await ana.closes()
      await ana.presses('Show web-prod')
      expect(ana.readsPrivately().at(-1)).toMatch(/^\*web-prod\*\nThe shop/)
    },
  )

  it.each([
    'stop it',
    'can someone stop the music on friday',
    'who is running the meeting tomorrow?',
    'which one of you will be back on friday?',
  ])('is not understood where it wants nothing of a plan: %s', async sentence => {
    const ana = story().person('Ana')
    await ana.mentions(sentence)
    expect(ana.readsPrivately().at(-1)).toMatch(/^I did not understand/)
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
    expect(ana.readsPrivately().at(-1)).toContain(`Pause *web-prod*, ${days}`)
    expect(ana.readsPrivately().at(-1)).toMatch(/\[Pause\] \[Edit\] \[No\]$/)
    expect(story().wire.changes()).toEqual([])
  })

  it.each([
    ['pausiere web-prod morgen wegen des Umzugs', 'des Umzugs'],
    ['web-prod bitte morgen anhalten, weil wir umziehen', 'weil wir umziehen'],
    ['merci d’arrêter web-prod demain à cause de la migration', 'la migration'],
    ['arrêtez web-prod demain en raison d’un audit', 'un audit'],
    ['por favor parad web-prod mañana debido al inventario', 'inventario'],
    ['kan iemand web-prod morgen stoppen vanwege de audit?', 'de audit'],
    ['останови web-prod завтра из-за миграции', 'миграции'],
    ['stop web-prod tomorrow due to an audit', 'an audit'],
  ])('keeps the reason: %s', async (sentence, reason) => {
    const ana = story().person('Ana')
    await ana.mentions(sentence)
    expect(ana.readsPrivately().at(-1)).toContain(` – ${reason}?`)
  })

  it.each([
    ['warum steht data-warehouse, ist es aus?', 'data-warehouse'],
    ['wann läuft ml-training wieder?', 'ml-training'],
    ['pourquoi data-warehouse est arrêté ?', 'data-warehouse'],
    ['quand revient ml-training ?', 'ml-training'],
    ['¿por qué está apagado data-warehouse?', 'data-warehouse'],
    ['quando torna ml-training?', 'ml-training'],
    ['quando volta ml-training?', 'ml-training'],
    ['waarom staat data-warehouse uit?', 'data-warehouse'],
    ['när är ml-training tillbaka?', 'ml-training'],
    ['почему data-warehouse остановлен?', 'data-warehouse'],
    ['коли повернеться ml-training?', 'ml-training'],
    ['ml-trainingはいつ再開しますか', 'ml-training'],
    ['data-warehouse为什么停了', 'data-warehouse'],
  ])('asks why or until when a plan is paused, and is told: %s', async (sentence, plan) => {
    const ana = story().person('Ana')
    await ana.mentions(sentence)
    expect(ana.readsPrivately().at(-1)).toMatch(
      new RegExp(`^\\*${plan}\\* is paused:\n.* · back .*\n\\[Resume now\\]`),
    )
  })

  it.each([
    'setze data-warehouse bitte fort',
    'reprenez data-warehouse s’il vous plaît',
    'reactiva data-warehouse',
  ])('wants a plan back: %s', async sentence => {
    const ana = story().person('Ana')
    await ana.mentions(sentence)
    expect(ana.readsPrivately().at(-1)).toBe('Resume *data-warehouse*?\n[Resume] [No]')
  })
})

describe('a sentence whose days may mean several', () => {
  const story = stories({ now: '2026-11-20T09:00:00Z' })

  it.each(['web-prod bitte bis freitag anhalten', 'can someone keep web-prod paused until friday?'])(
    'is answered by a card that asks which: %s',
    async sentence => {
      const ana = story().person('Ana')
      await ana.mentions(sentence)
      expect(ana.readsPrivately().at(-1)).toBe(
        'Pause *web-prod*: which days do you mean?\n[Fri 20 Nov 2026 (1 day)] [Fri 20 Nov 2026 → Fri 27 Nov 2026 (8 days)] [No]',
      )
      expect(story().wire.changes()).toEqual([])
      await ana.presses('Fri 20 Nov 2026 → Fri 27 Nov 2026 (8 days)')
      expect(await story().pauses('web-prod')).toEqual([['20/11/2026', '27/11/2026', '']])
    },
  )
})
