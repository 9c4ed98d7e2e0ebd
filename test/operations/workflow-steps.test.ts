import { describe, expect, it } from 'vitest'
import { expectCrashes, expectRefusals, stories } from '../stories.ts'

const story = stories()

const ana = { id: 'U1ANA', secret: 'of Slack' }
const OPS = { channel: 'C1OPS' }
const PAUSE = { plans: 'web-prod', days: 'tomorrow to friday', reason: 'load test', ...OPS }
const THURSDAY = { from: '2026-11-19', until: '2026-11-20' }

const pauseStep = (inputs: object) => story().step('pause_plans', { ...PAUSE, ...inputs })
const allows = (name: 'Ana' | 'Bo' | 'Dev' = 'Ana') =>
  story().person(name).presses('Allow', { Ana: 'DU1ANA', Bo: 'DU2BO', Dev: 'DU4DEV' }[name])
const dmOf = (name: 'Ana' | 'Bo') => story().person(name).readsInDm

describe('the step “Pause plans”', () => {
  it('pauses with the token of the person who started the workflow, and returns outputs', async () => {
    await pauseStep({ starter: ana })
    expect([story().wire.changes(), story().stepEnds()]).toEqual([[], [{}]])
    await allows()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '20/11/2026', 'load test']])
    expect(story().channel()).toEqual([
      expect.stringContaining('<@U1ANA> paused *web-prod*: Thu 19 Nov 2026'),
    ])
    const [message] = story().slack.channel('ops')
    const link = `https://playground.slack.com/archives/C1OPS/p${message?.ts.replace('.', '')}`
    const result = expect.stringMatching(
      /^<@U1ANA> paused web-prod: Thu 19 Nov 2026 → Fri 20 Nov 2026 \(2 days\)/,
    )
    expect(story().stepEnds()).toEqual([{ outputs: { result, link, ...THURSDAY } }])
  })

  it('accepts dates, and several plans', async () => {
    const days = { days: '', from: '2026-11-23', until: '2026-11-24' }
    await pauseStep({ starter: ana, plans: 'web-prod and web-staging', ...days })
    await allows()
    for (const plan of ['web-prod', 'web-staging'])
      expect(await story().pauses(plan)).toContainEqual(['23/11/2026', '24/11/2026', 'load test'])
    expect(story().stepEnds()).toMatchObject([{ outputs: { from: '2026-11-23', until: '2026-11-24' } }])
  })

  it('accepts all plans without confirmation', async () => {
    await pauseStep({ starter: ana, plans: 'all' })
    await allows()
    expect(await story().pauses('web-staging')).toContainEqual(['19/11/2026', '20/11/2026', 'load test'])
    expect(story().channel()).toEqual([expect.stringMatching(/paused (all )?\d+ plans/)])
    expect(story().stepEnds()).toMatchObject([{ outputs: THURSDAY }])
  })

  it('keeps a pause that touches the new days', async () => {
    await pauseStep({ starter: ana })
    await allows()
    await pauseStep({ starter: ana, days: 'this weekend' })
    expect(await story().pauses('web-prod')).toEqual([
      ['19/11/2026', '20/11/2026', 'load test'],
      ['21/11/2026', '22/11/2026', 'load test'],
    ])
    expect(story().stepEnds()).toMatchObject([{ outputs: THURSDAY }, { outputs: { from: '2026-11-21' } }])
  })

  it('replies in the DM if no channel is given', async () => {
    await story().step('pause_plans', { plans: 'web-prod', days: 'tomorrow', starter: ana })
    await allows()
    expect(story().channel()).toEqual([])
    expect(dmOf('Ana').at(-1)).toContain('<@U1ANA> paused *web-prod*')
    expect(story().stepEnds()).toMatchObject([{ outputs: { link: expect.stringContaining('/DU1ANA/') } }])
  })

  it.each([
    [{ starter: ana, plans: 'web-prodd' }, /web-prod/],
    [{ starter: ana, plans: 'web' }, /web-prod · web-staging/],
    [{ starter: ana, days: 'last week' }, /past|over/],
    [{ starter: ana, days: '' }, /first and the last day/],
  ])('fails without changes for %j', async (inputs, error) => {
    await pauseStep(inputs)
    await allows()
    expect(story().stepEnds()).toEqual([{ error: expect.stringMatching(error) }])
    expect(story().wire.changes()).toEqual([])
    expect([story().channel(), dmOf('Ana')]).toEqual([[], [expect.stringContaining('You allowed it.')]])
  })

  it('fails with the way to link for a person without a link', async () => {
    await pauseStep({ starter: { id: 'U4DEV', secret: 's' } })
    await allows('Dev')
    const error = expect.stringMatching(/^Link your account first: \/dayshift link\./)
    expect(story().stepEnds()).toEqual([{ error }])
  })

  it('rejects a starter that Slack does not vouch for', async () => {
    await pauseStep({})
    const { payload } = story().slack.requests.at(-1) ?? expect.fail('Slack sent nothing')
    const inputs = { ...PAUSE, starter: 'U1ANA' }
    await story().slack.event({ ...Object(Reflect.get(payload, 'event')), inputs })
    const error = expect.stringMatching(/^The step says neither whom it acts for/)
    expect(story().stepEnds()).toEqual([{ error }])
    expect(dmOf('Ana')).toEqual([])
    expectRefusals(story(), 'execution_not_in_running_state')
  })

  it('is applied once if Slack repeats its event', async () => {
    await pauseStep({ starter: ana })
    const { payload } = story().slack.requests.at(-1) ?? expect.fail('Slack sent nothing')
    await allows()
    await story().redeliver(payload)
    await story().redeliver({ ...payload, event_id: 'Ev2' })
    expect([story().wire.changes().length, story().channel().length]).toEqual([1, 1])
    expect(story().stepEnds()).toMatchObject([{ outputs: THURSDAY }])
  })

  it('is completed by another process after a crash', async () => {
    await pauseStep({ starter: ana })
    await story().crashDuring(4, allows)
    await story().advanceTo('2026-11-18T09:05:00Z')
    expect(await story().pauses('web-prod')).toHaveLength(1)
    expect(story().stepEnds()).toMatchObject([{ outputs: THURSDAY }])
  })

  it('fails with the reason of the service', async () => {
    story().wire.respond('pause_plan', { status: 403 })
    await pauseStep({ starter: ana })
    await allows()
    const error = expect.stringMatching(
      /^The scheduling service does not allow you .*\. Nothing was changed\./,
    )
    expect(story().stepEnds()).toEqual([{ error }])
    expect(story().channel()).toEqual([])
  })
})

describe('a step for a person named in the workflow', () => {
  const forBo = { starter: ana, person: 'U2BO' }

  it('waits until that person allows it, once for these plans in this channel', async () => {
    await pauseStep(forBo)
    expect([story().wire.changes(), story().stepEnds()]).toEqual([[], [{}]])
    expect(dmOf('Bo')).toEqual([
      expect.stringMatching(
        /^A workflow wants to act in your name: \*Pause plans\* – web-prod · tomorrow to friday · load test\nIt will be announced in <#C1OPS>\.\n.*\n\[Allow\] \[Do not allow\]$/,
      ),
    ])
    await story().person('Bo').presses('Allow', 'DU2BO')
    expect(story().channel()).toEqual([expect.stringContaining('<@U2BO> paused *web-prod*')])
    expect(story().stepEnds()).toMatchObject([{ outputs: THURSDAY }])
    expect(dmOf('Bo')).toEqual([expect.stringMatching(/\nYou allowed it\.$/)])
    await pauseStep({ ...forBo, days: 'monday' })
    expect(story().channel()).toHaveLength(2)
    await pauseStep({ ...forBo, plans: 'web-staging' })
    expect([story().channel().length, dmOf('Bo').length]).toEqual([2, 2])
  })

  it('fails if relative days are allowed on another day', async () => {
    await pauseStep(forBo)
    story().setTime('2026-11-19T09:00:00Z')
    await allows('Bo')
    expect(story().stepEnds()).toEqual([
      {
        error: expect.stringMatching(
          /on another day, on which “tomorrow to friday” may.* Nothing was done\.$/,
        ),
      },
    ])
    expect(story().wire.changes()).toEqual([])
  })

  it('checks dates on the day on which they are allowed', async () => {
    const plans = { 'web-prod': '2026-11-20', 'web-staging': '2026-11-18' }
    for (const [plan, from] of Object.entries(plans))
      await pauseStep({ ...forBo, plans: plan, days: '', from, until: '2026-11-20' })
    story().setTime('2026-11-19T09:00:00Z')
    for (const plan of Object.keys(plans)) await story().person('Bo').pressesBelow(plan, 'Allow', 'DU2BO')
    expect(await story().pauses('web-prod')).toEqual([['20/11/2026', '20/11/2026', 'load test']])
    expect(story().stepEnds()).toMatchObject([
      { outputs: { from: '2026-11-20' } },
      { error: expect.stringMatching(/over|past/) },
    ])
    expect(story().wire.changes()).toHaveLength(1)
  })

  it.each([
    ['has unlinked and linked again', true],
    ['acts in another organization', false],
  ])('asks again if that person %s', async (_, unlinks) => {
    await pauseStep(forBo)
    await allows('Bo')
    const acme = await story().acme()
    if (unlinks) await story().person('Bo').types('/dayshift unlink')
    const organization = unlinks ? acme : { id: 'another', name: 'Another' }
    await story().links.save(story().keyOf('Bo'), { token: story().tokenOf('Bo'), organization })
    await pauseStep({ ...forBo, days: 'monday' })
    expect(dmOf('Bo')).toHaveLength(2)
    expect(story().stepEnds()).toMatchObject([{ outputs: THURSDAY }, {}])
  })

  it('fails if that person declines', async () => {
    await pauseStep(forBo)
    await story().person('Bo').presses('Do not allow', 'DU2BO')
    expect(story().stepEnds()).toEqual([{ error: '<@U2BO> did not allow this.' }])
    expect(story().wire.changes()).toEqual([])
  })

  it('is applied once if the press and the event are repeated', async () => {
    await pauseStep(forBo)
    const { payload } = story().slack.requests.at(-1) ?? expect.fail('Slack sent nothing')
    await story().redeliver(payload)
    await allows('Bo')
    const { payload: press } = story().slack.requests.at(-1) ?? expect.fail('Slack sent nothing')
    await story().sendRaw({ payload: JSON.stringify(press) })
    expect([story().wire.changes().length, story().channel().length]).toEqual([1, 1])
  })

  it('cannot be allowed by anyone else', async () => {
    await pauseStep(forBo)
    await story().person('Bo').presses('Do not allow', 'DU2BO')
    const { payload } = story().slack.requests.at(-1) ?? expect.fail('Slack sent nothing')
    const press = JSON.stringify({ ...payload, user: { id: 'U1ANA', team_id: 'T0PLAY' } })
    await story().sendRaw({ payload: press.replaceAll('step.decline', 'step.allow') })
    expect(story().wire.changes()).toEqual([])
  })
})

it('a step that breaks ends with an error, and is logged once', async () => {
  await story().step('list_pauses', { starter: ana })
  await allows()
  story().outcomes.push = () => {
    throw new Error('outcomes cannot be counted')
  }
  await story().step('list_pauses', { starter: ana })
  expect(story().stepEnds()[1]?.error).toBe('Something went wrong inside Dayshift. Nothing was changed.')
  expect(story().logged.filter(line => line.includes('"level":50'))).toHaveLength(1)
  expectCrashes(story(), 1)
})

describe('the other steps', () => {
  it('resume a plan', async () => {
    await pauseStep({ starter: ana })
    await allows()
    await story().step('resume_plan', { plans: 'web-prod', starter: ana, ...OPS })
    await allows()
    expect(await story().pauses('web-prod')).toEqual([])
    expect(story().stepEnds().at(-1)).toMatchObject({
      outputs: { result: expect.stringContaining('cancelled the upcoming pause of web-prod'), ...THURSDAY },
    })
  })

  it('list pauses, and change nothing', async () => {
    await story().step('list_pauses', { starter: ana })
    await allows()
    const [end] = story().stepEnds()
    expect(end?.outputs).toEqual({ result: expect.stringContaining('data-warehouse') })
    expect(story().channel()).toEqual([])
  })
})

describe('a step that Slack does not let end', () => {
  it('is announced once, and logged', async () => {
    await pauseStep({ starter: ana })
    story().failSlack('functions.completeSuccess', 'internal_error')
    await allows()
    await story().advanceTo('2026-11-18T09:15:00Z')
    expect([story().channel().length, story().stepEnds()]).toEqual([1, [{}]])
    expect(story().logged.splice(0).join()).toContain('Slack did not take the end of a step')
    story().restoreSlack()
    await story().person('Ana').types('/resume web-prod')
    expect(story().channel()[0]).toMatch(/^~.*~\nCancelled/)
  })
})
