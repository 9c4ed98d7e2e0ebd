import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

describe('Socket Mode', () => {
  const story = stories({ socketMode: true })

  it('serves commands and buttons', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/pause web-prod tomorrow to friday load test')
    expect(story().channel()).toEqual([
      expect.stringMatching(
        /^<@U1ANA> paused \*web-prod\*: .* \(2 days\) – load test\nSkips .* Back Mon 23 Nov, 08:00\.\n\[Resume now\]/,
      ),
    ])
    await bo.presses('Resume now')
    expect(story().channel().at(-1)).toContain('<@U2BO> cancelled the upcoming pause of *web-prod*: ')
    expect(await story().pauses('web-prod')).toEqual([])
    expect(story().socket.sent).toHaveLength(2)
    const { acks, sent } = story().socket
    expect(acks).toEqual(sent)
  })

  it('serves forms with errors', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.submits({ From: 'yesterday' })
    expect(ana.formErrors).toEqual({ From: expect.stringContaining('past') })
    await ana.submits({ From: 'tomorrow' })
    expect(ana.form).toBeUndefined()
    expect(story().channel().at(-1)).toContain('paused *web-prod*')
  })

  it('serves mentions, direct messages and Home', async () => {
    const ana = story().person('Ana')
    await ana.mentions('plan')
    expect(ana.reads().at(-1)).toContain('*Acme* has 6 plans')
    await ana.says('plan')
    expect(ana.readsInDm.at(-1)).toContain('*Acme* has 6 plans')
    await ana.opensHome()
    expect(ana.home).toContain('*web-prod*')
  })

  it('applies a repeated event once', async () => {
    await story().person('Ana').mentions('pause web-prod tomorrow load test')
    const { payload } = story().slack.requests.at(-1) ?? expect.fail('Slack sent nothing')
    expect((await story().redeliver(payload)).status).toBe(200)
    expect(await story().pauses('web-prod')).toHaveLength(1)
    expect(story().wire.changes()).toHaveLength(1)
  })

  it('rejects requests of Slack over HTTP', async () => {
    const answer = await request(`${story().address}/slack/events`, { method: 'POST', body: '{}' })
    expect(answer.statusCode).toBe(404)
    await answer.body.dump()
  })
})

describe('a connection that Slack closes', () => {
  const story = stories({ socketMode: true })

  it('is replaced in advance, and acknowledges what it received', async () => {
    const { socket, wire } = story()
    const answer = wire.hold()
    const ana = story().person('Ana')
    const typed = ana.types('/pause web-prod tomorrow')
    await wire.reached(1)
    socket.warnOfClose()
    await socket.until(() => socket.connections() === 2 && socket.open() === 2)
    answer()
    await typed
    await ana.types('/plan')
    expect(socket.sent.map(({ connectionNumber }) => connectionNumber)).toEqual([1, 2])
    expect(socket.acks.map(({ connectionNumber }) => connectionNumber)).toEqual([1, 2])
    expect(story().channel()).toEqual([expect.stringContaining('paused *web-prod*')])
    socket.closeOldest()
    await socket.until(() => socket.open() === 1)
    await ana.types('/resume web-prod')
    expect(story().channel().at(-1)).toContain('cancelled the upcoming pause of *web-prod*')
    expect(socket.connections()).toBe(2)
  })

  it('is replaced after it breaks off, and the lost reply is delivered otherwise', async () => {
    const { socket, wire } = story()
    const answer = wire.hold()
    const ana = story().person('Ana')
    const typed = ana.types('/pause web-prod tomorrow load test')
    await wire.reached(1)
    socket.breakOff()
    await socket.until(() => socket.connections() === 2)
    answer()
    // Slack shows an error, since the acknowledgement is lost.
    await typed
    await story().slack.until(() =>
      story()
        .channel()
        .some(text => text.includes('paused *web-prod*')),
    )
    expect(story().wire.changes()).toHaveLength(1)
    await ana.types('/resume web-prod')
    expect(story().channel().at(-1)).toContain('cancelled the upcoming pause of *web-prod*')
  })
})
