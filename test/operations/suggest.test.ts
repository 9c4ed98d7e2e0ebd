import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

describe('a request in natural language', () => {
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
    ['nobody needs ci-runners next week', 'ci-runners', 'Mon 23 Nov'],
    ['give web-prod a rest until sunday', 'web-prod', 'Wed 18 Nov'],
    ['take Payments API offline on friday', 'Payments API', 'Fri 20 Nov'],
  ])('gets a card, which acts only when pressed: %s', async (sentence, plan, day) => {
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

  it('can be edited or dismissed', async () => {
    const ana = story().person('Ana')
    await ana.says('hey, could somebody stop web-prod and ci-runners on friday')
    await ana.presses('Edit', ana.dm)
    expect(ana.fields).toMatchObject({ Plans: 'web-prod and ci-runners' })
    await ana.closes()
    await ana.presses('No', ana.dm)
    expect(ana.readsInDm.at(-1)).toBe('OK, nothing was done.')
    expect(story().wire.changes()).toEqual([])
  })

  it('can resume a plan', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('can somebody bring data-warehouse back please')).toBe(
      'Resume *data-warehouse*?\n[Resume] [No]',
    )
    await ana.presses('Resume')
    expect(await story().pauses('data-warehouse')).toEqual([])
  })

  it('can pause all plans', async () => {
    expect(await story().person('Ana').asks('nothing should run on friday')).toMatch(
      /^Pause \*web-prod, .*ml-training\*, Fri 20 Nov 2026 \(1 day\)\?\n[\s\S]*\[Pause\] \[Edit\] \[No\]$/,
    )
    expect(story().wire.changes()).toEqual([])
  })

  it('can resume all paused plans', async () => {
    expect(await story().person('Ana').asks('somebody bring everything back')).toBe(
      'Resume *data-warehouse, ml-training*?\n[Resume] [No]',
    )
  })

  it.each([
    ['please keep data-warehouse up on friday', 'Resume *data-warehouse*?\n[Resume] [No]'],
    ['leave web-prod running on saturday', '*web-prod* is not paused then.'],
    ['switch ci-runners back on', '*ci-runners* is not paused: it is running until'],
  ])('can ask to keep a plan running: %s', async (sentence, answer) => {
    expect(await story().person('Ana').asks(sentence)).toContain(answer)
    expect(story().wire.changes()).toEqual([])
  })

  it('can ask which plans are paused, and hears how many there are', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause all 24 dec freeze')
    await ana.presses('Pause all 6 plans')
    expect(await ana.asks('how many plans are paused on 24 dec')).toMatch(
      /^(.*24 Dec.*\n){4}These are 4 of 6 pauses; `\/pause list` shows all\.$/,
    )
  })

  it('offers to turn on a plan that is off', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan off ci-runners')
    expect(await ana.asks('switch ci-runners back on')).toMatch(
      /^\*ci-runners\* is off until .*\n\[Turn on\]/,
    )
  })

  it.each([
    ['why is data-warehouse down on friday?', /^\*data-warehouse\* 16–22 Nov – migration .* · back /],
    ['was ist pausiert?', /^\*data-warehouse\*.*\n\*ml-training\*.*$/],
    ['when is everything back?', /^2 pauses are live\.\n\*data-warehouse\*[\s\S]*\*ml-training\*/],
    ['why are all plans down', /^2 pauses are live\./],
  ])('can ask about days, or about all plans: %s', async (sentence, answer) => {
    expect(await story().person('Ana').asks(sentence)).toMatch(answer)
  })

  it('leads to possible actions if it is vague about a plan', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('don’t resume ml-training')).toContain('[Pause ml-training] [Show ml-training]')
    expect(await ana.asks('postpone the pause of web-prod by 2 days')).toMatch(/^I did not understand/)
    expect(await ana.asks('release push tomorrow, we need to pause web-prod')).toMatch(/^Pause \*web-prod\*/)
    expect(await ana.asks('please don’t stop web-prod tomorrow')).toBe(
      'I did not understand what you want of *web-prod*, so nothing was done.\n[Pause web-prod] [Show web-prod]',
    )
    await ana.presses('Pause web-prod')
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', From: 'Thu 19 Nov 2026' })
    await ana.closes()
    await ana.presses('Show web-prod')
    expect(ana.readsPrivately().at(-1)).toMatch(/^\*web-prod\*\nThe shop/)
  })

  it('is not understood if it names no plan', async () => {
    expect(await story().person('Ana').asks('can someone stop the music on friday')).toMatch(
      /^I did not understand/,
    )
  })
})

describe.each(['en-GB', 'de-DE'])('a request in a language other than English, with Slack in %s', locale => {
  const story = stories({ locale })

  it.each([
    ['web-prod bitte bis freitag anhalten', 'Wed 18 Nov 2026 → Fri 20 Nov 2026 (3 days)?'],
    ['pausiere web-prod morgen wegen des Umzugs', 'Thu 19 Nov 2026 (1 day) – des Umzugs?'],
    ['merci d’arrêter web-prod demain en raison d’un audit', 'Thu 19 Nov 2026 (1 day) – un audit?'],
    ['por favor parad web-prod mañana debido al inventario', 'Thu 19 Nov 2026 (1 day) – inventario?'],
    ['per favore fermare web-prod domani', 'Thu 19 Nov 2026 (1 day)?'],
    ['alguém pode pausar web-prod amanhã?', 'Thu 19 Nov 2026 (1 day)?'],
    ['kan iemand web-prod morgen stoppen vanwege de audit?', 'Thu 19 Nov 2026 (1 day) – de audit?'],
    ['kan någon pausa web-prod i morgon?', 'Thu 19 Nov 2026 (1 day)?'],
    ['останови web-prod завтра из-за миграции', 'Thu 19 Nov 2026 (1 day) – миграции?'],
    ['зупини web-prod завтра будь ласка', 'Thu 19 Nov 2026 (1 day)?'],
    ['web-prodを明日停止してください', 'Thu 19 Nov 2026 (1 day)?'],
    ['请把web-prod停到周五', 'Wed 18 Nov 2026 → Fri 20 Nov 2026 (3 days)?'],
  ])('gets a card with the reason: %s', async (sentence, expected) => {
    const ana = story().person('Ana')
    expect(await ana.asks(sentence)).toContain(`Pause *web-prod*, ${expected}`)
    expect(ana.readsPrivately().at(-1)).toMatch(/\[Pause\] \[Edit\] \[No\]$/)
    expect(story().wire.changes()).toEqual([])
  })

  it.each([
    ['warum steht data-warehouse, ist es aus?', 'data-warehouse'],
    ['bis wann ist data-warehouse pausiert?', 'data-warehouse'],
    ['pourquoi data-warehouse est arrêté ?', 'data-warehouse'],
    ['¿por qué está apagado data-warehouse?', 'data-warehouse'],
    ['quando torna ml-training?', 'ml-training'],
    ['quando volta ml-training?', 'ml-training'],
    ['waarom staat data-warehouse uit?', 'data-warehouse'],
    ['när är ml-training tillbaka?', 'ml-training'],
    ['почему data-warehouse остановлен?', 'data-warehouse'],
    ['коли повернеться ml-training?', 'ml-training'],
    ['ml-trainingはいつ再開しますか', 'ml-training'],
    ['data-warehouse为什么停了', 'data-warehouse'],
  ])('can ask why or until when a plan is paused: %s', async (sentence, plan) => {
    expect(await story().person('Ana').asks(sentence)).toMatch(
      new RegExp(`^\\*${plan}\\* is paused:\n.* · back .*\n\\[Resume now\\]`),
    )
  })

  it.each(['setze data-warehouse bitte fort', 'reprenez data-warehouse s’il vous plaît'])(
    'can resume a plan: %s',
    async sentence => {
      expect(await story().person('Ana').asks(sentence)).toBe('Resume *data-warehouse*?\n[Resume] [No]')
    },
  )
})

describe('a request with ambiguous days', () => {
  const story = stories({ now: '2026-11-20T09:00:00Z' })

  it('gets a card that asks which days', async () => {
    const ana = story().person('Ana')
    expect(await ana.asks('can someone keep web-prod paused until friday?')).toBe(
      'Pause *web-prod*: which days do you mean?\n[Fri 20 Nov 2026 (1 day)] [Fri 20 Nov 2026 → Fri 27 Nov 2026 (8 days)] [No]',
    )
    expect(story().wire.changes()).toEqual([])
    await ana.presses('Fri 20 Nov 2026 → Fri 27 Nov 2026 (8 days)')
    expect(await story().pauses('web-prod')).toEqual([['20/11/2026', '27/11/2026', '']])
  })
})
