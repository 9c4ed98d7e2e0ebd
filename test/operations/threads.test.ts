import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

/** The texts of what stands in the channel itself, and of what stands in threads there. */
function read() {
  const messages = story().slack.channel('ops')
  const lines = messages.map(({ ts, thread_ts = ts, text }) => ({ inThread: thread_ts !== ts, text }))
  return {
    channel: lines.filter(({ inThread }) => !inThread).map(({ text }) => text),
    threads: lines.filter(({ inThread }) => inThread).map(({ text }) => text),
  }
}

/** Ana has paused web-prod, and the team talks about it in the thread of what the channel read. */
async function discussed() {
  const [ana, bo, cleo] = [story().person('Ana'), story().person('Bo'), story().person('Cleo')]
  await ana.types('/pause web-prod tomorrow')
  cleo.repliesTo('paused *web-prod*', 'Do we still need this?')
  bo.repliesTo('paused *web-prod*', 'No, I take it back.')
  return { ana, bo, cleo }
}

const discussion = ['Do we still need this?', 'No, I take it back.']
const cancelled = (mention: string) =>
  expect.stringContaining(`${mention} cancelled the upcoming pause of *web-prod*`)

describe('a message that the team discusses in its thread', () => {
  it('Bo presses Resume now on it: the channel reads that he did, not the thread alone', async () => {
    const { bo } = await discussed()
    await bo.presses('Resume now')
    expect(read()).toEqual({
      channel: [expect.stringContaining('paused *web-prod*'), cancelled(bo.mention)],
      threads: discussion,
    })
    expect(await story().pauses('web-prod')).toEqual([])
  })

  it('the channel hears of changed dates too, by whichever way the answer comes', async () => {
    const { cleo } = await discussed()
    await cleo.presses('Change dates')
    await cleo.fills({ Until: 'sunday' })
    story().setTime('2026-11-18T09:31:00Z')
    await cleo.submits()
    expect(story().slack.calls.map(({ method }) => method)).toContain('chat.postMessage')
    expect(read()).toEqual({
      channel: [
        expect.stringContaining('paused *web-prod*'),
        expect.stringContaining(`${cleo.mention} changed the pause`),
      ],
      threads: discussion,
    })
  })
})

describe('a message that stands in a thread', () => {
  /** The bot's message about a pause stands in the thread of another one. */
  async function inThread() {
    const { ana, bo } = await discussed()
    const [first] = story().slack.channel('ops')
    await story().postAsBot({ text: 'Once more', blocks: first?.blocks, thread_ts: first?.ts })
    return { ana, bo }
  }

  it('is answered in that thread when its button is pressed', async () => {
    const { bo } = await inThread()
    await bo.presses('Resume now')
    expect(read()).toEqual({
      channel: [expect.stringContaining('paused *web-prod*')],
      threads: [...discussion, 'Once more', cancelled(bo.mention)],
    })
  })

  it('is answered there by the form that its button opens, by whichever way the answer comes', async () => {
    const { ana } = await inThread()
    await ana.presses('Change dates')
    await ana.fills({ Until: 'sunday' })
    story().setTime('2026-11-18T09:31:00Z')
    await ana.submits()
    expect(story().slack.calls.map(({ method }) => method)).toContain('chat.postMessage')
    expect(read().threads.at(-1)).toContain(`${ana.mention} changed the pause`)
    expect(read().channel).toHaveLength(1)
  })

  it('is answered there to one person alone', async () => {
    const { ana } = await inThread()
    await ana.presses('Show plan')
    const shown = story().slack.person('Ana').messages('ops').at(-1)
    expect(shown).toMatchObject({ only: expect.any(String), thread_ts: expect.any(String) })
  })
})
