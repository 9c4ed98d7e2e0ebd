import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()
const CONSEQUENCE = 'Skips Thu, Fri: 22 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.'
const DAYS = 'Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days)'
const DAILY = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], start: 9, duration: 8 }
const consequence = () => story().channel().at(-1)?.split('\n')[1]

describe('the consequence of a pause', () => {
  it.each([
    ['web-prod tomorrow to friday', CONSEQUENCE],
    // At 10:00 in Berlin, two of the eleven hours of today have passed.
    ['web-prod today', 'Skips Wed: 9 scheduled hours of 4 resources. Back Thu 19 Nov, 08:00.'],
    [
      'web-prod saturday and sunday',
      'Skips nothing: these days are outside its hours anyway. Back Mon 23 Nov, 08:00.',
    ],
    [
      'web-prod friday to next tuesday',
      'Skips Fri, Mon, Tue: 33 scheduled hours of 4 resources. Back Wed 25 Nov, 08:00.',
    ],
    [
      'web-prod tomorrow for 4 weeks',
      'Skips 20 days: 220 scheduled hours of 4 resources. Back Thu 17 Dec, 08:00.',
    ],
    // The schedule of this plan crosses midnight.
    [
      'ml-training 30 nov',
      'Skips Mon: 9 scheduled hours of 2 resources. Back <!date^1796173200^{date_short_pretty} at {time}|Wed 2 Dec, 02:00> your time (Tue 20:00 plan time).',
    ],
  ])('is announced: /pause %s', async (words, text) => {
    await story().person('Ana').types(`/pause ${words}`)
    expect(consequence()).toBe(text)
  })

  it('does not count the days of other pauses', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod friday load test')
    await ana.types('/pause web-prod tomorrow and friday audit')
    await ana.presses('Keep both')
    expect(consequence()).toBe('Skips Thu: 11 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.')
  })

  it('distinguishes hours that are already paused from days outside the schedule', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod monday to tuesday load test')
    expect(await ana.asks('/pause web-prod saturday to monday ?')).toContain(
      'Skips nothing: its hours on these days are paused anyway. Back Wed 25 Nov, 08:00.',
    )
    expect(await ana.asks('/pause web-prod saturday ?')).toContain(
      'Skips nothing: this day is outside its hours anyway.',
    )
  })

  it('omits resources for a plan without any', async () => {
    const plan = { id: 'bare', name: 'bare', pauses: [], resources: 0, schedule: DAILY }
    story().wire.respondWith('list_plans', { plans: [plan] })
    expect(await story().person('Ana').asks('/pause bare tomorrow ?')).toContain(
      '\nSkips Thu: 8 scheduled hours. Back Fri 20 Nov, 09:00.\n',
    )
  })

  it('says that nothing is skipped while a plan is off, and names no day on which it is back', async () => {
    const OFF = 'Skips nothing: it is off until someone turns it on.'
    const ana = story().person('Ana')
    await ana.types('/plan off web-prod')
    expect(await ana.asks('/pause web-prod tomorrow ?')).toContain(`\n${OFF}\n`)
    await ana.types('/pause web-prod and ci-runners tomorrow')
    expect(story().channel().at(-1)).toContain(`web-prod: ${OFF}\n`)
    await ana.types('/pause web-prod friday load test')
    await ana.presses('Keep both')
    expect(consequence()).toBe(OFF)
    expect(await ana.asks('/pause list web-prod')).toContain(
      '20 Nov – load test · off until someone turns it on\n',
    )
    await ana.presses('Change dates')
    await ana.fills({ Until: 'monday' })
    expect(ana.form).toContain(`\n${OFF}`)
  })

  it('appears in the pause form as soon as plan and days are filled in', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause')
    await ana.fills({ From: 'tomorrow' })
    expect(ana.form).not.toContain('Skips')
    await ana.fills({ Plan: 'web-prod', Until: 'friday' })
    expect(ana.form).toContain(`:calendar: ${DAYS}\n${CONSEQUENCE}`)
    expect(story().wire.changes()).toEqual([])
  })
})

describe('previewing a change', () => {
  it.each([
    '/pause web-prod tomorrow to friday load test ?',
    '/pause preview web-prod tomorrow to friday load test',
  ])('shows what a pause would skip, with a button that applies it: %s', async sentence => {
    const ana = story().person('Ana')
    await ana.types(sentence)
    expect(ana.readsPrivately()).toEqual([
      `*web-prod* would be paused: ${DAYS} – load test\n${CONSEQUENCE}\nNothing was done yet.\n[Pause]`,
    ])
    expect([story().wire.changes(), story().channel()]).toEqual([[], []])
    await ana.presses('Pause')
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '20/11/2026', 'load test']])
    expect(consequence()).toBe(CONSEQUENCE)
  })

  it('shows a line for each of several plans', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod and ml-training tomorrow?')
    expect(ana.readsPrivately()).toEqual([
      [
        '2 plans would be paused: Thu 19 Nov 2026 (1 day)',
        '• *web-prod*: Skips Thu: 11 scheduled hours of 4 resources. Back Fri 20 Nov, 08:00.',
        '• *ml-training*: Skips nothing: its hours on this day are paused anyway. Back <!date^1795914000^{date_short_pretty} at {time}|Sun 29 Nov, 02:00> your time (Sat 20:00 plan time).',
        'Nothing was done yet.',
        '[Pause]',
      ].join('\n'),
    ])
    expect(story().wire.changes()).toEqual([])
  })

  it('leaves out plans that already have the pause', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow load test')
    await ana.types('/pause web-prod and web-staging tomorrow load test ?')
    const [first, ...more] = ana.readsPrivately().at(-1)?.split('\n') ?? []
    expect(first).toBe('*web-staging* would be paused: Thu 19 Nov 2026 (1 day) – load test')
    expect(more).toContain('Nothing would change for web-prod.')
    await ana.types('/pause web-staging tomorrow load test')
    expect(await ana.asks('/pause web-prod and web-staging tomorrow load test ?')).toBe(
      '0 plans would be paused: Thu 19 Nov 2026 (1 day) – load test\nNothing would change for web-prod, web-staging.\nNothing was done yet.',
    )
  })

  it.each([
    ['/plan off web-prod ?', 'plan off web-prod', 'turned off *web-prod*'],
    ['/plan create nights weekdays 9-5?', 'plan create nights weekdays 9-5', 'created *nights*'],
  ])('asks for confirmation of “%s”', async (typed, sentence, done) => {
    const ana = story().person('Ana')
    await ana.types(typed)
    expect(ana.readsPrivately()).toEqual([
      `Nothing was done, as this ends with a question mark. Shall I do it? \`${sentence}\`\n[Do it]`,
    ])
    expect([story().wire.changes(), story().channel()]).toEqual([[], []])
    await ana.presses('Do it')
    expect(story().channel().at(-1)).toContain(done)
  })

  it('is not triggered by question marks in a name, in a reason or after “can you”', async () => {
    await story().createPlan('web?')
    await story().person('Ana').mentions('can you pause web? tomorrow? because who knows? ask Bo')
    expect(await story().pauses('web?')).toEqual([['19/11/2026', '19/11/2026', 'who knows? ask Bo']])
  })

  it('asks for missing days in a form, and changes nothing', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod ?')
    expect(ana.form).toContain('# Preview a pause')
    await ana.submits({ From: 'tomorrow', Until: 'friday' })
    expect(ana.readsInDm.at(-1) ?? ana.readsPrivately().at(-1)).toContain(CONSEQUENCE)
    expect(story().wire.changes()).toEqual([])
  })
})
