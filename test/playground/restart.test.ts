import { describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/playground/local-workspace.ts'
import { openedDatabase } from '../postgres/databases.ts'
import { createStage, modal, type Reply } from './stage.ts'

const texts = (messages: { text: string }[]) => messages.map(message => message.text)

/** Returns a function that restarts a Slack: each stage replaces the last and has its stored messages. */
async function createRestarts() {
  const database = await openedDatabase(':memory:')
  let end = async () => {}
  onTestFinished(() => end())
  return async (...answers: Reply[]) => {
    await end()
    const store = await openStore({ database, report: error => expect.fail(String(error)) })
    const stage = await createStage(() => answers.shift() ?? {}, { store: store.messages })
    end = async () => {
      end = async () => {}
      await stage.close()
      await store.flush()
    }
    return stage
  }
}

describe('after a restart', () => {
  it('messages are kept with their edits, without deleted ones', async () => {
    const restart = await createRestarts()
    const { ana, ben, call } = await restart()
    ana.chat('hello')
    const { ts = '' } = await call('chat.postMessage', { channel: 'C1OPS', text: 'draft' })
    await call('chat.update', { channel: 'C1OPS', ts, text: 'edited' })
    const { ts: slip = '' } = await call('chat.postMessage', { channel: 'C1OPS', text: 'a slip' })
    await call('chat.postMessage', { channel: 'C1OPS', text: 'a reply', thread_ts: ts })
    await call('chat.delete', { channel: 'C1OPS', ts: slip })
    await ben.say('hi there')
    const before = ana.messages('ops')
    expect(texts(before)).toEqual(['hello', 'edited', 'a reply'])

    const later = await restart()
    expect(later.ana.messages('ops')).toEqual(before)
    expect(texts(later.ben.dm)).toEqual(['hi there'])
    expect(texts(later.ana.dm)).toEqual([])
  })
})

describe('a reset', () => {
  it('removes messages, views and requests, also after a restart', async () => {
    const restart = await createRestarts()
    const { ana, call, received, post, slack } = await restart()
    await call('views.publish', { user_id: 'U1ANA', view: { type: 'home', blocks: [] } })
    await ana.command('/pause')
    const [first] = received
    await call('views.open', { trigger_id: first?.body.trigger_id, view: modal([]) })
    ana.chat('hello')
    const [{ ts: before = '' } = {}] = ana.messages('ops')
    slack.reset()
    expect([ana.messages('ops'), ana.home, ana.view]).toEqual([[], undefined, undefined])
    expect([slack.calls, slack.requests, slack.refusals]).toEqual([[], [], []])
    expect(await post(first?.body.response_url ?? '', { text: 'late' })).toMatchObject({
      error: 'invalid_url',
    })
    ana.chat('anew')
    expect(ana.messages('ops')).toMatchObject([{ text: 'anew' }])
    expect(Number(ana.messages('ops')[0]?.ts)).toBeGreaterThan(Number(before))

    const { ana: later } = await restart()
    expect(texts(later.messages('ops'))).toEqual(['anew'])
    expect(later.home).toBeUndefined()
  })
})
