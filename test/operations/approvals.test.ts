import { describe, expect, it } from 'vitest'
import { expectRefusals, stories } from '../stories.ts'
import type { Name } from '../story.ts'

const story = stories({ linked: ['Ana', 'Bo', 'Cleo', 'Dev'] })

const asks = (name: Name, line: string) => story().person(name).asks(line)
const types = (name: Name, line: string, channel?: string) => story().person(name).types(line, channel)
const presses = (name: Name, button: string) => story().person(name).presses(button)
/** Presses a button of a request for approval, and runs the decision. */
async function decides(name: Name, button: string): Promise<void> {
  await presses(name, button)
  await story().recover()
}
const reads = (name: Name) => story().person(name).readsPrivately().at(-1)

const DAYS = 'Thu 19 Nov 2026 → Fri 20 Nov 2026 (2 days) – load test'
const REQUEST = `<@U2BO> asks to pause *web-prod*: ${DAYS}`

const pauses = () => story().pauses('web-prod')
const tokensOf = (action: string) =>
  story()
    .outgoing.calls.filter(({ text }) => text.includes(`action=${action}`))
    .map(({ token }) => token)
const APPROVED_PAUSE = [['19/11/2026', '20/11/2026', 'load test']]

/** Lets Ana protect web-prod, and Bo ask to pause it. */
async function requestPause(): Promise<void> {
  await types('Ana', '/dayshift protect web-prod')
  await types('Bo', '/pause web-prod tomorrow to friday load test')
}

describe('pausing a protected plan', () => {
  it('asks the channel for approval, and does nothing yet', async () => {
    await requestPause()
    const [asks, skips, until, buttons] = story().channel()[1]?.split('\n') ?? []
    expect(asks).toBe(REQUEST)
    expect(skips).toContain('Skips Thu, Fri: 22 scheduled hours of 4 resources.')
    expect(until).toMatch(
      /^web-prod is protected. Anyone else who may change it can approve until .*09:00 UTC/,
    )
    expect(buttons).toBe('[Approve] [Decline]')
    expect(await pauses()).toEqual([])
  })

  it('uses the token of the requester once another person approves', async () => {
    await requestPause()
    await decides('Cleo', 'Approve')
    expect(story().channel()[1]).toContain('Approved by <@U3CLEO>.')
    expect(story().channel()[1]).not.toContain('[Approve]')
    expect(story().channel()[2]).toContain(`<@U2BO> paused *web-prod*: ${DAYS}`)
    expect(await pauses()).toEqual(APPROVED_PAUSE)
    expect(tokensOf('pause_plan')).toEqual([story().tokenOf('Bo')])
  })

  it('cannot be approved by the requester', async () => {
    await requestPause()
    await presses('Bo', 'Approve')
    expect(reads('Bo')).toBe('You asked for this yourself, so someone else has to approve it.')
    expect(story().channel()[1]).toContain('[Approve] [Decline]')
    await story().recover()
    expect(await pauses()).toEqual([])
  })
})

describe('the requester', () => {
  it('is told that the request is pending when asking again, and can withdraw it', async () => {
    await requestPause()
    expect(await asks('Bo', '/pause web-prod tomorrow to friday load test')).toBe(
      'You asked for this before (web-prod), and it waits for approval. I did not do it again.\n[Take it back] [Show plan]',
    )
    await decides('Bo', 'Take it back')
    expect(story().channel()[1]).toBe(`~${REQUEST}~\n<@U2BO> took this back, so nothing was done.`)
    expect(await pauses()).toEqual([])
  })

  it('needs no approval once the plan is unprotected', async () => {
    await requestPause()
    await types('Ana', '/dayshift unprotect web-prod')
    await types('Bo', '/pause web-prod tomorrow to friday load test')
    expect(story().channel().at(-1)).toContain('<@U2BO> paused *web-prod*')
    expect(await pauses()).toEqual(APPROVED_PAUSE)
  })

  it('is told that the request is void once the plan is unprotected', async () => {
    await requestPause()
    await types('Ana', '/dayshift unprotect web-prod')
    await story().recover()
    expect(reads('Bo')).toContain(
      '*web-prod* is no longer protected, so nothing was done. Ask again, and it will be done at once.',
    )
    expect(story().channel()[1]).toMatch(/^~<@U2BO> asks to pause .*~\n\*web-prod\* is no longer protected/s)
    expect(await pauses()).toEqual([])
  })
})

describe('the approver', () => {
  it('can approve right before the plan is changed otherwise', async () => {
    await requestPause()
    await presses('Cleo', 'Approve')
    await story().passes(1)
    await types('Ana', '/dayshift unprotect web-prod')
    await story().recover()
    expect(await pauses()).toEqual(APPROVED_PAUSE)
  })

  it('can decline, which the requester is told', async () => {
    await requestPause()
    await decides('Cleo', 'Decline')
    expect(story().channel()).toHaveLength(2)
    expect(story().channel()[1]).toMatch(/^<@U2BO> asks to pause .*\nDeclined by <@U3CLEO>\.$/s)
    expect(reads('Bo')).toContain('<@U3CLEO> declined this, so nothing was done.')
    expect(await pauses()).toEqual([])
  })

  it('must still belong to the organization', async () => {
    await requestPause()
    story().wire.respond('list_plans', { status: 403 })
    await presses('Cleo', 'Approve')
    expect(reads('Cleo')).toContain('does not allow you to do this')
    story().wire.restore()
    await story().recover()
    expect(story().channel()[1]).toContain('[Approve] [Decline]')
    expect(await pauses()).toEqual([])
  })

  it('is one of the approvers of the plan, if it has any', async () => {
    await types('Ana', '/dayshift protect web-prod <@U1ANA|ana>')
    await types('Bo', '/pause web-prod tomorrow to friday load test')
    expect(story().channel()[1]).toContain('web-prod is protected. <@U1ANA> can approve until')
    for (const button of ['Approve', 'Decline']) {
      await presses('Cleo', button)
      expect(reads('Cleo')).toBe('Only <@U1ANA> can decide on this.')
    }
    await decides('Ana', 'Approve')
    expect(await pauses()).toEqual(APPROVED_PAUSE)
  })

  it('must differ from the requester, and must be allowed to approve all plans', async () => {
    await types('Ana', '/dayshift protect web-prod <@U2BO|bo>')
    expect(await asks('Bo', '/pause web-prod tomorrow')).toContain(
      'Nobody else can approve a change to *web-prod*, so nothing',
    )
    await types('Ana', '/dayshift protect web-staging <@U3CLEO|cleo>')
    expect(await asks('Ana', '/pause web-prod, web-staging tomorrow')).toContain(
      'Nobody else can approve a change to *web-prod, web-staging* together, so nothing',
    )
    expect(story().wire.changes()).toEqual([])
  })

  it('must be allowed to make the change', async () => {
    await requestPause()
    for (const button of ['Approve', 'Decline']) {
      await presses('Dev', button)
      expect(reads('Dev')).toBe('Viewers can’t decide on this.')
    }
    await types('Cleo', '/dayshift unlink')
    await presses('Cleo', 'Approve')
    expect(reads('Cleo')).toContain('Link your account first')
    await story().recover()
    expect(await pauses()).toEqual([])
  })
})

describe('a request for approval', () => {
  it('expires after a day, with a note in its message and to the requester', async () => {
    await types('Ana', '/dayshift protect web-prod')
    await types('Bo', '/plan off web-prod')
    expect(story().channel()[1]).toContain('<@U2BO> asks to turn off *web-prod*\n')
    await story().advanceTo('2026-11-19T08:59:00Z')
    expect(story().channel()[1]).toContain('[Approve]')
    await story().advanceTo('2026-11-19T09:00:00Z')
    expect(story().channel()[1]).toBe(
      '~<@U2BO> asks to turn off *web-prod*~\nNobody approved this in time, so nothing was done. Ask again if it is still wanted.',
    )
    expect(reads('Bo')).toBe(
      '<@U2BO> asks to turn off *web-prod*\nNobody approved this in time, so nothing was done. Ask again if it is still wanted.',
    )
    expect(await asks('Ana', '/dayshift history web-prod')).toMatch(
      /plan off: web-prod.*not approved in time.*<@U2BO>/s,
    )
  })

  it('expires at the end of its first day in the time zone of the plan', async () => {
    await types('Ana', '/dayshift protect web-prod')
    await types('Bo', '/pause web-prod until friday load test')
    await story().advanceTo('2026-11-18T22:59:00Z')
    expect(story().channel()[1]).toContain('[Approve]')
    await story().advanceTo('2026-11-18T23:00:00Z')
    expect(story().channel()[1]).toContain('Nobody approved this in time')
  })

  it('cannot be approved after it has expired', async () => {
    await requestPause()
    story().setTime('2026-11-19T09:00:01Z')
    await presses('Cleo', 'Approve')
    expect(reads('Cleo')).toBe('This can no longer be decided. Nobody approved it in time.')
    await story().recover()
    expect(await pauses()).toEqual([])
  })

  it('is decided once when people press its buttons at the same time', async () => {
    await requestPause()
    await Promise.all([presses('Cleo', 'Approve'), presses('Ana', 'Decline'), presses('Ana', 'Approve')])
    await story().recover()
    await story().recover()
    const isDone = (await pauses()).length === 1
    const announced = story()
      .channel()
      .filter(text => text.includes('paused *web-prod*'))
    const declined = (reads('Bo') ?? '').includes('declined this, so nothing was done.')
    expect([isDone, declined].filter(Boolean)).toHaveLength(1)
    expect(announced).toHaveLength(isDone ? 1 : 0)
    expect(tokensOf('pause_plan')).toHaveLength(isDone ? 1 : 0)
  })

  it('is applied once by two processes', async () => {
    await requestPause()
    await story().startReplica()
    await presses('Cleo', 'Approve')
    await story().recoverAll()
    await story().recoverAll()
    expect(tokensOf('pause_plan')).toHaveLength(1)
    expect(
      story()
        .channel()
        .filter(text => text.includes('paused *web-prod*')),
    ).toHaveLength(1)
  })

  it('is on disk before it is sent, so that a power failure does not let it be applied twice', async () => {
    await requestPause()
    await presses('Cleo', 'Approve')
    const syncs = () => story().outgoing.stored.filter(text => text === 'PRAGMA synchronous = FULL').length
    const before = syncs()
    await story().recover()
    expect(await pauses()).toEqual(APPROVED_PAUSE)
    expect(syncs()).toBe(before + 1)
  })

  it('is posted again if the plan has changed since', async () => {
    await requestPause()
    await story().pauseElsewhere('web-prod', '23/11/2026', '24/11/2026')
    await decides('Cleo', 'Approve')
    expect(story().channel()[2]).toMatch(
      /^<@U2BO> asks to pause \*web-prod\*.*\nSomething has changed since this was approved, so I am asking again\.\n/s,
    )
    expect(await pauses()).toHaveLength(1)
    await decides('Cleo', 'Approve')
    expect(await pauses()).toHaveLength(2)
    expect(await asks('Ana', '/dayshift history web-prod')).toMatch(
      /pause: web-prod\* {2}· {2}19–20 Nov\n<@U2BO> {2}· {2}approved by <@U3CLEO> {2}· {2}<!date/,
    )
  })

  it('expires with its full text after it was posted again', async () => {
    await requestPause()
    await story().pauseElsewhere('web-prod', '23/11/2026', '24/11/2026')
    await decides('Cleo', 'Approve')
    await story().advanceTo('2026-11-19T23:01:00Z')
    await story().recover()
    expect(story().channel()[2]).toMatch(/^~<@U2BO> asks to pause .*~\nNobody approved this in time/)
  })

  it('is answered in the channel if it is approved but cannot be applied', async () => {
    await requestPause()
    await story().pauseElsewhere('web-prod', '19/11/2026', '20/11/2026')
    await decides('Cleo', 'Approve')
    expect(story().channel()[2]).toContain('It was approved, but it is not done.')
    expect(await pauses()).toHaveLength(1)
  })

  it('offers “Do it as me” if the service refuses the token of the requester', async () => {
    await requestPause()
    story().wire.respond('pause_plan', { status: 403 })
    await decides('Cleo', 'Approve')
    expect(story().channel()[2]).toMatch(
      /^<@U2BO> asks to pause.*\nIt was approved, but it cannot be done with the access token of <@U2BO>\.\n.*access token of whoever approves\.\n\[Do it as me\] \[Decline\]$/s,
    )
    expect(reads('Bo')).toContain('does not allow you to do this')
    story().wire.restore()
    await decides('Cleo', 'Do it as me')
    expect(story().channel()[3]).toContain('<@U3CLEO> paused *web-prod*')
    expect(tokensOf('pause_plan')).toEqual([story().tokenOf('Bo'), story().tokenOf('Cleo')])
  })

  it('offers “Do it as me” if the requester is no longer linked', async () => {
    await requestPause()
    await types('Bo', '/dayshift unlink')
    await decides('Cleo', 'Approve')
    expect(story().channel()[2]).toContain('[Do it as me] [Decline]')
    expect(story().channel()[2]).not.toContain('Link your account')
    expect(reads('Bo')).toContain('Link your account first')
    await decides('Cleo', 'Do it as me')
    expect(story().channel()[3]).toContain('<@U3CLEO> paused *web-prod*')
    expect(await pauses()).toEqual(APPROVED_PAUSE)
  })

  it('covers all plans of a command if one of them is protected', async () => {
    await types('Ana', '/dayshift protect web-prod')
    await types('Bo', '/pause web-prod and web-staging tomorrow')
    const asks = story().channel().at(-1)
    expect(asks).toContain('<@U2BO> asks to pause *web-prod, web-staging*: Thu 19 Nov 2026')
    expect(asks).toContain('web-prod is protected.')
    expect(tokensOf('pause_plan')).toEqual([])
    await decides('Cleo', 'Approve')
    expect(tokensOf('pause_plan')).toHaveLength(2)
  })

  it('waits as long as one of its plans is protected', async () => {
    await types('Ana', '/dayshift protect web-prod')
    await types('Ana', '/dayshift protect web-staging')
    await types('Bo', '/pause web-prod and web-staging tomorrow')
    await types('Ana', '/dayshift unprotect web-prod')
    await story().recover()
    await decides('Cleo', 'Approve')
    expect(tokensOf('pause_plan')).toHaveLength(2)
  })

  it('keeps its text when it is declined for several plans', async () => {
    await types('Ana', '/dayshift protect web-prod')
    await types('Bo', '/pause web-prod and web-staging tomorrow')
    await decides('Cleo', 'Decline')
    expect(story().channel()).toHaveLength(2)
    expect(story().channel()[1]).toContain('Declined by <@U3CLEO>.')
    expect(reads('Bo')).toContain('<@U3CLEO> declined this')
  })

  it('is refused if no approver could read it', async () => {
    await story().person('Ana').says('protect web-prod')
    await story().person('Bo').says('pause web-prod tomorrow')
    expect(story().person('Bo').readsInDm.at(-1)).toContain(
      'Someone else has to approve this: ask in a channel that they read. Nothing was changed.',
    )
    await story().recover()
    expect(await pauses()).toEqual([])
  })

  it('can be posted in a channel without the bot', async () => {
    await types('Ana', '/dayshift protect web-prod')
    await types('Bo', '/pause web-prod tomorrow to friday load test', 'far')
    expect(story().channel('far')[0]).toContain(REQUEST)
    await story().person('Cleo').presses('Approve', 'far')
    await story().recover()
    expect(await pauses()).toEqual(APPROVED_PAUSE)
    expectRefusals(story(), 'not_in_channel', 'not_in_channel')
  })

  it('is recorded in the history with each step', async () => {
    await requestPause()
    expect(await asks('Ana', '/dayshift history web-prod')).toMatch(
      /pause: web-prod\* {2}· {2}19–20 Nov\nwaits for approval {2}· {2}<@U2BO>/,
    )
    await decides('Cleo', 'Approve')
    expect(await asks('Ana', '/dayshift history web-prod')).toMatch(
      /pause: web-prod\* {2}· {2}19–20 Nov\n<@U2BO> {2}· {2}approved by <@U3CLEO>/,
    )
    expect(await asks('Cleo', '/dayshift history')).not.toMatch(/\*(approve|perform|decline)\*/)
    await types('Bo', '/plan off web-prod')
    await presses('Ana', 'Decline')
    expect(await asks('Ana', '/dayshift history web-prod')).toMatch(
      /plan off: web-prod.*not done.*<@U2BO> {2}· {2}declined by <@U1ANA>/s,
    )
  })
})

describe('a protected plan', () => {
  it.each([
    ['/plan off web-prod', 'turn off *web-prod*'],
    ['/plan edit web-prod weekdays 9am-5pm', 'edit *web-prod*: Schedule: '],
    ['/pause web-prod today', 'pause *web-prod*: Wed 18 Nov'],
  ])('requires approval for %s', async (line, asks) => {
    await types('Ana', '/dayshift protect web-prod')
    await types('Bo', line)
    expect(story().channel()[1]).toContain(`<@U2BO> asks to ${asks}`)
    expect([...tokensOf('update_plan'), ...tokensOf('pause_plan')]).toEqual([])
  })

  it('requires approval for a changed pause', async () => {
    await types('Bo', '/pause web-prod tomorrow load test')
    await types('Ana', '/dayshift protect web-prod')
    await types('Bo', '/pause extend web-prod by 1 day')
    expect(story().channel().at(-1)).toContain(
      '<@U2BO> asks to change a pause of *web-prod*: Thu 19 Nov 2026 → Fri 20',
    )
    await decides('Cleo', 'Approve')
    expect(await pauses()).toEqual(APPROVED_PAUSE)
  })

  it('requires approval for a submitted form', async () => {
    await types('Ana', '/dayshift protect web-prod')
    const bo = story().person('Bo')
    await bo.usesShortcut('pause.add')
    await bo.submits({ Plan: 'web-prod', From: 'tomorrow', Until: 'friday', Reason: 'load test' })
    expect(story().channel()[1]).toContain(REQUEST)
  })

  it('requires approval for a workflow step, which ends with the outcome', async () => {
    await types('Ana', '/dayshift protect web-prod')
    const inputs = { plans: 'web-prod', days: 'tomorrow to friday', reason: 'load test', channel: 'C1OPS' }
    await story().step('pause_plans', { ...inputs, starter: { id: 'U2BO', secret: 'of Slack' } })
    await story().person('Bo').presses('Allow', 'DU2BO')
    expect(story().channel()[1]).toContain(REQUEST)
    expect(story().stepEnds()).toEqual([{}])
    await decides('Cleo', 'Approve')
    expect(story().stepEnds()).toMatchObject([{ outputs: { from: '2026-11-19' } }])
  })

  it('can be resumed without approval', async () => {
    await types('Bo', '/pause web-prod today')
    await types('Ana', '/dayshift protect web-prod')
    await types('Bo', '/resume web-prod')
    expect(await pauses()).toEqual([])
  })

  it('asks its question about overlapping days before the request for approval', async () => {
    await types('Bo', '/pause web-prod tomorrow load test')
    await types('Ana', '/dayshift protect web-prod')
    expect(await asks('Bo', '/pause web-prod friday')).toContain('[Keep both]')
    expect(story().channel()).toHaveLength(2)
    await presses('Bo', 'Keep both')
    expect(story().channel()[2]).toContain('<@U2BO> asks to pause *web-prod*: Fri 20 Nov 2026')
  })
})

describe('Dev, a viewer', () => {
  it('can ask for approval after a refusal, and the approver’s token is used', async () => {
    expect(await asks('Dev', '/pause web-prod tomorrow to friday load test')).toBe(
      'Viewers can’t pause a plan. Ask Ana or Bo.\n[Ask for approval]',
    )
    await presses('Dev', 'Ask for approval')
    expect(story().channel()[0]).toMatch(
      /^<@U4DEV> asks to pause \*web-prod\*.*Anyone else who may change it can approve until .*access token of whoever approves\.\n\[Do it as me\] \[Decline\]$/s,
    )
    await presses('Dev', 'Do it as me')
    expect(reads('Dev')).toContain('You asked for this yourself')
    await decides('Bo', 'Do it as me')
    expect(story().channel()[1]).toContain('<@U2BO> paused *web-prod*')
    expect(tokensOf('pause_plan')).toEqual([story().tokenOf('Dev'), story().tokenOf('Bo')])
    expect(await asks('Ana', '/dayshift history web-prod')).toMatch(
      /<@U2BO> {2}· {2}asked by <@U4DEV> {2}· {2}approved by <@U2BO>/,
    )
  })

  it('can ask for approval after submitting a form', async () => {
    const dev = story().person('Dev')
    await dev.types('/pause')
    await dev.submits({ Plan: 'web-prod', From: 'tomorrow', Until: 'friday' })
    expect(dev.form).toContain('I have sent you a message with *Ask for approval*')
    await dev.presses('Ask for approval')
    expect(story().channel()[0]).toContain('<@U4DEV> asks to pause *web-prod*')
  })

  it('needs approval at once for a protected plan', async () => {
    await types('Ana', '/dayshift protect web-prod')
    await types('Dev', '/pause web-prod tomorrow')
    expect(story().channel()[1]).toContain('[Do it as me] [Decline]')
    expect(tokensOf('pause_plan')).toEqual([])
  })

  it('still waits for approval once the plan is unprotected', async () => {
    await types('Ana', '/dayshift protect web-prod')
    await types('Dev', '/pause web-prod tomorrow to friday load test')
    await types('Ana', '/dayshift unprotect web-prod')
    await decides('Bo', 'Do it as me')
    expect(await pauses()).toEqual(APPROVED_PAUSE)
  })
})

describe('a crash of the bot', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('while a request is posted applies nothing: step %i', async steps => {
    await types('Ana', '/dayshift protect web-prod')
    await story().crashDuring(steps, () => types('Bo', '/pause web-prod tomorrow to friday load test'))
    await story().advanceTo('2026-11-18T09:02:00Z')
    await story().advanceTo('2026-11-18T09:04:00Z')
    expect(tokensOf('pause_plan')).toEqual([])
    const asked = story()
      .channel()
      .filter(text => text.includes(REQUEST))
    expect([1, 2]).toContain(asked.length)
    await decides('Cleo', 'Approve')
    expect(await pauses()).toEqual(APPROVED_PAUSE)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('while a request is approved applies it once: step %i', async steps => {
    await requestPause()
    await story().crashDuring(steps, async () => {
      await decides('Cleo', 'Approve')
    })
    for (const minute of ['02', '04', '06']) await story().advanceTo(`2026-11-18T09:${minute}:00Z`)
    expect(await pauses()).toEqual(APPROVED_PAUSE)
    expect(story().person('Cleo').readsPrivately().join()).not.toContain('not known')
    expect(story().channel()[1]).not.toContain('[Approve]')
  })

  it.each([1, 2, 3, 4, 5, 6])('while a request expires still announces that: step %i', async steps => {
    await requestPause()
    story().setTime('2026-11-19T09:00:00Z')
    await story().crashDuring(steps, () => story().recover())
    for (const minute of ['02', '04', '06']) await story().advanceTo(`2026-11-19T09:${minute}:00Z`)
    expect(story().channel()[1]).toMatch(/^~<@U2BO> asks to pause .*~\nNobody approved this in time/)
    expect(reads('Bo')).toContain('Nobody approved this in time')
  })
})

describe('a plan protected in the same second', () => {
  const lateInSecond = stories({ linked: ['Ana', 'Bo'], now: '2026-11-18T09:00:00.900Z' })

  it('requires approval at once', async () => {
    await lateInSecond().person('Ana').types('/dayshift protect web-prod')
    await lateInSecond().person('Bo').types('/pause web-prod tomorrow')
    expect(lateInSecond().channel().at(-1)).toContain('[Approve] [Decline]')
    expect(await lateInSecond().pauses('web-prod')).toEqual([])
  })
})
