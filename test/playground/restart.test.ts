import { describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/playground/local-workspace.ts'
import { openedDatabase } from '../postgres/databases.ts'
import { createStage, modal, type Reply } from './stage.ts'

const texts = (messages: { text: string }[]) => messages.map(message => message.text)

/** A Slack that outlasts its restarts: each stage has what was in the one before it, which is gone. */
async function outlasting() {
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
  it('what was said is there, as it was edited, without what was deleted', async () => {
    const starts = await outlasting()
    const { ana, ben, call } = await starts()
    ana.chat('hello')
    const { ts = '' } = await call('chat.postMessage', { channel: 'C1OPS', text: 'draft' })
    await call('chat.update', { channel: 'C1OPS', ts, text: 'edited' })
    const { ts: slip = '' } = await call('chat.postMessage', { channel: 'C1OPS', text: 'a slip' })
    await call('chat.postMessage', { channel: 'C1OPS', text: 'a reply', thread_ts: ts })
    await call('chat.delete', { channel: 'C1OPS', ts: slip })
    await ben.say('hi there')
    const before = ana.messages('ops')
    expect(texts(before)).toEqual(['hello', 'edited', 'a reply'])

    const later = await starts()
    expect(later.ana.messages('ops')).toEqual(before)
    expect(texts(later.ben.dm)).toEqual(['hi there'])
    expect(texts(later.ana.dm)).toEqual([])
  })
})

describe('a reset', () => {
  it('leaves nothing that was said, shown or asked for, now and after a restart', async () => {
    const starts = await outlasting()
    const { ana, call, received, post, slack } = await starts()
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

    const { ana: later } = await starts()
    expect(texts(later.messages('ops'))).toEqual(['anew'])
    expect(later.home).toBeUndefined()
  })
})
