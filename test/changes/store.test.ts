import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { JournalRequest } from '../../src/changes/asking.ts'
import { createJournal } from '../../src/changes/store.ts'
import { mrkdwn } from '../../src/message/mrkdwn.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { createSealer } from '../../src/storage/seal.ts'
import { KEY } from '../key.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const START = Date.parse('2026-11-18T09:00:00Z')

const asking: JournalRequest = {
  id: 'a1',
  key: 'trigger 1',
  matter: 'button 1',
  team: 'T1',
  person: 'T1:U1',
  operation: 'pause.add',
  organization: '1001',
  private: false,
  said: { raw: { plan: 'web-prod', reason: 'a secret reason' }, secrets: [] },
  origin: '{"origin":"a response_url"}',
}

const fate = {
  state: 'done',
  reply: { text: mrkdwn`It is paused: a secret reason`, to: 'channel' },
  about: 'web-prod',
  plans: ['1', '2'],
} as const

/** Two processes with connections of their own to the same file, and one clock. */
async function two() {
  const file = join(await temporaryFolder(), 'dayshift.db')
  let now = START
  const clock = () => new Date(now)
  const sealer = createSealer([KEY])
  const open = async (owner: string) => {
    const database = await openDatabase(file)
    onTestFinished(() => database.destroy())
    return { database, ...createJournal({ database, sealer, clock, owner }) }
  }
  return {
    one: await open('one'),
    two: await open('two'),
    passes: (ms: number) => {
      now += ms
    },
  }
}

describe('what is asked for', () => {
  it('is open until it is told, as whoever watches the bot sees', async () => {
    const { one } = await two()
    const openNow = async () => (await one.record.open()).filter(([, count]) => count > 0)
    await one.ask(asking)
    await one.ask({ ...asking, id: 'a2', key: 'trigger 2', matter: undefined })
    expect(await openNow()).toEqual([['asked', 2]])
    await one.settle('a1', fate)
    expect(await openNow()).toEqual([
      ['asked', 1],
      ['done', 1],
    ])
    await one.announced('a1')
    await one.drop('a2')
    expect(await openNow()).toEqual([])
    expect((await one.record.open()).map(([state]) => state)).toContain('sent')
  })

  it('is one entry, whichever process hears of it first', async () => {
    const { one, two: other } = await two()
    expect(await one.ask(asking)).toBeUndefined()
    expect(await other.ask({ ...asking, id: 'a2' })).toMatchObject({
      id: 'a1',
      state: 'asked',
      person: 'T1:U1',
    })
    const press = { ...asking, id: 'a3', key: 'trigger 3' }
    expect(await other.ask(press)).toMatchObject({ id: 'a1' })
    expect(await other.ask({ ...press, matter: 'button 2' })).toBeUndefined()
    expect(await other.ask({ ...press, id: 'a4', key: 'trigger 4', matter: undefined })).toBeUndefined()
  })

  it('is one entry where both hear of it at once', async () => {
    const { one, two: other } = await two()
    const asked = Array.from({ length: 20 }, (_, n) =>
      [one, other].map(journal =>
        journal.ask({ ...asking, id: `${n} ${journal === one}`, key: `trigger ${n % 2}`, matter: undefined }),
      ),
    )
    const written = (await Promise.all(asked.flat())).filter(before => before === undefined)
    expect(written).toHaveLength(2)
  })

  it('may be asked for again by the same button once it has failed', async () => {
    const { one } = await two()
    await one.ask(asking)
    await one.settle('a1', { ...fate, state: 'failed' })
    expect(await one.ask({ ...asking, id: 'a2' })).toMatchObject({ id: 'a1', state: 'failed' })
    expect(await one.ask({ ...asking, id: 'a3', key: 'trigger 3' })).toBeUndefined()
  })
})

describe('a lease', () => {
  it('keeps an entry for the process that has it, until that is gone', async () => {
    const { one, two: other, passes } = await two()
    await one.ask(asking)
    passes(15_000)
    await one.renew()
    passes(15_000)
    expect(await other.takeOver(20)).toEqual([])
    expect(one.isHeld('a1')).toBe(true)
    passes(15_000)
    expect(one.isHeld('a1')).toBe(false)
    expect(await other.takeOver(20)).toMatchObject([
      { id: 'a1', state: 'asked', attempts: 1, said: asking.said, origin: asking.origin },
    ])
    await expect(one.sent('a1', { reads: {} })).rejects.toThrow('')
    await expect(one.settle('a1', fate)).rejects.toThrow('')
    await one.drop('a1')
    await other.sent('a1', { reads: { question: 'answer' }, at: { zone: 'Europe/Berlin' } })
    await other.settle('a1', fate)
    expect(await other.record.count({ organization: '1001', person: 'T1:U2' })).toBe(1)
  })

  it('counts as over while nobody else can have it yet, so that there is time to send what is sent', async () => {
    const { one, two: other, passes } = await two()
    await one.ask(asking)
    passes(17_900)
    expect(one.isHeld('a1')).toBe(true)
    passes(200)
    expect([one.isHeld('a1'), await other.takeOver(20)]).toEqual([false, []])
  })

  it('is over for what was let go of while the others were renewed', async () => {
    const { one, passes } = await two()
    await one.ask(asking)
    passes(15_000)
    const renewed = one.renew()
    one.letGo('a1')
    await renewed
    expect(one.isHeld('a1')).toBe(false)
  })

  it('is over some time after it is known what came of it, where nobody says that it was told', async () => {
    const { one, two: other, passes } = await two()
    await one.ask(asking)
    await one.settle('a1', fate)
    const takenAt: number[] = []
    for (let at = 5000; at <= 120_000 && takenAt.length === 0; at += 5000) {
      passes(5000)
      await one.renew()
      if ((await other.takeOver(20)).length > 0) takenAt.push(at)
    }
    expect(takenAt).toEqual([65_000])
  })

  it('is taken by one of many that look at the same time', async () => {
    const { one, two: other, passes } = await two()
    for (let n = 0; n < 30; n++)
      await one.ask({ ...asking, id: `a${n}`, key: `trigger ${n}`, matter: undefined })
    passes(30_000)
    const taken = await Promise.all([one, other, one, other].map(journal => journal.takeOver(20)))
    const ids = taken.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(30)
    expect(ids).toHaveLength(30)
  })

  it('is let go of by a process that stops', async () => {
    const { one, two: other } = await two()
    await one.ask(asking)
    await one.release()
    expect(await other.takeOver(20)).toMatchObject([{ id: 'a1' }])
  })

  it('is let go of no sooner than else while it is on its way to the service', async () => {
    const { one, two: other, passes } = await two()
    await one.ask(asking)
    await one.sent('a1', { reads: {} })
    await one.release()
    expect(await other.takeOver(20)).toEqual([])
    passes(30_000)
    expect(await other.takeOver(20)).toMatchObject([{ id: 'a1', state: 'sent' }])
  })

  it('is not taken from itself by a process that is at work, however its clock is set', async () => {
    const { one, two: other, passes } = await two()
    await one.ask(asking)
    passes(60 * 60_000)
    expect(await one.takeOver(20)).toEqual([])
    await one.renew()
    expect(await other.takeOver(20)).toEqual([])
    await one.sent('a1', { reads: {} })
    await one.settle('a1', fate)
    await one.announced('a1')
  })

  it('that a clock gave which has been set back since does not last until then', async () => {
    const { one, two: other, passes } = await two()
    passes(3 * 60 * 60_000)
    await one.ask(asking)
    passes(-3 * 60 * 60_000)
    expect(await other.takeOver(20)).toMatchObject([{ id: 'a1' }])
  })

  it('is handed on with all that was known', async () => {
    const { one, two: other, passes } = await two()
    const known = { reads: { question: '{"plans":[]}' }, at: { zone: 'Asia/Tokyo', locale: 'ja-JP' } }
    await one.ask(asking)
    await one.sent('a1', known)
    passes(30_000)
    expect(await other.takeOver(20)).toMatchObject([
      { state: 'sent', known, reply: undefined, askedAt: new Date(START) },
    ])
    await other.settle('a1', fate)
    passes(30_000)
    expect(await one.takeOver(20)).toMatchObject([{ state: 'done', reply: fate.reply, attempts: 1 }])
  })
})

describe('what is told', () => {
  it('is wiped, but for the record', async () => {
    const { one, passes } = await two()
    await one.ask(asking)
    await one.sent('a1', { reads: {} })
    await one.settle('a1', fate)
    await one.announced('a1')
    passes(60_000)
    expect(await one.takeOver(20)).toEqual([])
    const [row] = await one.database.selectFrom('journal').selectAll().execute()
    expect(row).toMatchObject({ said: null, origin: null, known: null, reply: null, lease_until: null })
    expect(row).toMatchObject({
      state: 'done',
      about: 'web-prod',
      plans: ' 1 2 ',
      announced_at: '2026-11-18T09:00:00.000Z',
    })
  })

  it('is forgotten after ninety days, and never before it is told', async () => {
    const { one, passes } = await two()
    await one.ask(asking)
    await one.settle('a1', fate)
    await one.announced('a1')
    await one.ask({ ...asking, id: 'a2', key: 'trigger 2', matter: 'button 2' })
    passes(89 * 24 * 60 * 60_000)
    await one.prune()
    expect(await one.record.count({ organization: '1001', person: 'T1:U1' })).toBe(2)
    passes(2 * 24 * 60 * 60_000)
    await one.prune()
    expect(
      await one.record.some({ organization: '1001', person: 'T1:U1' }, { from: 0, size: 9 }),
    ).toMatchObject([{ id: 'a2' }])
  })

  it('is forgotten some at a time, by several at once, and what is not told never', async () => {
    const { one, two: other, passes } = await two()
    await one.ask(asking)
    await one.settle('a1', fate)
    await one.announced('a1')
    const row = await one.database.selectFrom('journal').selectAll().executeTakeFirstOrThrow()
    for (let n = 0; n < 1300; n += 100)
      await one.database
        .insertInto('journal')
        .values(
          Array.from({ length: 100 }, (_, m) => ({
            ...{ ...row, id: `row ${n + m}`, key: `key ${n + m}`, matter: null },
            asked_at: new Date(START + n + m).toISOString(),
          })),
        )
        .execute()
    await one.ask({ ...asking, id: 'a2', key: 'trigger 2', matter: 'button 2' })
    const left = async () => (await one.database.selectFrom('journal').select('id').execute()).length
    passes(91 * 24 * 60 * 60_000)
    expect(await one.prune()).toBe(true)
    expect(await left()).toBe(1302 - 500)
    while ((await Promise.all([one.prune(), other.prune()])).includes(true));
    expect(await one.database.selectFrom('journal').select('id').execute()).toEqual([{ id: 'a2' }])
  })

  it('holds nothing in clear that was typed, nor where it was', async () => {
    const { one } = await two()
    await one.ask(asking)
    await one.sent('a1', { reads: { a: 'a secret reason' } })
    await one.settle('a1', fate)
    const rows = JSON.stringify(await one.database.selectFrom('journal').selectAll().execute())
    for (const secret of ['secret', 'response_url', 'trigger', 'button']) expect(rows).not.toContain(secret)
  })
})

describe('an entry that no key opens any more', () => {
  it('stands in nobody else’s way where it opens and cannot be read', async () => {
    const { one, two: other, passes } = await two()
    await one.ask(asking)
    await one.ask({ ...asking, id: 'a2', key: 'trigger 2', matter: undefined })
    const said = createSealer([KEY]).seal('z{', 'a1')
    await one.database.updateTable('journal').set({ said }).where('id', '=', 'a1').execute()
    passes(30_000)
    const taken = await other.takeOver(20)
    expect(taken.map(({ id, said }) => [id, said]).sort()).toEqual([
      ['a1', undefined],
      ['a2', asking.said],
    ])
  })

  it('is read without what is sealed', async () => {
    const { one, passes } = await two()
    await one.ask(asking)
    passes(30_000)
    const sealer = createSealer([Buffer.alloc(32, 8)])
    const stranger = createJournal({
      database: one.database,
      sealer,
      clock: () => new Date(START + 30_000),
      owner: 'three',
    })
    expect(await stranger.takeOver(20)).toMatchObject([{ id: 'a1', said: undefined, origin: undefined }])
  })
})
