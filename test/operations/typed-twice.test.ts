import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

const PAUSE = '/pause web-prod tomorrow load test'
const TOLD = /asked for this a moment ago, and it is under way\. I will not do it twice\.$/
const sent = (action: string) =>
  story()
    .wire.changes()
    .filter(each => each.action === action)

describe('what Ana says twice before the service answers the first', () => {
  const types = (sentence: string) => story().person('Ana').types(`/${sentence}`)
  const mentions = (sentence: string) => story().person('Ana').mentions(sentence)

  it.each([
    ['plan create dup weekdays 8-18', types, 'create_plan', 'created *dup*'],
    ['pause web-prod tomorrow load test', types, 'pause_plan', 'paused *web-prod*'],
    ['pause web-prod tomorrow load test', mentions, 'pause_plan', 'paused *web-prod*'],
  ])('is done once, and she is told of both: %s', async (sentence, saysAgain, action, done) => {
    const ana = story().person('Ana')
    const answer = story().wire.hold()
    const first = types(sentence)
    const second = story()
      .wire.reached(1)
      .then(() => saysAgain(sentence))
    await story().slack.until(() => TOLD.test(ana.readsPrivately().join('\n')))
    answer()
    await Promise.all([first, second])
    expect(sent(action)).toHaveLength(1)
    expect(story().channel().at(-1)).toContain(done)
    expect(ana.readsPrivately()).toEqual([expect.stringMatching(TOLD)])
  })
})

describe('what is typed twice', () => {
  it('by two people is asked for by both', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    const answer = story().wire.hold()
    const both = [ana.types(PAUSE), bo.types(PAUSE)]
    await story().wire.reached(2)
    answer()
    await Promise.all(both)
    expect([...ana.readsPrivately(), ...bo.readsPrivately()].join()).not.toMatch(TOLD)
  })

  it('is asked for anew once it failed', async () => {
    const ana = story().person('Ana')
    story().wire.respond('pause_plan', { status: 403 })
    await ana.types(PAUSE)
    story().wire.restore()
    await ana.types(PAUSE)
    expect(story().channel()).toEqual([expect.stringContaining('paused *web-prod*')])
  })

  it('is asked for anew where it is done and could not be told yet', async () => {
    const ana = story().person('Ana')
    for (const method of ['chat.postMessage', 'chat.postEphemeral']) story().failSlack(method, 'unreachable')
    await ana.mentions('plan off web-prod')
    story().restoreSlack()
    await ana.types('/plan on web-prod')
    await ana.mentions('plan off web-prod')
    expect(story().channel().at(-1)).toContain('turned off *web-prod*')
    expect(sent('update_plan')).toHaveLength(3)
    story().logged.splice(0)
  })
})
