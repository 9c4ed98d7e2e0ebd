import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

/** Returns the texts in the channel itself and in its threads. */
function readChannel() {
  const messages = story().slack.channel('ops')
  const lines = messages.map(({ ts, thread_ts = ts, text }) => ({ inThread: thread_ts !== ts, text }))
  return {
    channel: lines.filter(({ inThread }) => !inThread).map(({ text }) => text),
    threads: lines.filter(({ inThread }) => inThread).map(({ text }) => text),
  }
}

/** Lets Ana pause web-prod, and the team discuss it in the thread of the announcement. */
async function discussPause() {
  const [ana, bo, cleo] = [story().person('Ana'), story().person('Bo'), story().person('Cleo')]
  await ana.types('/pause web-prod tomorrow')
  cleo.repliesTo('paused *web-prod*', 'Do we still need this?')
  bo.repliesTo('paused *web-prod*', 'No, I take it back.')
  return { ana, bo, cleo }
}

const discussion = ['Do we still need this?', 'No, I take it back.']
const cancelled = (mention: string) =>
  expect.stringContaining(`${mention} cancelled the upcoming pause of *web-prod*`)

describe('a message discussed in its thread', () => {
  it('is answered in the channel after Resume now', async () => {
    const { bo } = await discussPause()
    await bo.presses('Resume now')
    expect(readChannel()).toEqual({
      channel: [expect.stringContaining('paused *web-prod*'), cancelled(bo.mention)],
      threads: discussion,
    })
    expect(await story().pauses('web-prod')).toEqual([])
  })

  it('is answered in the channel after a change of dates, even with an expired response_url', async () => {
    const { cleo } = await discussPause()
    await cleo.presses('Change dates')
    await cleo.fills({ Until: 'sunday' })
    story().setTime('2026-11-18T09:31:00Z')
    await cleo.submits()
    expect(story().slack.calls.map(({ method }) => method)).toContain('chat.postMessage')
    expect(readChannel()).toEqual({
      channel: [
        expect.stringContaining('paused *web-prod*'),
        expect.stringContaining(`${cleo.mention} changed the pause`),
      ],
      threads: discussion,
    })
  })
})

describe('a message in a thread', () => {
  /** Posts an announcement in the thread of another one. */
  async function postInThread() {
    const { ana, bo } = await discussPause()
    const [first] = story().slack.channel('ops')
    await story().postAsBot({ text: 'Once more', blocks: first?.blocks, thread_ts: first?.ts })
    return { ana, bo }
  }

  it('is answered in that thread after a press', async () => {
    const { bo } = await postInThread()
    await bo.presses('Resume now')
    expect(readChannel()).toEqual({
      channel: [expect.stringContaining('paused *web-prod*')],
      threads: [...discussion, 'Once more', cancelled(bo.mention)],
    })
  })

  it('is answered in that thread after a form, even with an expired response_url', async () => {
    const { ana } = await postInThread()
    await ana.presses('Change dates')
    await ana.fills({ Until: 'sunday' })
    story().setTime('2026-11-18T09:31:00Z')
    await ana.submits()
    expect(story().slack.calls.map(({ method }) => method)).toContain('chat.postMessage')
    expect(readChannel().threads.at(-1)).toContain(`${ana.mention} changed the pause`)
    expect(readChannel().channel).toHaveLength(1)
  })

  it('gets private replies in that thread', async () => {
    const { ana } = await postInThread()
    await ana.presses('Show plan')
    const reply = story().slack.person('Ana').messages('ops').at(-1)
    expect(reply).toMatchObject({ only: expect.any(String), thread_ts: expect.any(String) })
  })
})
