import { describe, expect, it } from 'vitest'
import { formatInstant } from '../../src/message/mrkdwn.ts'
import { expectRefusals, stories } from '../stories.ts'
import type { Name } from '../story.ts'

const story = stories()

const types = (name: Name, line: string, channel?: string) => story().person(name).types(line, channel)
const byline = (name: Name) => `by ${story().person(name).mention}, ${formatInstant(story().now()).mrkdwn}`
const methods = () => story().slack.calls.map(({ method }) => method)

const MESSAGE = '<@U1ANA> paused *web-prod*: Thu 19 Nov 2026 (1 day) – load test'
const CONSEQUENCE = 'Skips Thu: 11 scheduled hours of 4 resources. Back Fri 20 Nov, 08:00.'
const PAUSE = '/pause web-prod tomorrow load test'

describe('the announcement of a pause', () => {
  const requests: [string, () => Promise<unknown>][] = [
    ['a sentence', () => types('Bo', '/resume web-prod')],
    ['its button', () => story().person('Bo').presses('Resume now')],
    [
      'a sentence in a channel without the bot',
      async () => {
        await types('Bo', '/resume web-prod', 'far')
        expectRefusals(story(), 'not_in_channel')
      },
    ],
  ]

  it.each(requests)(
    'is struck through, without buttons, when the pause is cancelled by %s',
    async (_, resume) => {
      await types('Ana', PAUSE)
      story().setTime('2026-11-18T19:32:00Z')
      await resume()
      expect(story().channel()[0]).toBe(`~${MESSAGE}~\nCancelled ${byline('Bo')}`)
      expect(await story().pauses('web-prod')).toEqual([])
    },
  )

  it('shows that a live pause was ended', async () => {
    await types('Ana', PAUSE)
    story().setTime('2026-11-19T09:00:00Z')
    await types('Bo', '/resume web-prod')
    expect(story().channel()).toEqual([
      `~${MESSAGE}~\nEnded ${byline('Bo')}`,
      expect.stringContaining('<@U2BO> resumed *web-prod* and ended its pause: Thu 19 Nov 2026 (1 day)'),
    ])
  })

  it('shows the new days of a changed pause, and Undo strikes out the second announcement as well', async () => {
    await types('Ana', PAUSE)
    await types('Bo', '/pause change web-prod until sunday')
    const days = 'Thu 19 Nov 2026 → Sun 22 Nov 2026 (4 days)'
    expect(story().channel()).toEqual([
      `~${MESSAGE}~\nChanged to ${days} ${byline('Bo')}`,
      expect.stringContaining('[Undo]'),
    ])
    await story().person('Ana').presses('Undo')
    const [, second = '', third] = story().channel()
    expect(second).toBe(
      `~<@U2BO> changed the pause of *web-prod*: ${days} – load test~\nChanged to Thu 19 Nov 2026 (1 day) ${byline('Ana')}`,
    )
    expect(third).toContain('[Resume now]')
  })

  it('does not change when another pause of the same days is cancelled', async () => {
    await types('Ana', PAUSE)
    await types('Bo', '/pause web-prod tomorrow audit')
    await story().person('Bo').presses('Keep both')
    const messages = story().channel()
    await story().person('Bo').pressesBelow('audit', 'Resume now')
    expect(story().channel()[0]).toBe(messages[0])
    expect(story().channel()[1]).toMatch(/^~<@U2BO> paused.*~\nCancelled by/)
  })

  it('is found by its days if the service returns no id of the pause', async () => {
    story().wire.omit('pause_plan', 'pause_id')
    await types('Ana', PAUSE)
    await types('Bo', '/resume web-prod')
    expect(story().channel()[0]).toBe(`~${MESSAGE}~\nCancelled ${byline('Bo')}`)
  })

  it('of several plans keeps its buttons until all of their pauses are gone', async () => {
    await types('Ana', '/pause web-prod, web-staging and ci-runners tomorrow')
    const [messages = ''] = story().channel()
    const [list = '', buttons] = messages.split(/\n(?=\[)/)
    await types('Bo', '/resume web-prod')
    const first = `web-prod: cancelled ${byline('Bo')}`
    expect(story().channel()[0]).toBe(`${list}\n${first}\n${buttons}`)
    await story().person('Ana').presses('Resume all')
    const struck = `~${list.split('\n')[0]}~`
    expect(story().channel()[0]).toBe(
      `${struck}\n${first}\nweb-staging, ci-runners: cancelled ${byline('Ana')}`,
    )
  })

  it('of several plans shows all pauses that are cancelled at the same time', async () => {
    await types('Ana', '/pause web-prod and web-staging and ci-runners tomorrow')
    await Promise.all([types('Bo', '/resume web-prod'), types('Cleo', '/resume ci-runners')])
    expect(story().channel()[0]).toContain(`web-prod: cancelled ${byline('Bo')}`)
    expect(story().channel()[0]).toContain(`ci-runners: cancelled ${byline('Cleo')}`)
  })

  it('is struck through after the last day in the time zone of the plan', async () => {
    await types('Ana', PAUSE)
    await types('Ana', '/dayshift remind off')
    const messages = story().channel()
    await story().advanceTo('2026-11-19T22:59:00Z')
    expect(story().channel()).toEqual(messages)
    await story().advanceTo('2026-11-19T23:01:00Z')
    await story().recover()
    expect(story().channel()).toEqual([`~${MESSAGE}~\nOver, as far as I know.`, messages[1]])
    expect(methods().filter(method => method === 'chat.update')).toHaveLength(1)
  })

  it('is updated even if Slack refuses the update of another one', async () => {
    await types('Ana', PAUSE)
    await types('Ana', '/pause ci-runners tomorrow load test', 'both')
    story().failSlack('chat.update C1OPS', 'cant_update_message')
    await types('Bo', '/resume web-prod and ci-runners all')
    expect(story().channel()[0]).toContain(MESSAGE)
    expect(story().channel()[0]).toContain('[Resume now]')
    expect(story().channel('both')[0]).toMatch(/^~<@U1ANA> paused \*ci-runners\*.*~\nCancelled by /)
    expect(story().channel().at(-1)).toContain('<@U2BO> cancelled upcoming pauses of 2 plans')
    expect(story().logged.join()).toContain('an announcement could not be updated')
  })

  it('keeps its buttons if the pause could not be removed', async () => {
    await types('Ana', PAUSE)
    story().wire.respond('remove_pause', { status: 403 })
    await types('Bo', '/resume web-prod')
    expect(story().channel()).toEqual([expect.stringContaining(`${MESSAGE}\n${CONSEQUENCE}\n[Resume now]`)])
  })

  it('is updated by another process after a crash', async () => {
    await types('Ana', PAUSE)
    const answer = story().wire.hold('remove_pause')
    const typed = types('Bo', '/resume web-prod')
    await expect.poll(() => story().wire.changes().length).toBe(2)
    story().crashAfter(0)
    answer()
    expect(await story().survives(typed)).toBe(false)
    await story().restart()
    await story().advanceTo('2026-11-18T09:00:40Z')
    expect(story().channel()[0]).toMatch(/^~.*~\nCancelled by <@U2BO>, /)
    expect(story().channel()).toHaveLength(2)
  })
})

describe('announcing a pause', () => {
  it('posts a message, and acknowledges the command without text', async () => {
    await types('Ana', PAUSE)
    expect(story().slack.requests.at(-1)).toMatchObject({ status: 200, body: '' })
    expect(methods()).toContain('chat.postMessage')
    expect(story().channel()).toEqual([expect.stringContaining(MESSAGE)])
  })

  it('uses the acknowledgement in a channel without the bot, and never updates it', async () => {
    await types('Ana', PAUSE, 'far')
    expect(story().slack.requests.at(-1)?.body).toMatchObject({ response_type: 'in_channel' })
    const messages = story().channel('far')
    await types('Bo', '/resume web-prod', 'far')
    expect(story().channel('far')).toEqual([...messages, expect.stringContaining('<@U2BO> cancelled')])
    expectRefusals(story(), 'not_in_channel', 'not_in_channel')
  })

  it.each(['ratelimited', 'channel_not_found', 'missing_scope', 'invalid_auth', 'internal_error'])(
    'uses the acknowledgement if Slack answers %s',
    async error => {
      story().failSlack('chat.postMessage', error)
      await types('Ana', PAUSE)
      expect(story().channel()).toEqual([expect.stringContaining(MESSAGE)])
    },
  )
})

describe('a pause until Monday', () => {
  it('includes Monday, with a button that makes it end on Sunday', async () => {
    await types('Ana', '/pause web-prod until monday load test')
    expect(story().channel()).toEqual([
      '<@U1ANA> paused *web-prod*: Wed 18 Nov 2026 → Mon 23 Nov 2026 (6 days) – load test\nSkips Wed, Thu, Fri, Mon: 42 scheduled hours of 4 resources. Back Tue 24 Nov, 08:00.\n[Resume now] [Change dates] [Back Monday instead]',
    ])
    await story().person('Ana').presses('Back Monday instead')
    expect(await story().pauses('web-prod')).toEqual([['18/11/2026', '22/11/2026', 'load test']])
    expect(story().channel()[0]).toMatch(/^~.*~\nChanged to Wed 18 Nov 2026 → Sun 22 Nov 2026 \(5 days\) by/)
    expect(story().channel()[1]).toContain(' Back Mon 23 Nov, 08:00.\n')
  })

  it.each(['monday', 'until sunday', 'until friday', 'next week'])('is not meant by “%s”', async days => {
    await types('Ana', `/pause web-prod ${days}`)
    expect(story().channel().at(-1)).not.toContain('Back Monday')
  })
})

describe('the metadata of an announcement for other apps', () => {
  const messages = () => story().slack.channel('ops')
  const metadata = () => messages().flatMap(message => message.metadata ?? [])
  const tomorrow = async (plan: string) => ({
    plan_id: await story().planId(plan),
    plan,
    from: '2026-11-19',
    until: '2026-11-19',
  })

  it('contains person, plans and days of a pause, a change and a resumption, but no reason', async () => {
    await types('Ana', PAUSE)
    await types('Ana', '/pause change web-prod until friday')
    await story().person('Bo').presses('Resume now')
    const pause = await tomorrow('web-prod')
    const before = { total: 1, pauses: [pause] }
    const changed = { total: 1, pauses: [{ ...pause, until: '2026-11-20' }] }
    expect(metadata()).toEqual([
      { event_type: 'dayshift.plan_paused', event_payload: { actor: 'U1ANA', ...before } },
      { event_type: 'dayshift.plan_paused', event_payload: { actor: 'U1ANA', ...changed } },
      { event_type: 'dayshift.plan_resumed', event_payload: { actor: 'U2BO', ...changed } },
    ])
  })

  it('contains each of several plans', async () => {
    await types('Ana', '/pause web-prod, web-staging and ci-runners tomorrow')
    const plans = ['web-prod', 'web-staging', 'ci-runners']
    const pauses = await Promise.all(plans.map(tomorrow))
    expect(metadata()).toMatchObject([{ event_payload: { total: 3, pauses } }])
  })

  it('is on no other message', async () => {
    await types('Ana', '/plan off web-prod')
    await types('Ana', '/pause list')
    expect(messages()).toHaveLength(1)
    expect(metadata()).toEqual([])
  })
})

describe('the time at which a plan is back', () => {
  it('skips following pauses and days outside the schedule', async () => {
    await story().pauseElsewhere('web-prod', '23/11/2026', '24/11/2026')
    await story().pauseElsewhere('web-prod', '26/11/2026', '26/11/2026')
    await types('Ana', '/pause web-prod friday')
    expect(story().channel().at(-1)).toContain(' Back Wed 25 Nov, 08:00.\n')
  })

  it('is given as a day if the hours are unknown, and omitted for a plan that is off', async () => {
    const plan = (name: string, more: object) => ({ id: name, name, pauses: [], resources: 1, ...more })
    const plans = [plan('bare', {}), plan('off', { state: 'inactive' })]
    story().wire.respondWith('list_plans', { plans })
    story().wire.respondWith('pause_plan')
    await types('Ana', '/pause bare tomorrow')
    await types('Ana', '/pause off tomorrow')
    expect(story().channel()).toEqual([
      expect.stringContaining('Thu 19 Nov 2026 (1 day)\nBack Fri 20 Nov.\n['),
      expect.stringContaining(
        'Thu 19 Nov 2026 (1 day)\nSkips nothing: it is off until someone turns it on.\n[',
      ),
    ])
  })
})
