import { describe, expect, it } from 'vitest'
import { expectRefusals, stories } from '../stories.ts'

const story = stories()

const ana = { id: 'U1ANA', secret: 'of Slack' }
const OPS = { channel: 'C1OPS' }
const PAUSE = { plans: 'web-prod', days: 'tomorrow to friday', reason: 'load test', ...OPS }
const THURSDAY = { from: '2026-11-19', until: '2026-11-20' }

const pauses = (inputs: object) => story().step('pause_plans', { ...PAUSE, ...inputs })
const allows = (name: 'Ana' | 'Bo' | 'Dev' = 'Ana') =>
  story().person(name).presses('Allow', { Ana: 'DU1ANA', Bo: 'DU2BO', Dev: 'DU4DEV' }[name])
const question = (name: 'Ana' | 'Bo') => story().person(name).readsInDm

describe('the step “Pause plans”', () => {
  it('pauses as the one who started the workflow, once they allow it, and ends with what later steps can use', async () => {
    await pauses({ starter: ana })
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

  it('takes days as dates, and several plans', async () => {
    const days = { days: '', from: '2026-11-23', until: '2026-11-24' }
    await pauses({ starter: ana, plans: 'web-prod and web-staging', ...days })
    await allows()
    for (const plan of ['web-prod', 'web-staging'])
      expect(await story().pauses(plan)).toContainEqual(['23/11/2026', '24/11/2026', 'load test'])
    expect(story().stepEnds()).toMatchObject([{ outputs: { from: '2026-11-23', until: '2026-11-24' } }])
  })

  it('takes all plans, of which nobody can be asked whether they are meant', async () => {
    await pauses({ starter: ana, plans: 'all' })
    await allows()
    expect(await story().pauses('web-staging')).toContainEqual(['19/11/2026', '20/11/2026', 'load test'])
    expect(story().channel()).toEqual([expect.stringMatching(/paused (all )?\d+ plans/)])
    expect(story().stepEnds()).toMatchObject([{ outputs: THURSDAY }])
  })

  it('pauses days that touch another pause beside it', async () => {
    await pauses({ starter: ana })
    await allows()
    await pauses({ starter: ana, days: 'this weekend' })
    expect(await story().pauses('web-prod')).toEqual([
      ['19/11/2026', '20/11/2026', 'load test'],
      ['21/11/2026', '22/11/2026', 'load test'],
    ])
    expect(story().stepEnds()).toMatchObject([{ outputs: THURSDAY }, { outputs: { from: '2026-11-21' } }])
  })

  it('tells the person alone where no channel is named', async () => {
    await story().step('pause_plans', { plans: 'web-prod', days: 'tomorrow', starter: ana })
    await allows()
    expect(story().channel()).toEqual([])
    expect(question('Ana').at(-1)).toContain('<@U1ANA> paused *web-prod*')
    expect(story().stepEnds()).toMatchObject([{ outputs: { link: expect.stringContaining('/DU1ANA/') } }])
  })

  it.each([
    [{ starter: ana, plans: 'web-prodd' }, /web-prod/],
    [{ starter: ana, plans: 'web' }, /web-prod · web-staging/],
    [{ starter: ana, days: 'last week' }, /past|over/],
    [{ starter: ana, days: '' }, /first and the last day/],
  ])('ends with a sentence, and does nothing, for %j', async (inputs, error) => {
    await pauses(inputs)
    await allows()
    expect(story().stepEnds()).toEqual([{ error: expect.stringMatching(error) }])
    expect(story().wire.changes()).toEqual([])
    expect([story().channel(), question('Ana')]).toEqual([[], [expect.stringContaining('You allowed it.')]])
  })

  it('ends with the way to link where the one who allows it is not linked', async () => {
    await pauses({ starter: { id: 'U4DEV', secret: 's' } })
    await allows('Dev')
    const error = expect.stringMatching(/^Link your account first: \/dayshift link\./)
    expect(story().stepEnds()).toEqual([{ error }])
  })

  it('takes nobody as who started it whom Slack does not vouch for', async () => {
    await pauses({})
    const { payload } = story().slack.requests.at(-1) ?? expect.fail('Slack sent nothing')
    const inputs = { ...PAUSE, starter: 'U1ANA' }
    await story().slack.event({ ...Object(Reflect.get(payload, 'event')), inputs })
    const error = expect.stringMatching(/^The step says neither whom it acts for/)
    expect(story().stepEnds()).toEqual([{ error }])
    expect(question('Ana')).toEqual([])
    expectRefusals(story(), 'execution_not_in_running_state')
  })

  it('is done once, however often Slack tells of it', async () => {
    await pauses({ starter: ana })
    const { payload } = story().slack.requests.at(-1) ?? expect.fail('Slack sent nothing')
    await allows()
    await story().redeliver(payload)
    await story().redeliver({ ...payload, event_id: 'Ev2' })
    expect([story().wire.changes().length, story().channel().length]).toEqual([1, 1])
    expect(story().stepEnds()).toMatchObject([{ outputs: THURSDAY }])
  })

  it('is ended by another process where the first one dies before', async () => {
    await pauses({ starter: ana })
    await story().crashDuring(4, allows)
    await story().advanceTo('2026-11-18T09:05:00Z')
    expect(await story().pauses('web-prod')).toHaveLength(1)
    expect(story().stepEnds()).toMatchObject([{ outputs: THURSDAY }])
  })

  it('says why the service refuses', async () => {
    story().wire.respond('pause_plan', { status: 403 })
    await pauses({ starter: ana })
    await allows()
    const error = expect.stringMatching(
      /^The scheduling service does not allow you .*\. Nothing was changed\./,
    )
    expect(story().stepEnds()).toEqual([{ error }])
    expect(story().channel()).toEqual([])
  })
})

describe('a step for a person whom the workflow names', () => {
  const forBo = { starter: ana, person: 'U2BO' }

  it('waits until that person allows it, once for these plans in this channel', async () => {
    await pauses(forBo)
    expect([story().wire.changes(), story().stepEnds()]).toEqual([[], [{}]])
    expect(question('Bo')).toEqual([
      expect.stringMatching(
        /^A workflow wants to act in your name: \*Pause plans\* – web-prod · tomorrow to friday · load test\nIt will be announced in <#C1OPS>\.\n.*\n\[Allow\] \[Do not allow\]$/,
      ),
    ])
    await story().person('Bo').presses('Allow', 'DU2BO')
    expect(story().channel()).toEqual([expect.stringContaining('<@U2BO> paused *web-prod*')])
    expect(story().stepEnds()).toMatchObject([{ outputs: THURSDAY }])
    expect(question('Bo')).toEqual([expect.stringMatching(/\nYou allowed it\.$/)])
    await pauses({ ...forBo, days: 'monday' })
    expect(story().channel()).toHaveLength(2)
    await pauses({ ...forBo, plans: 'web-staging' })
    expect([story().channel().length, question('Bo').length]).toEqual([2, 2])
  })

  it('ends where that person allows it on another day, on which its words may mean other days', async () => {
    await pauses(forBo)
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

  it('checks dates by the day on which that person allows it', async () => {
    const plans = { 'web-prod': '2026-11-20', 'web-staging': '2026-11-18' }
    for (const [plan, from] of Object.entries(plans))
      await pauses({ ...forBo, plans: plan, days: '', from, until: '2026-11-20' })
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
  ])('asks again where that person %s', async (_, unlinks) => {
    await pauses(forBo)
    await allows('Bo')
    const acme = await story().acme()
    if (unlinks) await story().person('Bo').types('/dayshift unlink')
    const organization = unlinks ? acme : { id: 'another', name: 'Another' }
    await story().links.save(story().keyOf('Bo'), { token: story().tokenOf('Bo'), organization })
    await pauses({ ...forBo, days: 'monday' })
    expect(question('Bo')).toHaveLength(2)
    expect(story().stepEnds()).toMatchObject([{ outputs: THURSDAY }, {}])
  })

  it('ends where that person does not allow it', async () => {
    await pauses(forBo)
    await story().person('Bo').presses('Do not allow', 'DU2BO')
    expect(story().stepEnds()).toEqual([{ error: '<@U2BO> did not allow this.' }])
    expect(story().wire.changes()).toEqual([])
  })

  it('is done once where the button is pressed again, and Slack told of the step twice', async () => {
    await pauses(forBo)
    const { payload } = story().slack.requests.at(-1) ?? expect.fail('Slack sent nothing')
    await story().redeliver(payload)
    expect(question('Bo')).toHaveLength(1)
    await allows('Bo')
    const { payload: press } = story().slack.requests.at(-1) ?? expect.fail('Slack sent nothing')
    await story().sendRaw({ payload: JSON.stringify(press) })
    expect([story().wire.changes().length, story().channel().length]).toEqual([1, 1])
  })

  it('cannot be allowed by anybody else', async () => {
    await pauses(forBo)
    await story().person('Bo').presses('Do not allow', 'DU2BO')
    const { payload } = story().slack.requests.at(-1) ?? expect.fail('Slack sent nothing')
    const press = JSON.stringify({ ...payload, user: { id: 'U1ANA', team_id: 'T0PLAY' } })
    await story().sendRaw({ payload: press.replaceAll('step.decline', 'step.allow') })
    expect(story().wire.changes()).toEqual([])
  })
})

describe('the other steps', () => {
  it('resume a plan', async () => {
    await pauses({ starter: ana })
    await allows()
    await story().step('resume_plan', { plans: 'web-prod', starter: ana, ...OPS })
    await allows()
    expect(await story().pauses('web-prod')).toEqual([])
    expect(story().stepEnds().at(-1)).toMatchObject({
      outputs: { result: expect.stringContaining('cancelled the upcoming pause of web-prod'), ...THURSDAY },
    })
  })

  it('say what is paused, and change nothing', async () => {
    await story().step('list_pauses', { starter: ana })
    await allows()
    const [end] = story().stepEnds()
    expect(end?.outputs).toEqual({ result: expect.stringContaining('data-warehouse') })
    expect(story().channel()).toEqual([])
  })
})

describe('where Slack does not take the end of a step', () => {
  it('is what was done announced once, and the log says so', async () => {
    await pauses({ starter: ana })
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
