import { describe, expect, it } from 'vitest'
import { formatInstant } from '../../src/message/mrkdwn.ts'
import { stories } from '../stories.ts'

const story = stories()
const buttons = '[Resume now] [Change dates] [Show plan]'
const buttonsAfterChange = '[Resume now] [Change dates] [Undo]'
const days = 'Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days)'

/** Lets Ana pause web-prod in the channel. */
async function pauseWebProd() {
  const ana = story().person('Ana')
  await ana.types('/pause web-prod tomorrow to friday load test')
  return { ana, bo: story().person('Bo'), dev: story().person('Dev') }
}

const inProgressNote = (who: string) =>
  `:hourglass_flowing_sand: ${who} asked for this a moment ago, and it is under way. I will not do it twice.`

describe('Resume now', () => {
  it('resumes with the token of the person who presses it, and strikes out the original message', async () => {
    const { ana, bo } = await pauseWebProd()
    story().wire.received.splice(0)
    await bo.presses('Resume now')
    const resumed = `${bo.mention} cancelled the upcoming pause of *web-prod*: ${days} – load test`
    expect(story().channel()).toEqual([
      `~${ana.mention} paused *web-prod*: ${days} – load test~\nCancelled by ${bo.mention}, ${formatInstant(story().now()).mrkdwn}`,
      `${resumed}\n[Pause again] [Show plan]`,
    ])
    expect(await story().pauses('web-prod')).toEqual([])
    const tokens = story().wire.received.map(({ token }) => token)
    expect(new Set(tokens)).toEqual(new Set([story().tokenOf('Bo')]))
  })

  it.each(['Ana', 'Bo'] as const)(
    'takes effect once when Ana and %s press it at the same time',
    async name => {
      const { ana } = await pauseWebProd()
      const second = story().person(name)
      const answer = story().wire.hold()
      const both = [ana.presses('Resume now'), second.presses('Resume now')]
      await story().wire.reached(3)
      await story().slack.until(() => story().slack.requests.length === 3)
      answer()
      await Promise.all(both)
      expect(story().wire.changes()).toMatchObject([{ action: 'pause_plan' }, { action: 'remove_pause' }])
      expect(story().channel().slice(1)).toEqual([expect.stringContaining(' cancelled the upcoming pause')])
      expect(second.readsPrivately()).toEqual([inProgressNote(name === 'Ana' ? 'You' : ana.mention)])
    },
  )

  it('says privately who already resumed the plan, and when, and is removed', async () => {
    const { bo } = await pauseWebProd()
    story().failSlack('chat.update', 'unreachable')
    story().setTime('2026-11-18T09:05:00Z')
    await story().person('Cleo').types('/resume web-prod')
    const shown = story().channel()
    await bo.presses('Resume now')
    const then = formatInstant(new Date('2026-11-18T09:05:00Z')).mrkdwn
    const fate = `is gone: <@U3CLEO> cancelled it (${then})`
    expect(bo.readsPrivately()).toEqual([
      `The pause of *web-prod*, ${days}, ${fate}. Nothing was done.\n*web-prod* is not paused: it is running until <!date^1795024800^{date_short_pretty} at {time}|13:00> your time (19:00 plan time).\n[Show plan]`,
    ])
    const [first = ''] = shown
    const left = first.replace('[Resume now] [Change dates] [Show plan]', `[Show plan]\nThis pause ${fate}.`)
    expect(story().channel()).toEqual([left, ...shown.slice(1)])
  })

  it('shows the new days of a changed pause first, and resumes it with the next press', async () => {
    const { ana, bo } = await pauseWebProd()
    story().failSlack('chat.update', 'unreachable')
    await ana.types('/pause change web-prod until sunday')
    await bo.pressesBelow('paused *web-prod*', 'Resume now')
    const now = 'Thu 19 Nov 2026 → Sun 22 Nov 2026 (4 days)'
    const then = formatInstant(new Date('2026-11-18T09:00:00Z')).mrkdwn
    expect(bo.readsPrivately()).toEqual([
      [
        `The pause of *web-prod*, ${days}, is gone: <@U1ANA> changed it to ${now} (${then}). Nothing was done.`,
        '*web-prod* is not paused: it is running until <!date^1795024800^{date_short_pretty} at {time}|13:00> your time (19:00 plan time).',
        'Its next pause:',
        `${now} – load test · back <!date^1795417200^{date_short_pretty} at {time}|Mon 23 Nov, 02:00> your time (08:00 plan time). Paused by <@U1ANA>, ${then}.`,
        '[Resume now] [Change dates] [Show plan]',
      ].join('\n'),
    ])
    expect(story().channel()[0]).not.toContain('[Resume now]')
    await bo.presses('Resume now')
    expect(await story().pauses('web-prod')).toEqual([])
  })

  it('says that the pause is over, and shows the one that is live', async () => {
    const { bo } = await pauseWebProd()
    await story().pauseElsewhere('web-prod', '21/11/2026', '25/11/2026')
    story().setTime('2026-11-22T09:00:00Z')
    await bo.presses('Resume now')
    expect(bo.readsPrivately()).toEqual([
      [
        `The pause of *web-prod*, ${days}, is over. Nothing was done.`,
        '*web-prod* is paused:',
        'Sat 21 Nov 2026 → Wed 25 Nov 2026 (5 days) · back <!date^1795676400^{date_short_pretty} at {time}|Thu 26 Nov, 02:00> your time (08:00 plan time). It was not made through Dayshift; no reason given.',
        '[Resume now] [Change dates] [Show plan]',
      ].join('\n'),
    ])
    expect(story().channel()[0]).toContain('[Show plan]\nThis pause is over.')
  })

  it('removes only the pause of its own message', async () => {
    const { ana } = await pauseWebProd()
    await story().pauseElsewhere('web-prod', '01/12/2026', '02/12/2026')
    await ana.presses('Resume now')
    expect(await story().pauses('web-prod')).toEqual([['01/12/2026', '02/12/2026', '']])
  })
})

describe('Change dates', () => {
  it('adds the new pause before it removes the old one, and announces the change', async () => {
    const { bo } = await pauseWebProd()
    story().wire.received.splice(0)
    await bo.presses('Change dates')
    await bo.submits({ Until: 'sunday' })
    expect(story().wire.changes()).toMatchObject([
      {
        action: 'pause_plan',
        body: { pause_start: '19/11/2026', pause_end: '22/11/2026', reason: 'load test' },
        token: story().tokenOf('Bo'),
      },
      { action: 'remove_pause', token: story().tokenOf('Bo') },
    ])
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '22/11/2026', 'load test']])
    expect(story().channel().at(-1)).toBe(
      `${bo.mention} changed the pause of *web-prod*: Thu 19 Nov 2026 → Sun 22 Nov 2026 (4 days) – load test\nSkips Thu, Fri: 22 scheduled hours of 4 resources. Back <!date^1795417200^{date_short_pretty} at {time}|Mon 23 Nov, 02:00> your time (08:00 plan time).\nIt was ${days}.\n${buttonsAfterChange}`,
    )
  })

  describe('of a live pause', () => {
    /** Opens the form for data-warehouse, the first pause of the list, which began on Monday. */
    async function openForm(name: 'Ana' | 'Cleo' = 'Ana') {
      const person = story().person(name)
      await person.types('/pause list')
      await person.presses('Change dates')
      return person
    }
    const reason = 'migration to the new cluster'

    it('shows the current days, and moves a past start to today', async () => {
      const ana = await openForm()
      expect(ana.fields).toEqual({
        Plan: 'data-warehouse',
        From: 'Mon 16 Nov 2026',
        Until: 'Sun 22 Nov 2026',
        Reason: reason,
      })
      await ana.submits({ Until: '29 nov' })
      expect(await story().pauses('data-warehouse')).toEqual([['18/11/2026', '29/11/2026', reason]])
      expect(story().channel()).toEqual([
        `${ana.mention} changed the pause of *data-warehouse*: Wed 18 Nov 2026 → Sun 29 Nov 2026 (12 days) – ${reason}\nSkips 10 days: 140 scheduled hours of 3 resources. Back <!date^1796036400^{date_short_pretty} at {time}|Mon 30 Nov, 12:00> your time (06:00 plan time).\nIt was Mon 16 Nov 2026 → Sun 22 Nov 2026 (7 days).\n${buttonsAfterChange}`,
      ])
    })

    it('rejects any other past start', async () => {
      const ana = await openForm()
      await ana.submits({ From: 'Tue 17 Nov 2026' })
      expect(Object.keys(ana.formErrors)).toEqual(['From'])
      expect(ana.fields).toMatchObject({ Plan: 'data-warehouse', From: 'Tue 17 Nov 2026' })
      expect(story().wire.changes()).toEqual([])
    })
  })

  it('offers a button to remove the old pause if the first attempt fails', async () => {
    const { ana, bo } = await pauseWebProd()
    await ana.presses('Change dates')
    await ana.fills({ Until: 'sunday' })
    story().wire.respond('remove_pause', { status: 409, body: { message: 'It is locked.' } })
    await ana.submits()
    expect(story().channel().at(-1)).toBe(
      `${ana.mention} changed the pause of *web-prod*: Thu 19 Nov 2026 → Sun 22 Nov 2026 (4 days) – load test\nSkips Thu, Fri: 22 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.\n:warning: The old pause, ${days}, could not be removed and is still there. Please remove it.\n[Resume now] [Change dates] [Remove the old pause]`,
    )
    expect(ana.readsPrivately()).toEqual([
      `Part of this did not work:\n:warning: removing the old pause of *web-prod*, ${days}: The scheduling service refused this: “It is locked”.`,
    ])
    expect(story().logged.join()).toContain('ref-2')
    story().wire.restore()
    await bo.presses('Remove the old pause')
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '22/11/2026', 'load test']])
    expect(story().channel().at(-2)).toContain(`[Resume now] [Change dates]\n${bo.mention} cancelled`)
  })

  it('warns the channel when somebody else had already ended the old pause', async () => {
    const { ana } = await pauseWebProd()
    await ana.presses('Change dates')
    await ana.fills({ Until: 'sunday' })
    story().wire.respond('remove_pause', { status: 404 })
    await ana.submits()
    expect(story().channel().at(-1)).toBe(
      `${ana.mention} changed the pause of *web-prod*: Thu 19 Nov 2026 → Sun 22 Nov 2026 (4 days) – load test\nSkips Thu, Fri: 22 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.\n:warning: Meanwhile someone else ended, cancelled or changed the old pause, ${days}. Please check whether both are wanted.\n${buttons}`,
    )
  })

  it('keeps the old pause and the filled form when the service refuses the new one', async () => {
    const { ana } = await pauseWebProd()
    await ana.presses('Change dates')
    await ana.fills({ Until: 'sunday', Reason: 'longer' })
    story().wire.respond('pause_plan', { status: 403, body: { message: 'Not now.' } })
    await ana.submits()
    expect(ana.form).toContain('“Not now”. Nothing was changed.')
    expect(ana.fields).toMatchObject({ Until: 'sunday', Reason: 'longer' })
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '20/11/2026', 'load test']])
    story().wire.restore()
    await ana.submits()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '22/11/2026', 'longer']])
  })

  it('asks what a bare duration counts from, and changes nothing', async () => {
    const { ana } = await pauseWebProd()
    await ana.types('/pause change web-prod a week')
    expect(ana.form).toContain('“7 days” does not say what to count from')
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '20/11/2026', 'load test']])
  })

  it('rejects an end before the start of the pause', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod 5 dec to 9 dec')
    await ana.types('/pause change web-prod until 4 dec')
    expect(ana.form).toContain(
      'It is paused Sat 5 Dec 2026 → Wed 9 Dec 2026 (5 days). Say its first and its last day, or how much longer.',
    )
    expect(await story().pauses('web-prod')).toEqual([['05/12/2026', '09/12/2026', '']])
  })

  it('keeps the end when only a new start is given', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod 26 nov to 4 dec load test')
    await ana.types('/pause change web-prod from 2 dec')
    expect(await story().pauses('web-prod')).toEqual([['02/12/2026', '04/12/2026', 'load test']])
    await ana.types('/pause extend web-prod from 1 dec')
    expect(await story().pauses('web-prod')).toEqual([['01/12/2026', '04/12/2026', 'load test']])
  })

  it('asks which of several pauses to change, and changes only that one', async () => {
    const { ana } = await pauseWebProd()
    await story().pauseElsewhere('web-prod', '01/12/2026', '02/12/2026')
    await ana.types('/pause change web-prod until sunday')
    expect(ana.readsPrivately()).toEqual([
      `*web-prod* has several pauses. Which one do you want to change? New days: until Sun 22 Nov 2026.\n[${days} – load test] [Tue 1 Dec 2026 → Wed 2 Dec 2026 (2 days)]`,
    ])
    expect(await story().pauses('web-prod')).toHaveLength(2)
    await ana.presses(`${days} – load test`)
    expect(await story().pauses('web-prod')).toEqual([
      ['01/12/2026', '02/12/2026', ''],
      ['19/11/2026', '22/11/2026', 'load test'],
    ])
  })

  it('offers the first of many pauses, and says where the others are', async () => {
    const ana = story().person('Ana')
    const id = await story().planId('web-prod')
    const days = { pause_start: '01/12/2026', pause_end: '02/12/2026' }
    const reason = 'a load test of everything that runs'
    const pauses = Array.from({ length: 200 }, (_, at) => ({ pause_id: `p${at}`, ...days, reason }))
    story().wire.respondWith('list_plans', { plans: [{ id, name: 'web-prod', pauses }] })
    expect(await ana.asks('/pause change web-prod until 30 dec')).toMatch(
      /^\*web-prod\* has several pauses\. Which .*\? New days: .*\nThese are the first 20; `\/pause list web-prod` shows all 200\.\n\[Tue 1 Dec/,
    )
  })

  describe('Undo', () => {
    it('lets Bo restore the days and the reason that Ana changed', async () => {
      const { ana, bo } = await pauseWebProd()
      await ana.types('/pause change web-prod saturday to sunday release freeze')
      await bo.presses('Undo')
      expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '20/11/2026', 'load test']])
      expect(story().channel().at(-1)).toBe(
        `${bo.mention} undid the change to the pause of *web-prod*: ${days} – load test\nSkips Thu, Fri: 22 scheduled hours of 4 resources. Back <!date^1795417200^{date_short_pretty} at {time}|Mon 23 Nov, 02:00> your time (08:00 plan time).\nIt was Sat 21 Nov 2026 → Sun 22 Nov 2026 (2 days) – release freeze.\n${buttons}`,
      )
    })

    it('restores a live pause from today on, in the time zone of the plan', async () => {
      const ana = story().person('Ana')
      story().setTime('2026-11-20T02:00:00Z')
      await ana.types('/pause change data-warehouse until 29 nov')
      await ana.presses('Undo')
      expect(ana.readsPrivately()).toEqual([])
      expect(await story().pauses('data-warehouse')).toEqual([
        ['19/11/2026', '22/11/2026', 'migration to the new cluster'],
      ])
    })
  })

  it('says that a plan has no pause to change', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause change web-prod until sunday')
    expect(ana.readsPrivately()).toEqual([
      'There is no pause to change.\n*web-prod* is not paused: it is running until <!date^1795024800^{date_short_pretty} at {time}|19:00> your time.\n[Show plan]',
    ])
  })
})
