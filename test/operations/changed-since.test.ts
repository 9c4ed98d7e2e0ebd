import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const rows = () => story().database.selectFrom('changes').selectAll().orderBy('accepted_at').execute()
const callsOf = (action: string) =>
  story()
    .wire.changes()
    .filter(each => each.action === action)

const advanceSeconds = (seconds: number) =>
  story().setTime(new Date(story().now().getTime() + seconds * 1000).toISOString())

/** Runs the recovery a minute later. */
async function recoverLater() {
  advanceSeconds(60)
  await story().recover()
}

/** Lets Ana type a command that reaches the service but gets no answer. */
async function typeWithoutAnswer(typed: string, action: string) {
  const ana = story().person('Ana')
  story().wire.respond(action, { status: 504 })
  await ana.types(typed)
  story().wire.restore()
  advanceSeconds(5)
  return ana
}

const LEFT_UNCHANGED =
  'This was interrupted before I could see whether it worked. The same thing was changed since, so I left it as it is. It may or may not have been done before that: please check before you try again.'

describe('recovering a change with an unknown outcome', () => {
  it.each<[string, string, string, 'Ana' | 'Bo']>([
    [
      '/dayshift member edit cleo@acme.test viewer',
      'update_user',
      '/dayshift member edit cleo@acme.test admin',
      'Bo',
    ],
    ['/dayshift org rename Acme Wrongname', 'update', '/dayshift org rename Acme Right', 'Ana'],
    ['/plan edit web-prod weekdays 9am-5pm', 'update_plan', '/plan edit web-prod weekdays 6am-9pm', 'Bo'],
  ])('does not overwrite a later change: %s', async (typed, action, laterChange, name) => {
    const ana = await typeWithoutAnswer(typed, action)
    expect(ana.readsPrivately().at(-1)).toContain('I will keep checking')
    const before = callsOf(action).length
    await story().person(name).types(laterChange)
    expect(callsOf(action)).toHaveLength(before + 1)
    for (let times = 0; times < 10; times++) await recoverLater()
    expect(callsOf(action)).toHaveLength(before + 1)
    expect(ana.readsPrivately().at(-1)).toContain(LEFT_UNCHANGED)
    expect((await rows()).map(({ state }) => state)).toEqual(['unknown', 'done'])
  })

  it('sends the change exactly once more if nothing was changed since', async () => {
    const typed = '/dayshift member edit cleo@acme.test viewer'
    const ana = await typeWithoutAnswer(typed, 'update_user')
    const before = callsOf('update_user').length
    story().wire.respond('update_user', { status: 504 })
    for (let times = 0; times < 10; times++) await recoverLater()
    expect(callsOf('update_user')).toHaveLength(before + 1)
    story().wire.restore()
    expect(ana.readsPrivately().at(-1)).toContain('Nothing was changed')
  })

  it('does not repeat a change that was applied and then undone by Bo', async () => {
    const ana = story().person('Ana')
    for (let steps = 3; callsOf('update_plan').length === 0; steps++) {
      await story().database.deleteFrom('changes').execute()
      await story().crashDuring(steps, () => ana.types('/plan off web-prod'))
    }
    expect(await story().storedStage()).toBe('prepared')
    advanceSeconds(5)
    await story().person('Bo').types('/plan on web-prod')
    expect(callsOf('update_plan')).toHaveLength(2)
    await recoverLater()
    expect(callsOf('update_plan')).toHaveLength(2)
    expect(ana.readsPrivately().at(-1)).toContain(LEFT_UNCHANGED)
  })

  it('does not start a change if Bo has turned off the plan since', async () => {
    const ana = story().person('Ana')
    await story().crashDuring(3, () => ana.types('/pause web-prod tomorrow load test'))
    expect(await story().storedStage()).toBe('accepted')
    advanceSeconds(5)
    await story().person('Bo').types('/plan off web-prod')
    await recoverLater()
    expect(await story().pauses('web-prod')).toEqual([])
    expect(ana.readsPrivately().at(-1)).toContain(LEFT_UNCHANGED)
  })

  it('starts a change for all plans except the one that Bo has changed since', async () => {
    const ana = story().person('Ana')
    await story().crashDuring(3, () =>
      ana.types('/pause web-prod, web-staging and ci-runners tomorrow load test'),
    )
    advanceSeconds(5)
    await story().person('Bo').types('/pause web-prod today to friday incident')
    await recoverLater()
    expect(await story().pauses('web-prod')).toEqual([['18/11/2026', '20/11/2026', 'incident']])
    expect(await story().pauses('ci-runners')).toContainEqual(['19/11/2026', '19/11/2026', 'load test'])
    expect(story().channel().at(-1)).toContain('paused 2 of 3 plans')
    expect(ana.readsPrivately().at(-1)).toContain('The same thing was changed since')
  })

  it('continues if Bo has changed another plan since', async () => {
    const ana = story().person('Ana')
    await story().crashDuring(3, () => ana.types('/pause web-prod tomorrow load test'))
    advanceSeconds(5)
    await story().person('Bo').types('/pause ci-runners today incident')
    await recoverLater()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'load test']])
  })
})
