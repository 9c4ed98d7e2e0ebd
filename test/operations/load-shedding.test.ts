import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import type { Story } from '../story.ts'

/** Both ways by which Slack sends, and how each sees that it is to send again: over a WebSocket nothing is acknowledged. */
const WAYS = [
  { over: 'HTTP', socketMode: false, refused: 503 },
  { over: 'a WebSocket', socketMode: true, refused: 0 },
]

/** What a select of Ana's form offers for what is typed into it. */
const offering = (story: () => Story) => async (typed: string) =>
  (await story().person('Ana').options('Plan', typed)).map(({ text }) => text.text)

const BUSY = 'I am too busy right now, so this was not done. Please try again in a moment.'

describe.each(WAYS)('when there is no room for one more, over $over', ({ socketMode, refused }) => {
  const story = stories({ socketMode })
  const offers = offering(story)

  it('a command is told so at once, and works when there is', async () => {
    const ana = story().person('Ana')
    story().setOverloaded(true)
    await ana.types('/pause web-prod tomorrow')
    expect(ana.readsPrivately()).toEqual([BUSY])
    expect(story().wire.received).toEqual([])
    story().setOverloaded(false)
    await ana.types('/pause web-prod tomorrow')
    expect(story().channel()).toHaveLength(1)
  })

  it('a form stays with its words, says so at its first field, and can be sent again', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod')
    await ana.fills({ From: 'tomorrow', Reason: 'load test' })
    const { fields } = ana
    story().setOverloaded(true)
    await ana.submits()
    expect([ana.formErrors, ana.fields]).toEqual([{ Plan: BUSY }, fields])
    story().setOverloaded(false)
    await ana.submits()
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', 'load test']])
  })

  it('a select says so in place of what it offers', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause')
    story().setOverloaded(true)
    expect(await offers('web')).toEqual([
      expect.stringMatching(/^I am too busy right now, so this was not done\./),
    ])
    story().setOverloaded(false)
    expect(await offers('web-p')).toContain('web-prod')
  })

  it('Slack warns of a press, and the button stays', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/pause web-prod tomorrow')
    const channel = story().channel()
    story().setOverloaded(true)
    await bo.presses('Resume now')
    expect(story().slack.requests.at(-1)).toMatchObject({ status: refused })
    expect(story().channel()).toEqual(channel)
    story().setOverloaded(false)
    await bo.presses('Resume now')
    expect(await story().pauses('web-prod')).toEqual([])
  })

  it('Slack warns of a shortcut or a press at Home', async () => {
    const ana = story().person('Ana')
    await ana.opensHome()
    story().setOverloaded(true)
    await ana.usesShortcut('pause.add')
    await ana.pressesAtHome('Resume now')
    expect(story().slack.requests.slice(-2)).toMatchObject([{ status: refused }, { status: refused }])
    expect(ana.form).toBeUndefined()
  })

  it('a mention is refused so that Slack sends it again', async () => {
    const ana = story().person('Ana')
    story().setOverloaded(true)
    await ana.mentions('pause web-prod tomorrow')
    expect(story().slack.requests).toMatchObject([{ kind: 'event_callback', status: refused }])
    expect(ana.reads()).toHaveLength(1)
    expect(await story().database.selectFrom('changes').select('id').execute()).toEqual([])
    story().setOverloaded(false)
    const { payload } = story().slack.requests.at(-1) ?? { payload: {} }
    await story().redeliver(payload)
    await story().redeliver(payload)
    expect(await story().pauses('web-prod')).toHaveLength(1)
    const changes = story().database.selectFrom('changes').where('state', '<>', 'scheduled')
    expect(await changes.select('state').execute()).toEqual([{ state: 'done' }])
  })
})
