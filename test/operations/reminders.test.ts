import { describe, expect, it } from 'vitest'
import { expectRefusals, stories } from '../stories.ts'
import type { Name } from '../story.ts'

const story = stories()

const types = (name: Name, sentence: string, channel?: string) =>
  story().person(name).types(sentence, channel)

const FRIDAY = '2026-11-20T15:01:00Z'
const REMINDER = `*web-prod* is back Mon 23 Nov, 08:00 – load test.\n<@U1ANA> paused it.`
const BUTTONS = '[+1 day] [Until Monday week] [Let it resume]'
const reminders = (channel?: string) =>
  story()
    .channel(channel)
    .filter(text => text.includes('* is back'))

describe('a reminder of a pause', () => {
  it('is posted once, at 16:00 plan time on the working day before, in the thread of the pause', async () => {
    await types('Ana', '/pause web-prod tomorrow to friday load test')
    const [announced] = story().slack.channel('ops')
    await story().advanceTo('2026-11-20T14:59:00Z')
    expect(story().channel()).toHaveLength(1)
    await story().advanceTo(FRIDAY)
    await story().recover()
    expect(reminders()).toEqual([`${REMINDER}\n${BUTTONS}`])
    expect(story().slack.channel('ops')[1]?.thread_ts).toBe(announced?.ts)
    await story().advanceTo('2026-11-24T09:00:00Z')
    expect(reminders()).toHaveLength(1)
  })

  it('is posted on Friday for a pause that ends on a weekend', async () => {
    await types('Ana', '/pause web-prod until sunday load test')
    await story().advanceTo(FRIDAY)
    expect(reminders()).toEqual([`${REMINDER}\n${BUTTONS}`])
  })

  it('is posted in the morning for a pause of one day, unless that starts later', async () => {
    story().setTime('2026-11-18T07:00:00Z')
    await types('Ana', '/pause web-prod today load test')
    story().setTime('2026-11-18T08:30:00Z')
    await types('Ana', '/pause web-staging today')
    await story().advanceTo('2026-11-18T16:00:00Z')
    expect(reminders()).toEqual([expect.stringMatching(/^\*web-prod\* is back Thu 19 Nov, 08:00/)])
  })

  it('is not posted for a pause created after its time', async () => {
    story().setTime('2026-11-20T16:00:00Z')
    await types('Ana', '/pause web-prod until sunday')
    await story().advanceTo('2026-11-22T09:00:00Z')
    expect(reminders()).toEqual([])
  })

  it('stays over when a request for one more day expires after the pause', async () => {
    await types('Ana', '/pause web-prod tomorrow to friday load test')
    await types('Ana', '/dayshift protect web-prod')
    await story().advanceTo(FRIDAY)
    await story().person('Cleo').presses('+1 day')
    await story().advanceTo('2026-11-20T23:01:00Z')
    expect(story().channel()[2]).toBe(
      '~*web-prod* is back Mon 23 Nov, 08:00 – load test.~\nOver, as far as I know.',
    )
  })

  it.each([
    ['+1 day', '21/11/2026', 'Fri 20 Nov 2026 → Sat 21 Nov 2026 (2 days)'],
    ['Until Monday week', '30/11/2026', 'Fri 20 Nov 2026 → Mon 30 Nov 2026 (11 days)'],
  ])('has “%s”, which uses the token of the person who presses it', async (button, until, days) => {
    await types('Ana', '/pause web-prod tomorrow to friday load test')
    await story().advanceTo(FRIDAY)
    await story().person('Cleo').presses(button)
    const sent = story().outgoing.calls.filter(({ text }) => text.includes('action=pause_plan'))
    expect(sent.map(({ token }) => token)).toEqual([story().tokenOf('Ana'), story().tokenOf('Cleo')])
    expect(await story().pauses('web-prod')).toEqual([['20/11/2026', until, 'load test']])
    expect(reminders()[0]).toContain(
      `~*web-prod* is back Mon 23 Nov, 08:00 – load test.~\nChanged to ${days} by <@U3CLEO>`,
    )
  })

  it('can be dismissed without approval', async () => {
    await types('Ana', '/pause web-prod tomorrow to friday load test')
    await types('Ana', '/dayshift protect web-prod')
    await story().advanceTo(FRIDAY)
    await story().person('Cleo').presses('Let it resume')
    expect(reminders()).toEqual([`${REMINDER}\n<@U3CLEO> lets it resume.`])
    expect(story().person('Cleo').readsPrivately()).toEqual([
      expect.stringMatching(/^OK\. \*web-prod\* is back/),
    ])
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '20/11/2026', 'load test']])
  })

  it('covers several plans paused together', async () => {
    await types('Ana', '/pause web-prod and web-staging tomorrow to friday')
    await story().advanceTo(FRIDAY)
    expect(reminders()).toHaveLength(1)
    expect(reminders()[0]).toContain('2 plans are back soon.\n<@U1ANA> paused them.\n*web-prod* is back Mon')
    await story().person('Cleo').presses('+1 day')
    expect(await story().pauses('web-prod')).toEqual([['20/11/2026', '21/11/2026', '']])
  })

  it('is a direct message if the pause was private', async () => {
    await story().person('Ana').says('pause web-prod tomorrow to friday load test')
    await story().advanceTo(FRIDAY)
    expect(story().channel()).toEqual([])
    expect(story().person('Ana').readsInDm.at(-1)).toBe(`${REMINDER}\n${BUTTONS}`)
  })

  it('is a direct message if the bot is not in the channel', async () => {
    await types('Ana', '/pause web-prod tomorrow to friday load test', 'far')
    await story().advanceTo(FRIDAY)
    expect(reminders('far')).toEqual([])
    expect(story().person('Ana').readsInDm.at(-1)).toContain(REMINDER)
    expect(story().person('Ana').readsInDm.at(-1)).toContain('I could not post this in <#C2FAR>.')
    expectRefusals(story(), 'not_in_channel', 'not_in_channel')
  })

  it.each(['2026-11-20T21:00:00Z', '2026-11-21T07:00:00Z'])(
    'is posted late while the pause can still be extended: %s',
    async time => {
      await types('Ana', '/pause web-prod until sunday load test')
      await story().advanceTo(time)
      expect(reminders()).toHaveLength(1)
    },
  )

  it('is dropped after downtime if the pause is over', async () => {
    await types('Ana', '/pause web-prod tomorrow to friday load test')
    await story().restart()
    await story().advanceTo('2026-11-21T07:00:00Z')
    expect(reminders()).toEqual([])
  })

  it('keeps plan time when the clocks change', async () => {
    story().setTime('2027-03-25T09:00:00Z')
    const plan = {
      id: '1',
      name: 'web',
      timezone: 'Europe/Berlin',
      schedule: { days: ['wed'], start: '8', duration: 9 },
    }
    const list = (...pauses: object[]) =>
      story().wire.respondWith('list_plans', { plans: [{ ...plan, pauses }] })
    list()
    story().wire.respondWith('pause_plan')
    await types('Ana', '/pause web until tuesday')
    list({ pause_id: '7', pause_start: '25/03/2027', pause_end: '30/03/2027' })
    await story().advanceTo('2027-03-30T13:59:00Z')
    expect(reminders()).toEqual([])
    await story().advanceTo('2027-03-30T14:00:00Z')
    expect(reminders()).toEqual([expect.stringMatching(/^\*web\* is back Wed 31 Mar, 08:00\./)])
  })
})

describe('no reminder is posted for a pause that', () => {
  const cases: [string, () => Promise<unknown>][] = [
    ['was ended', () => types('Bo', '/resume web-prod')],
    ['was ended at the service', () => story().resumeElsewhere('web-prod')],
    ['goes on by another one', () => story().pauseElsewhere('web-prod', '21/11/2026', '25/11/2026')],
    ['is of a plan that is off', () => types('Ana', '/plan off web-prod')],
    ['was made where reminders are off by now', () => types('Ana', '/dayshift remind off')],
  ]
  it.each(cases)('%s', async (_, perform) => {
    await types('Ana', '/pause web-prod tomorrow to friday load test')
    await perform()
    await story().advanceTo(FRIDAY)
    expect(reminders()).toEqual([])
  })

  it('was changed, but one is posted for its new days', async () => {
    await types('Ana', '/pause web-prod tomorrow to friday load test')
    await types('Ana', '/pause change web-prod until 25 nov')
    await story().advanceTo(FRIDAY)
    expect(reminders()).toEqual([])
    await story().advanceTo('2026-11-25T15:01:00Z')
    expect(reminders()).toEqual([expect.stringMatching(/^\*web-prod\* is back Thu 26 Nov, 08:00/)])
  })
})

it.each<[string, () => unknown]>([
  ['is no longer linked', () => types('Ana', '/dayshift unlink')],
  ['has a token that was revoked', () => story().wire.respond('list_plans', { status: 401 })],
])('a failed check of a pause is reported once if the person who paused %s', async (_, perform) => {
  await types('Ana', '/pause web-prod tomorrow to friday load test')
  await perform()
  await story().advanceTo(FRIDAY)
  await story().recover()
  expect(story().channel().slice(1)).toEqual([
    'The pause of *web-prod* should end soon. <@U1ANA>, who paused it, no longer has an access token that works for it, so I could not check. `/pause list` shows the pauses.',
  ])
})

describe('the time of reminders', () => {
  it('can be set for a channel', async () => {
    await types('Ana', '/dayshift remind <#C1OPS|ops> 2 days before 10am', 'far')
    expect(story().person('Ana').readsPrivately('far')).toEqual([
      'In <#C1OPS>: <@U1ANA> set reminders of pauses: 2 working days before the plan is back, at 10:00 on its clock. This applies to pauses made from now on.',
    ])
    await types('Ana', '/pause web-prod tomorrow to friday load test')
    await story().advanceTo('2026-11-19T08:59:00Z')
    expect(reminders()).toEqual([])
    await story().advanceTo('2026-11-19T09:00:00Z')
    expect(reminders()).toHaveLength(1)
  })

  it('applies only to the organization that set it', async () => {
    const { links, tokenOf, keyOf } = story()
    await links.save(keyOf('Bo'), { token: tokenOf('Bo'), organization: { id: '99', name: 'Umbrella' } })
    await types('Ana', '/pause web-prod tomorrow to friday load test')
    await types('Bo', '/dayshift remind off')
    expect(story().channel().at(-1)).toBe(
      '<@U2BO> turned reminders of pauses off. `/dayshift remind on` turns them on again.',
    )
    await story().advanceTo(FRIDAY)
    expect(reminders()).toEqual([`${REMINDER}\n${BUTTONS}`])
  })

  it('is shown and changed in a form', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift remind')
    expect(ana.fields).toEqual({ Remind: '1 day before 16:00' })
    await ana.submits({ Remind: '3 days before 9:30' })
    await ana.types('/dayshift remind')
    expect(ana.fields).toEqual({ Remind: '3 days before 09:30' })
    await ana.submits({ Remind: 'tomorrow' })
    expect(ana.formErrors).toEqual({ Remind: 'Say when, such as “2 days before 10am”, “on” or “off”.' })
  })

  it('can be turned off, and on again with the default', async () => {
    await types('Ana', '/dayshift remind 3 days before 9am')
    await types('Ana', '/dayshift remind off')
    await types('Bo', '/dayshift remind on')
    expect(story().channel().at(-1)).toContain(
      '<@U2BO> set reminders of pauses: 1 working day before the plan is back, at 16:00 on its clock.',
    )
  })

  it('can be set for one pause in its form, even if the channel has none', async () => {
    await types('Ana', '/dayshift remind off')
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.submits({ From: 'tomorrow', Until: 'friday', Remind: '1 day before noon' })
    await types('Ana', '/pause web-staging tomorrow to friday')
    await story().advanceTo('2026-11-20T11:01:00Z')
    await story().advanceTo(FRIDAY)
    expect(reminders()).toEqual([expect.stringMatching(/^\*web-prod\* is back/)])
  })
})

describe('reminders of several processes', () => {
  it('are sent once', async () => {
    await types('Ana', '/pause web-prod tomorrow to friday load test')
    await story().startReplica()
    await story().startReplica()
    story().setTime(FRIDAY)
    await story().recoverAll()
    expect(reminders()).toHaveLength(1)
  })

  it('are sent by another process after a crash', async () => {
    await types('Ana', '/pause web-prod tomorrow to friday load test')
    const answer = story().wire.hold('list_plans')
    story().setTime(FRIDAY)
    const recovering = story().recover()
    await expect.poll(() => story().wire.received.at(-1)?.action).toBe('list_plans')
    story().crashAfter(0)
    answer()
    expect(await story().survives(recovering)).toBe(false)
    await story().restart()
    expect(reminders()).toEqual([])
    await story().advanceTo('2026-11-20T15:01:30Z')
    await story().recover()
    expect(reminders()).toEqual([`${REMINDER}\n${BUTTONS}`])
  })
})
