import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const rows = () => story().database.selectFrom('changes').selectAll().orderBy('accepted_at').execute()
const sent = (action: string) =>
  story()
    .wire.changes()
    .filter(each => each.action === action)

/** So many seconds later. */
const passes = (seconds: number) =>
  story().setTime(new Date(story().now().getTime() + seconds * 1000).toISOString())

/** What is left behind is looked after once more. */
async function settlesLater() {
  passes(60)
  await story().recover()
}

/** What Ana types reaches the service, whose answer comes too late; it is done or it is not. */
async function typesInDoubt(typed: string, action: string) {
  const ana = story().person('Ana')
  story().wire.respond(action, { status: 504 })
  await ana.types(typed)
  story().wire.restore()
  passes(5)
  return ana
}

const LEFT =
  'This was interrupted before I could see whether it worked. The same thing was changed since, so I left it as it is. It may or may not have been done before that: please check before you try again.'

describe('a change whose outcome is unknown', () => {
  it.each<[string, string, string, 'Ana' | 'Bo']>([
    [
      '/dayshift member edit cleo@acme.test viewer',
      'update_user',
      '/dayshift member edit cleo@acme.test admin',
      'Bo',
    ],
    ['/dayshift org rename Acme Wrongname', 'update', '/dayshift org rename Acme Right', 'Ana'],
    ['/plan edit web-prod weekdays 9am-5pm', 'update_plan', '/plan edit web-prod weekdays 6am-9pm', 'Bo'],
  ])('is not sent over what was decided since: %s', async (typed, action, decided, name) => {
    const ana = await typesInDoubt(typed, action)
    expect(ana.readsPrivately().at(-1)).toContain('I will keep checking')
    const before = sent(action).length
    await story().person(name).types(decided)
    expect(sent(action)).toHaveLength(before + 1)
    for (let times = 0; times < 10; times++) await settlesLater()
    expect(sent(action)).toHaveLength(before + 1)
    expect(ana.readsPrivately().at(-1)).toContain(LEFT)
    expect((await rows()).map(({ state }) => state)).toEqual(['unknown', 'done'])
  })

  it('is sent once more where nothing was changed since, and no more often', async () => {
    const typed = '/dayshift member edit cleo@acme.test viewer'
    const ana = await typesInDoubt(typed, 'update_user')
    const before = sent('update_user').length
    story().wire.respond('update_user', { status: 504 })
    for (let times = 0; times < 10; times++) await settlesLater()
    expect(sent('update_user')).toHaveLength(before + 1)
    story().wire.restore()
    expect(ana.readsPrivately().at(-1)).toContain('Nothing was changed')
  })

  it('is not done again where it was done, and Bo has undone it since', async () => {
    const ana = story().person('Ana')
    for (let steps = 3; sent('update_plan').length === 0; steps++) {
      await story().database.deleteFrom('changes').execute()
      await story().crashDuring(steps, () => ana.types('/plan off web-prod'))
    }
    expect(await story().storedStage()).toBe('prepared')
    passes(5)
    await story().person('Bo').types('/plan on web-prod')
    expect(sent('update_plan')).toHaveLength(2)
    await settlesLater()
    expect(sent('update_plan')).toHaveLength(2)
    expect(ana.readsPrivately().at(-1)).toContain(LEFT)
  })

  it('is not begun where it was never sent, and Bo has turned off the plan since', async () => {
    const ana = story().person('Ana')
    await story().crashDuring(3, () => ana.types('/pause web-prod tomorrow load test'))
    expect(await story().storedStage()).toBe('accepted')
    passes(5)
    await story().person('Bo').types('/plan off web-prod')
    await settlesLater()
    expect(await story().pauses('web-prod')).toEqual([])
    expect(ana.readsPrivately().at(-1)).toContain(LEFT)
  })

  it('is begun for all plans but the one that Bo has changed since', async () => {
    const ana = story().person('Ana')
    await story().crashDuring(3, () =>
      ana.types('/pause web-prod, web-staging and ci-runners tomorrow load test'),
    )
    passes(5)
    await story().person('Bo').types('/pause web-prod today to friday incident')
    await settlesLater()
    expect(await story().pauses('web-prod')).toEqual([['18/11/2026', '20/11/2026', 'incident']])
    expect(await story().pauses('ci-runners')).toContainEqual(['19/11/2026', '19/11/2026', 'load test'])
    expect(story().channel().at(-1)).toContain('paused 2 of 3 plans')
    expect(ana.readsPrivately().at(-1)).toContain('The same thing was changed since')
  })

  it('goes on where Bo has changed another plan since', async () => {
    const ana = story().person('Ana')
    await story().crashDuring(3, () => ana.types('/pause web-prod tomorrow load test'))
    passes(5)
    await story().person('Bo').types('/pause ci-runners today incident')
    await settlesLater()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'load test']])
  })
})
