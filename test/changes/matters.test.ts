import { describe, expect, it, onTestFinished } from 'vitest'
import type { JournalRequest } from '../../src/changes/asking.ts'
import { createJournal } from '../../src/changes/store.ts'
import { mrkdwn } from '../../src/message/mrkdwn.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { createSealer } from '../../src/storage/seal.ts'
import { KEY } from '../key.ts'
import { databases } from '../postgres/databases.ts'

const MINUTE = 60_000

const press: JournalRequest = {
  id: 'a1',
  key: 'trigger 1',
  matter: 'button 1',
  counts: MINUTE,
  team: 'T1',
  person: 'T1:U1',
  operation: 'plan.off',
  organization: '1001',
  private: false,
  said: { raw: {}, secrets: [] },
  origin: 'here',
}

const fate = {
  state: 'done',
  reply: { text: mrkdwn`Off`, to: 'channel' },
  about: 'web-prod',
  plans: [],
} as const

describe.each(databases)('what a button is about, in $kind', ({ place }) => {
  async function opened() {
    let now = Date.parse('2026-11-18T09:00:00Z')
    const clock = () => new Date(now)
    const database = await openDatabase(await place())
    onTestFinished(() => database.destroy())
    const sealer = createSealer([KEY])
    const journalOf = (owner: string) => createJournal({ database, sealer, clock, owner })
    const passes = (ms: number) => {
      now += ms
    }
    return { one: journalOf('one'), other: journalOf('other'), passes }
  }

  it('counts for a minute after its outcome was told, and is asked for anew then', async () => {
    const { one, passes } = await opened()
    await one.ask(press)
    passes(2 * MINUTE)
    expect(await one.ask({ ...press, id: 'a2', key: 'trigger 2' })).toMatchObject({
      id: 'a1',
      state: 'asked',
    })
    await one.renew()
    await one.settle('a1', fate)
    passes(2 * MINUTE)
    expect(await one.ask({ ...press, id: 'a3', key: 'trigger 3' })).toMatchObject({ id: 'a1', state: 'done' })
    await one.announced('a1')
    passes(MINUTE - 1)
    expect(await one.ask({ ...press, id: 'a4', key: 'trigger 4' })).toMatchObject({ id: 'a1' })
    passes(1)
    expect(await one.ask({ ...press, id: 'a5', key: 'trigger 5' })).toBeUndefined()
    expect(await one.ask({ ...press, id: 'a6', key: 'trigger 6' })).toMatchObject({ id: 'a5' })
  })

  it('is asked for anew by one of many that press it at once', async () => {
    const { one, other, passes } = await opened()
    await one.ask(press)
    await one.settle('a1', fate)
    await one.announced('a1')
    passes(MINUTE)
    const asked = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? one : other).ask({ ...press, id: `b${n}`, key: `again ${n}` }),
    )
    const before = await Promise.all(asked)
    const [next] = before.filter(past => past !== undefined).map(({ id }) => id)
    expect(before.filter(past => past === undefined)).toHaveLength(1)
    expect(next).toMatch(/^b/)
    expect(before.filter(past => past?.id === next)).toHaveLength(19)
  })

  it('is one request for good where Slack sends that again', async () => {
    const { one, passes } = await opened()
    await one.ask(press)
    await one.settle('a1', fate)
    await one.announced('a1')
    passes(MINUTE)
    await one.ask({ ...press, id: 'a2', key: 'trigger 2' })
    await one.settle('a2', fate)
    await one.announced('a2')
    passes(MINUTE)
    expect(await one.ask({ ...press, id: 'a3' })).toMatchObject({ id: 'a1' })
    expect(await one.ask({ ...press, id: 'a4', key: 'trigger 4' })).toBeUndefined()
  })

  it('counts no longer than it is under way, where somebody typed it', async () => {
    const { one } = await opened()
    const typed = { ...press, counts: 'under way' } as const
    await one.ask(typed)
    expect(await one.ask({ ...typed, id: 'a2', key: 'trigger 2' })).toMatchObject({ id: 'a1', isSame: false })
    expect(await one.ask({ ...typed, id: 'a3' })).toMatchObject({ id: 'a1', isSame: true })
    await one.settle('a1', fate)
    expect(await one.ask({ ...typed, id: 'a4', key: 'trigger 4' })).toBeUndefined()
    await one.settle('a4', { ...fate, isFree: true })
    expect(await one.ask({ ...typed, id: 'a5', key: 'trigger 5' })).toBeUndefined()
    expect(await one.ask({ ...typed, id: 'a6' })).toMatchObject({ id: 'a1', isSame: true })
  })

  it('is given up where there is nobody left to tell, and kept for good where it is to be done once', async () => {
    const { one, passes } = await opened()
    const once = { ...press, id: 'b1', key: 'page 1', matter: 'ticket 1', counts: undefined }
    for (const each of [press, once]) {
      await one.ask(each)
      await one.settle(each.id, fate)
      await one.given(each.id)
    }
    passes(MINUTE)
    expect(await one.ask({ ...press, id: 'a2', key: 'trigger 2' })).toBeUndefined()
    expect(await one.ask({ ...once, id: 'b2', key: 'page 2' })).toMatchObject({ id: 'b1' })
  })
})
