import { describe, expect, it } from 'vitest'
import { formatInstant } from '../../src/message/mrkdwn.ts'
import { expectRefusals, stories } from '../stories.ts'
import type { Name } from '../story.ts'

const story = stories()

const says = (name: Name, sentence: string, channel?: string) => story().person(name).types(sentence, channel)
const by = (name: Name) => `by ${story().person(name).mention}, ${formatInstant(story().now()).mrkdwn}`
const methods = () => story().slack.calls.map(({ method }) => method)

const SAID = '<@U1ANA> paused *web-prod*: Thu 19 Nov 2026 (1 day) – load test'
const SKIPS = 'Skips Thu: 11 scheduled hours of 4 resources. Back Fri 20 Nov, 08:00.'
const PAUSE = '/pause web-prod tomorrow load test'

describe('the message that announced a pause', () => {
  const requests: [string, () => Promise<unknown>][] = [
    ['a sentence', () => says('Bo', '/resume web-prod')],
    ['its button', () => story().person('Bo').presses('Resume now')],
    [
      'a sentence in a channel without the bot',
      async () => {
        await says('Bo', '/resume web-prod', 'far')
        expectRefusals(story(), 'not_in_channel')
      },
    ],
  ]

  it.each(requests)(
    'is struck through, and has no buttons, once it is cancelled by %s',
    async (_, resume) => {
      await says('Ana', PAUSE)
      story().setTime('2026-11-18T19:32:00Z')
      await resume()
      expect(story().channel()[0]).toBe(`~${SAID}~\nCancelled ${by('Bo')}`)
      expect(await story().pauses('web-prod')).toEqual([])
    },
  )

  it('says that a live pause is ended', async () => {
    await says('Ana', PAUSE)
    story().setTime('2026-11-19T09:00:00Z')
    await says('Bo', '/resume web-prod')
    expect(story().channel()).toEqual([
      `~${SAID}~\nEnded ${by('Bo')}`,
      expect.stringContaining('<@U2BO> resumed *web-prod* and ended its pause: Thu 19 Nov 2026 (1 day)'),
    ])
  })

  it('says to what a pause is changed; what is undone then stands struck through as well', async () => {
    await says('Ana', PAUSE)
    await says('Bo', '/pause change web-prod until sunday')
    const days = 'Thu 19 Nov 2026 → Sun 22 Nov 2026 (4 days)'
    expect(story().channel()).toEqual([
      `~${SAID}~\nChanged to ${days} ${by('Bo')}`,
      expect.stringContaining('[Undo]'),
    ])
    await story().person('Ana').presses('Undo')
    const [, second = '', third] = story().channel()
    expect(second).toBe(
      `~<@U2BO> changed the pause of *web-prod*: ${days} – load test~\nChanged to Thu 19 Nov 2026 (1 day) ${by('Ana')}`,
    )
    expect(third).toContain('[Resume now]')
  })

  it('of another pause stays as it is, also of the same days', async () => {
    await says('Ana', PAUSE)
    await says('Bo', '/pause web-prod tomorrow audit')
    await story().person('Bo').presses('Keep both')
    const messages = story().channel()
    await story().person('Bo').pressesBelow('audit', 'Resume now')
    expect(story().channel()[0]).toBe(messages[0])
    expect(story().channel()[1]).toMatch(/^~<@U2BO> paused.*~\nCancelled by/)
  })

  it('is found by its days where the service does not tell the id of a pause', async () => {
    story().wire.omit('pause_plan', 'pause_id')
    await says('Ana', PAUSE)
    await says('Bo', '/resume web-prod')
    expect(story().channel()[0]).toBe(`~${SAID}~\nCancelled ${by('Bo')}`)
  })

  it('of several plans keeps its buttons until none of their pauses stands', async () => {
    await says('Ana', '/pause web-prod, web-staging and ci-runners tomorrow')
    const [messages = ''] = story().channel()
    const [list = '', buttons] = messages.split(/\n(?=\[)/)
    await says('Bo', '/resume web-prod')
    const first = `web-prod: cancelled ${by('Bo')}`
    expect(story().channel()[0]).toBe(`${list}\n${first}\n${buttons}`)
    await story().person('Ana').presses('Resume all')
    const struck = `~${list.split('\n')[0]}~`
    expect(story().channel()[0]).toBe(`${struck}\n${first}\nweb-staging, ci-runners: cancelled ${by('Ana')}`)
  })

  it('says that it is over, as far as is known here, once its last day is, on the clock of the plan', async () => {
    await says('Ana', PAUSE)
    await says('Ana', '/dayshift remind off')
    const messages = story().channel()
    await story().advanceTo('2026-11-19T22:59:00Z')
    expect(story().channel()).toEqual(messages)
    await story().advanceTo('2026-11-19T23:01:00Z')
    await story().recover()
    expect(story().channel()).toEqual([`~${SAID}~\nOver, as far as I know.`, messages[1]])
    expect(methods().filter(method => method === 'chat.update')).toHaveLength(1)
  })

  it('is updated also where Slack takes no change of another one', async () => {
    await says('Ana', PAUSE)
    await says('Ana', '/pause ci-runners tomorrow load test', 'both')
    story().failSlack('chat.update C1OPS', 'cant_update_message')
    await says('Bo', '/resume web-prod and ci-runners all')
    expect(story().channel()[0]).toContain(SAID)
    expect(story().channel()[0]).toContain('[Resume now]')
    expect(story().channel('both')[0]).toMatch(/^~<@U1ANA> paused \*ci-runners\*.*~\nCancelled by /)
    expect(story().channel().at(-1)).toContain('<@U2BO> cancelled upcoming pauses of 2 plans')
    expect(story().logged.join()).toContain('an announcement could not be updated')
  })

  it('keeps its buttons where the pause could not be removed', async () => {
    await says('Ana', PAUSE)
    story().wire.respond('remove_pause', { status: 403 })
    await says('Bo', '/resume web-prod')
    expect(story().channel()).toEqual([expect.stringContaining(`${SAID}\n${SKIPS}\n[Resume now]`)])
  })

  it('is updated by another process, which goes on where one was killed', async () => {
    await says('Ana', PAUSE)
    const answer = story().wire.hold('remove_pause')
    const typed = says('Bo', '/resume web-prod')
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

describe('how a pause is announced', () => {
  it('as a message of the bot, where it is in the channel: the command is acknowledged with nothing', async () => {
    await says('Ana', PAUSE)
    expect(story().slack.requests.at(-1)).toMatchObject({ status: 200, body: '' })
    expect(methods()).toContain('chat.postMessage')
    expect(story().channel()).toEqual([expect.stringContaining(SAID)])
  })

  it('by the acknowledgement, where it is not, and the message stays as it was', async () => {
    await says('Ana', PAUSE, 'far')
    expect(story().slack.requests.at(-1)?.body).toMatchObject({ response_type: 'in_channel' })
    const messages = story().channel('far')
    await says('Bo', '/resume web-prod', 'far')
    expect(story().channel('far')).toEqual([...messages, expect.stringContaining('<@U2BO> cancelled')])
    expectRefusals(story(), 'not_in_channel', 'not_in_channel')
  })

  it.each(['ratelimited', 'channel_not_found', 'missing_scope', 'invalid_auth', 'internal_error'])(
    'by the acknowledgement, where Slack answers %s',
    async error => {
      story().failSlack('chat.postMessage', error)
      await says('Ana', PAUSE)
      expect(story().channel()).toEqual([expect.stringContaining(SAID)])
    },
  )
})

describe('a pause until Monday', () => {
  it('includes it, says when the plan is back, and gives way to Sunday by one press', async () => {
    await says('Ana', '/pause web-prod until monday load test')
    expect(story().channel()).toEqual([
      '<@U1ANA> paused *web-prod*: Wed 18 Nov 2026 → Mon 23 Nov 2026 (6 days) – load test\nSkips Wed, Thu, Fri, Mon: 42 scheduled hours of 4 resources. Back Tue 24 Nov, 08:00.\n[Resume now] [Change dates] [Back Monday instead]',
    ])
    await story().person('Ana').presses('Back Monday instead')
    expect(await story().pauses('web-prod')).toEqual([['18/11/2026', '22/11/2026', 'load test']])
    expect(story().channel()[0]).toMatch(/^~.*~\nChanged to Wed 18 Nov 2026 → Sun 22 Nov 2026 \(5 days\) by/)
    expect(story().channel()[1]).toContain(' Back Mon 23 Nov, 08:00.\n')
  })

  it.each(['monday', 'until sunday', 'until friday', 'next week'])('is not said by “%s”', async days => {
    await says('Ana', `/pause web-prod ${days}`)
    expect(story().channel().at(-1)).not.toContain('Back Monday')
  })
})

describe('what other apps read of an announcement', () => {
  const messages = () => story().slack.channel('ops')
  const metadata = () => messages().flatMap(message => message.metadata ?? [])
  const tomorrow = async (plan: string) => ({
    plan_id: await story().planId(plan),
    plan,
    from: '2026-11-19',
    until: '2026-11-19',
  })

  it('says who paused which plan for which days, changed them and resumed it, without the reason', async () => {
    await says('Ana', PAUSE)
    await says('Ana', '/pause change web-prod until friday')
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

  it('has each of several plans, in the message that showed how far it was', async () => {
    await says('Ana', '/pause web-prod, web-staging and ci-runners tomorrow')
    const plans = ['web-prod', 'web-staging', 'ci-runners']
    const pauses = await Promise.all(plans.map(tomorrow))
    expect(metadata()).toMatchObject([{ event_payload: { total: 3, pauses } }])
  })

  it('is on nothing else', async () => {
    await says('Ana', '/plan off web-prod')
    await says('Ana', '/pause list')
    expect(messages()).toHaveLength(1)
    expect(metadata()).toEqual([])
  })
})

describe('when a plan is back', () => {
  it('is said over pauses that follow, and days on which it does not run', async () => {
    await story().pauseElsewhere('web-prod', '23/11/2026', '24/11/2026')
    await story().pauseElsewhere('web-prod', '26/11/2026', '26/11/2026')
    await says('Ana', '/pause web-prod friday')
    expect(story().channel().at(-1)).toContain(' Back Wed 25 Nov, 08:00.\n')
  })

  it('is a day alone where the hours are not known, and none where the plan is off', async () => {
    const plan = (name: string, more: object) => ({ id: name, name, pauses: [], resources: 1, ...more })
    const plans = [plan('bare', {}), plan('off', { state: 'inactive' })]
    story().wire.respondWith('list_plans', { plans })
    story().wire.respondWith('pause_plan')
    await says('Ana', '/pause bare tomorrow')
    await says('Ana', '/pause off tomorrow')
    expect(story().channel()).toEqual([
      expect.stringContaining('Thu 19 Nov 2026 (1 day)\nBack Fri 20 Nov.\n['),
      expect.stringContaining(
        'Thu 19 Nov 2026 (1 day)\nSkips nothing: it is off until someone turns it on.\n[',
      ),
    ])
  })
})
