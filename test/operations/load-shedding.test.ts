import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'
import type { Story } from '../story.ts'

/** Both transports, with the status that makes Slack retry: a WebSocket message stays unacknowledged. */
const TRANSPORTS = [
  { transport: 'HTTP', socketMode: false, status: 503 },
  { transport: 'a WebSocket', socketMode: true, status: 0 },
]

/** Returns a function that loads the plans offered to Ana for typed text. */
const optionsFor = (story: () => Story) => async (typed: string) =>
  (await story().person('Ana').options('Plan', typed)).map(({ text }) => text.text)

const BUSY = 'I am too busy right now, so this was not done. Please try again in a moment.'

describe.each(TRANSPORTS)('an overloaded bot, over $transport', ({ socketMode, status }) => {
  const story = stories({ socketMode })
  const planOptions = optionsFor(story)

  it('rejects a command at once, and accepts it later', async () => {
    const ana = story().person('Ana')
    story().setOverloaded(true)
    await ana.types('/pause web-prod tomorrow')
    expect(ana.readsPrivately()).toEqual([BUSY])
    expect(story().wire.received).toEqual([])
    story().setOverloaded(false)
    await ana.types('/pause web-prod tomorrow')
    expect(story().channel()).toHaveLength(1)
  })

  it('keeps a form with its values and an error at the first field, and accepts it later', async () => {
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

  it('shows the rejection among the options of a select', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause')
    story().setOverloaded(true)
    expect(await planOptions('web')).toEqual([
      expect.stringMatching(/^I am too busy right now, so this was not done\./),
    ])
    story().setOverloaded(false)
    expect(await planOptions('web-p')).toContain('web-prod')
  })

  it('lets Slack warn of a press, and keeps the button', async () => {
    const [ana, bo] = [story().person('Ana'), story().person('Bo')]
    await ana.types('/pause web-prod tomorrow')
    const channel = story().channel()
    story().setOverloaded(true)
    await bo.presses('Resume now')
    expect(story().slack.requests.at(-1)).toMatchObject({ status })
    expect(story().channel()).toEqual(channel)
    story().setOverloaded(false)
    await bo.presses('Resume now')
    expect(await story().pauses('web-prod')).toEqual([])
  })

  it('lets Slack warn of a shortcut and of a press at Home', async () => {
    const ana = story().person('Ana')
    await ana.opensHome()
    story().setOverloaded(true)
    await ana.usesShortcut('pause.add')
    await ana.pressesAtHome('Resume now')
    expect(story().slack.requests.slice(-2)).toMatchObject([{ status }, { status }])
    expect(ana.form).toBeUndefined()
  })

  it('rejects a mention so that Slack sends it again', async () => {
    const ana = story().person('Ana')
    story().setOverloaded(true)
    await ana.mentions('pause web-prod tomorrow')
    expect(story().slack.requests).toMatchObject([{ kind: 'event_callback', status }])
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
