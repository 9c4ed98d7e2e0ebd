import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import { pauseFields } from './pause-fields.ts'

const story = stories()
const buttons = '[Resume now] [Change dates] [Show plan]'

describe('pausing a plan in one sentence', () => {
  it('Ana pauses web-prod until Friday and the channel hears of it', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod tomorrow to friday load test')
    expect(story().channel()).toEqual([
      `${ana.mention} paused *web-prod*: Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days) – load test\nSkips Thu, Fri: 22 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.\n${buttons}`,
    ])
    expect(ana.form).toBeUndefined()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '20/11/2026', 'load test']])
  })

  it.each([['friday 27, load test', '27/11/2026', '27/11/2026']])(
    '“%s” opens no form, whatever it would mean on other days',
    async (words, from, until) => {
      const ana = story().person('Ana')
      await ana.types(`/pause web-prod ${words}`)
      expect(ana.form).toBeUndefined()
      expect(await story().pauses('web-prod')).toEqual([[from, until, 'load test']])
    },
  )

  it.each([
    ['Now, Wed 18 Nov', '18/11/2026'],
    ['From Thu 19 Nov', '19/11/2026'],
  ])('asks from which day on, where today has not begun for the plan: %s', async (button, from) => {
    // One in the morning of the 19th in Berlin, seven in the evening of the 18th where data-warehouse runs.
    story().setTime('2026-11-19T00:00:00Z')
    const ana = story().person('Ana')
    await ana.types('/pause data-warehouse now failover')
    expect(ana.readsPrivately().at(-1)).toBe(
      'For *data-warehouse* (UTC-05:00) it is still Wed 18 Nov. From which of its days on should it be paused? Nothing was done yet.\n[Now, Wed 18 Nov] [From Thu 19 Nov]',
    )
    expect(story().wire.changes()).toEqual([])
    await ana.presses(button)
    await ana.presses('Keep both')
    expect(await story().pauses('data-warehouse')).toContainEqual([from, '19/11/2026', 'failover'])
  })

  it.each([
    ['saturday and sunday', true],
    ['friday to sunday', false],
  ])('says where the plan does not run then anyway: %s', async (days, isIdle) => {
    await story().person('Ana').types(`/pause web-prod ${days}`)
    expect(story().channel()[0]?.includes('Skips nothing: these days are outside its hours anyway.')).toBe(
      isIdle,
    )
  })

  it('Cleo in Tokyo is a day ahead of Bo in New York', async () => {
    story().setTime('2026-11-18T16:00:00Z')
    await story().person('Cleo').types('/pause web-prod tomorrow')
    await story().person('Bo').types('/pause ci-runners tomorrow')
    expect(await story().pauses('web-prod')).toEqual([['20/11/2026', '20/11/2026', '']])
    expect(await story().pauses('ci-runners')).toEqual([['19/11/2026', '19/11/2026', '']])
  })
})

describe('the reason', () => {
  it.each([
    ['because the lead says so', 'the lead says so'],
    ['because of the audit', 'the audit'],
    ['for the load test', 'the load test'],
    ['- load test', 'load test'],
    [', load test', 'load test'],
    ['bc of rain on friday', 'rain on friday'],
    ['reason: load test', 'load test'],
    ['reasonable doubt', 'reasonable doubt'],
    ['load test', 'load test'],
    ['"quoted" & <tagged> load test', '"quoted" & <tagged> load test'],
  ])('"%s" is told as "%s"', async (words, reason) => {
    const ana = story().person('Ana')
    await ana.types(`/pause web-prod tomorrow ${words}`)
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', reason]])
    expect(story().channel()).toEqual([
      `${ana.mention} paused *web-prod*: Thu 19 Nov 2026 (1 day) – ${reason}\nSkips Thu: 11 scheduled hours of 4 resources. Back Fri 20 Nov, 08:00.\n${buttons}`,
    ])
  })

  it('may stand before the days', async () => {
    await story().person('Ana').types('/pause web-prod load test until friday')
    expect(await story().pauses('web-prod')).toEqual([['18/11/2026', '20/11/2026', 'load test']])
  })

  it('of 500 characters is taken, and one of 501 stays in the form that says so', async () => {
    const ana = story().person('Ana')
    await ana.types(`/pause web-prod tomorrow ${'x'.repeat(500)}`)
    expect(await story().pauses('web-prod')).toHaveLength(1)
    await ana.types(`/pause web-prod monday ${'y'.repeat(501)}`)
    expect(ana.fields).toEqual(
      pauseFields({ Plan: 'web-prod', From: 'Mon 23 Nov 2026', Reason: 'y'.repeat(501) }),
    )
    expect(ana.form).toContain('⚠ That is 501 characters long; at most 500 fit.')
    await ana.submits()
    expect(ana.form).toContain('⚠ That is 501 characters long; at most 500 fit.')
    expect(ana.formErrors).toEqual({})
    await ana.fills({ Reason: 'shorter' })
    await ana.submits()
    expect(await story().pauses('web-prod')).toHaveLength(2)
  })
})

describe('the plan in a sentence', () => {
  it.each([
    ['Payments API tomorrow audit', 'with a space in its name needs no quotes'],
    ['"Payments API" tomorrow audit', 'takes quotes'],
    ['“payments api” tomorrow audit', 'takes the quotes of a phone, in any case'],
    ['PAYMENTS api tomorrow audit', 'is found in any case'],
    ['pay tomorrow audit', 'is found by a beginning that only it has'],
    ['Payments API: tomorrow audit', 'may have a colon behind it'],
    ['the payments API tomorrow audit', 'may be said with its article'],
    ['plan Payments API tomorrow audit', 'may be said with what it is'],
    ['the Payments API plan: tomorrow audit', 'may be said with both'],
  ])('%s: it %s', async sentence => {
    await story().person('Ana').types(`/pause ${sentence}`)
    expect(await story().pauses('Payments API')).toEqual([['19/11/2026', '19/11/2026', 'audit']])
  })

  it('is asked for where several begin so: Ana presses one, and the question is gone', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web tomorrow load test')
    expect(ana.readsPrivately()).toEqual([
      'Several plans begin with “web”. Which one?\n[web-prod] [web-staging] [Something else]',
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.presses('web-staging')
    expect(ana.reads()).toEqual([
      `${ana.mention} paused *web-staging*: Thu 19 Nov 2026 (1 day) – load test\nSkips Thu: 13 scheduled hours of 2 resources. Back Fri 20 Nov, 07:00.\n${buttons}`,
    ])
  })

  it('is never guessed: a slip of the fingers becomes a question', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prd tomorrow')
    expect(ana.readsPrivately()).toEqual([
      'There is no plan called “web-prd”. Did you mean this?\n[web-prod] [Something else]',
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.presses('web-prod')
    expect(await story().pauses('web-prod')).toHaveLength(1)
  })

  it('that nobody knows opens the form with all the rest', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause warehouse-9 tomorrow to friday load test')
    expect(ana.fields).toEqual(
      pauseFields({
        Plan: 'warehouse-9',
        From: 'Thu 19 Nov 2026',
        Until: 'Fri 20 Nov 2026',
        Reason: 'load test',
      }),
    )
    expect(ana.form).toContain('⚠ There is no plan called “warehouse-9” in Acme.')
    expect(story().wire.changes()).toEqual([])
    await ana.fills({ Plan: 'ci-runners' })
    await ana.submits()
    expect(story().channel()).toHaveLength(1)
  })
})

describe('a pause exactly like one that stands', () => {
  const sentence = '/pause web-prod tomorrow to friday load test'
  const days = 'Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days)'
  const refusal = `*web-prod* is already paused for these days: ${days} – load test · back Mon 23 Nov, 08:00. Nothing was done.`

  it('is refused, whoever says it, to them alone', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types(sentence)
    await ana.types(sentence)
    await bo.types(sentence)
    expect(ana.readsPrivately()).toEqual([`${refusal}\n${buttons}`])
    const there =
      '<!date^1795417200^{date_short_pretty} at {time}|Mon 23 Nov, 02:00> your time (08:00 plan time)'
    expect(bo.readsPrivately()).toEqual([`${refusal.replace('Mon 23 Nov, 08:00', there)}\n${buttons}`])
    expect(story().wire.changes()).toHaveLength(1)
    expect(story().channel()).toHaveLength(1)
    expect(await story().pauses('web-prod')).toHaveLength(1)
  })

  it('is refused where the first try did get through, and only its answer did not', async () => {
    const ana = story().person('Ana')
    await story().pauseElsewhere('web-prod', '19/11/2026', '19/11/2026')
    await ana.types('/pause web-prod tomorrow')
    expect(ana.readsPrivately()[0]).toContain(
      'is already paused for these days: Thu 19 Nov 2026 (1 day) · back Fri 20 Nov, 08:00. Nothing',
    )
    expect(story().wire.changes()).toEqual([])
  })
})

describe('days that are not clear', () => {
  it.each([
    ['yesterday', '“yesterday” is in the past.'],
    ['31/02', 'There is no 31 February, so “31/02” is not a date.'],
    ['20/11 to 19/11', '“20/11 to 19/11” ends before it starts.'],
    ['whenever', '“whenever” names no day; say the first and the last, such as “today to friday”.'],
    ['friday or so', '“friday or so” leaves open which days you mean; say just one of them.'],
    [
      '24 dec 27 load test',
      'I cannot make out “load” in “24 dec 27 load test”; say only the days, such as “tomorrow to friday”.',
    ],
    [
      '24 dec, xmas party',
      'I cannot make out “party” in “24 dec, xmas party”; say only the days, such as “tomorrow to friday”.',
    ],
  ])('%s: the form keeps the words and says at the field: %s', async (phrase, why) => {
    const ana = story().person('Ana')
    await ana.types(`/pause web-prod ${phrase}`)
    expect(ana.fields).toEqual(pauseFields({ Plan: 'web-prod', From: phrase }))
    expect(ana.form).toContain(`From: ${phrase}\n  ⚠ ${why}`)
    expect(story().wire.changes()).toEqual([])
  })

  it('hours become a choice of whole days', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod 2h deploy')
    expect(ana.readsPrivately()).toEqual([
      'The service pauses whole days only, so “2h” cannot be kept to the hour.\n[Wed 18 Nov 2026 (1 day)] [Wed 18 Nov 2026 → Thu 19 Nov 2026 (2 days)] [Edit hours] [Something else]',
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.presses('Wed 18 Nov 2026 (1 day)')
    expect(ana.reads()).toEqual([
      `${ana.mention} paused *web-prod*: Wed 18 Nov 2026 (1 day) – deploy\nSkips Wed: 9 scheduled hours of 4 resources. Back Thu 19 Nov, 08:00.\n${buttons}`,
    ])
  })

  it.each(['14:00 to 18:00', '10 to 4', '22:00 to 06:00'])('so do hours of today: %s', async hours => {
    const ana = story().person('Ana')
    await ana.types(`/pause web-prod today ${hours}`)
    expect(ana.readsPrivately()).toEqual([
      `The service pauses whole days only, so “today ${hours}” cannot be kept to the hour.\n[Wed 18 Nov 2026 (1 day)] [Wed 18 Nov 2026 → Thu 19 Nov 2026 (2 days)] [Edit hours] [Something else]`,
    ])
  })

  it('a slip in the spelling of a long weekday is put right', async () => {
    story().setTime('2026-11-19T09:00:00Z')
    await story().person('Ana').types('/pause web-prod on wendsday')
    expect(await story().pauses('web-prod')).toEqual([['25/11/2026', '25/11/2026', '']])
  })

  it.each(['2 hours', '14:00 to 18:00'])('%s can be had by other hours of the plan', async hours => {
    const ana = story().person('Ana')
    await ana.types(`/pause web-prod ${hours} deploy`)
    await ana.presses('Edit hours')
    expect(ana.form).toContain('# Edit a plan')
    expect(ana.fields).toMatchObject({ Plan: 'web-prod', Schedule: 'Mon–Fri 08:00–19:00' })
  })

  it.each(['every friday load test', 'each friday because of the load test'])(
    '%s is the next one, or belongs in the schedule',
    async words => {
      const ana = story().person('Ana')
      await ana.types(`/pause web-prod ${words}`)
      const [every] = words.split(' ')
      expect(ana.readsPrivately()).toEqual([
        `“${every} friday” repeats; a pause is one stretch of days, and what repeats belongs in the schedule.\n[Fri 20 Nov 2026 (1 day)] [Edit hours] [Something else]`,
      ])
      expect(story().wire.changes()).toEqual([])
      await ana.presses('Edit hours')
      expect(ana.fields).toMatchObject({ Plan: 'web-prod' })
      await ana.closes()
      await ana.presses('Fri 20 Nov')
      expect(await story().pauses('web-prod')).toEqual([
        ['20/11/2026', '20/11/2026', expect.stringMatching(/load test$/)],
      ])
    },
  )

  it('a day of every week is asked about on that day, too: it may begin today', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod every wednesday load test')
    expect(ana.readsPrivately()[0]).toMatch(
      /\n\[Wed 18 Nov 2026 \(1 day\)\] \[Wed 25 Nov 2026 \(1 day\)\] \[Edit hours\] \[Something else\]$/,
    )
  })

  it.each(['every 3 weeks', 'daily'])('%s is refused in the form', async words => {
    const ana = story().person('Ana')
    await ana.types(`/pause web-prod ${words}`)
    expect(ana.form).toContain('repeats; a pause is one stretch of days')
    expect(story().wire.changes()).toEqual([])
  })

  it('a phrase with two meanings is asked about, and the second one can be meant', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod next friday')
    expect(ana.readsPrivately()).toEqual([
      '“next friday” could mean the next one or the one after it.\n[Fri 20 Nov 2026 (1 day)] [Fri 27 Nov 2026 (1 day)] [Something else]',
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.presses('Fri 27 Nov')
    expect(await story().pauses('web-prod')).toEqual([['27/11/2026', '27/11/2026', '']])
    expect(ana.readsPrivately()).toEqual([])
  })

  it('"Something else" opens the form with all that was said', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod next friday load test')
    await ana.presses('Something else')
    expect(ana.fields).toEqual(
      pauseFields({ Plan: 'web-prod', From: 'next friday', 'Which do you mean?': '', Reason: 'load test' }),
    )
    await ana.fills({ From: 'friday' })
    await ana.submits()
    expect(await story().pauses('web-prod')).toEqual([['20/11/2026', '20/11/2026', 'load test']])
  })

  it('an American is asked which of 03/04 is the month', async () => {
    await story().links.keep(story().keyOf('Eve'), {
      token: story().tokenOf('Ana'),
      organization: await story().acme(),
    })
    const eve = story().person('Eve')
    await eve.types('/pause web-prod 03/04')
    expect(eve.readsPrivately()[0]).toContain('[Sat 3 Apr 2027 (1 day)] [Thu 4 Mar 2027 (1 day)]')
    await eve.presses('Thu 4 Mar')
    expect(await story().pauses('web-prod')).toEqual([['04/03/2027', '04/03/2027', '']])
  })
})
