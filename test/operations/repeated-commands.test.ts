import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const PAUSE = '/pause web-prod tomorrow load test'
const IN_PROGRESS = /asked for this a moment ago, and it is under way\. I will not do it twice\.$/
const callsOf = (action: string) =>
  story()
    .wire.changes()
    .filter(each => each.action === action)

describe('a command repeated before the service answers', () => {
  const types = (sentence: string) => story().person('Ana').types(`/${sentence}`)
  const mentions = (sentence: string) => story().person('Ana').mentions(sentence)

  it.each([
    ['plan create dup weekdays 8-18', types, 'create_plan', 'created *dup*'],
    ['pause web-prod tomorrow load test', types, 'pause_plan', 'paused *web-prod*'],
    ['pause web-prod tomorrow load test', mentions, 'pause_plan', 'paused *web-prod*'],
  ])('is applied once, and the repetition reported: %s', async (sentence, repeat, action, done) => {
    const ana = story().person('Ana')
    const answer = story().wire.hold()
    const first = types(sentence)
    const second = story()
      .wire.reached(1)
      .then(() => repeat(sentence))
    await story().slack.until(() => IN_PROGRESS.test(ana.readsPrivately().join('\n')))
    answer()
    await Promise.all([first, second])
    expect(callsOf(action)).toHaveLength(1)
    expect(story().channel().at(-1)).toContain(done)
    expect(ana.readsPrivately()).toEqual([expect.stringMatching(IN_PROGRESS)])
  })
})

describe('the same command', () => {
  it('of two people is applied for both', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    const answer = story().wire.hold()
    const both = [ana.types(PAUSE), bo.types(PAUSE)]
    await story().wire.reached(2)
    answer()
    await Promise.all(both)
    expect([...ana.readsPrivately(), ...bo.readsPrivately()].join()).not.toMatch(IN_PROGRESS)
  })

  it('can be repeated once it has failed', async () => {
    const ana = story().person('Ana')
    story().wire.respond('pause_plan', { status: 403 })
    await ana.types(PAUSE)
    story().wire.restore()
    await ana.types(PAUSE)
    expect(story().channel()).toEqual([expect.stringContaining('paused *web-prod*')])
  })

  it('can be repeated if its reply could not be delivered yet', async () => {
    const ana = story().person('Ana')
    for (const method of ['chat.postMessage', 'chat.postEphemeral']) story().failSlack(method, 'unreachable')
    await ana.mentions('plan off web-prod')
    story().restoreSlack()
    await ana.types('/plan on web-prod')
    await ana.mentions('plan off web-prod')
    expect(story().channel().at(-1)).toContain('turned off *web-prod*')
    expect(callsOf('update_plan')).toHaveLength(3)
    story().logged.splice(0)
  })
})
