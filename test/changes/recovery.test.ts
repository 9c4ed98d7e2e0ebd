import { expect, it, onTestFinished } from 'vitest'
import { createSettler } from '../../src/changes/recovery.ts'
import { createJournal } from '../../src/changes/store.ts'
import { mrkdwn } from '../../src/message/mrkdwn.ts'
import type { Reply } from '../../src/message/reply.ts'
import { operations } from '../../src/operations/catalog.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { createSealer } from '../../src/storage/seal.ts'
import { linesOf } from '../app/log-lines.ts'
import { KEY } from '../key.ts'

type Settles = Parameters<typeof createSettler>[0]

const reply: Reply = { text: mrkdwn`Which one?`, to: 'me' }

const asking = (id: string) => ({
  ...{ id, key: `trigger ${id}`, team: 'T1', person: 'T1:U1' as const, operation: 'pause.add' },
  ...{ organization: '1001', private: false, said: { raw: {}, secrets: [] }, origin: '{}' },
})

/** What somebody left behind, and a settler that looks for it every ten minutes, as long as there is something. */
async function left({ resume, tell }: Pick<Settles, 'resume' | 'tell'>) {
  let now = Date.parse('2026-11-18T09:00:00Z')
  const clock = () => new Date(now)
  const database = await openDatabase(':memory:')
  onTestFinished(() => database.destroy())
  const sealer = createSealer([KEY])
  const journal = createJournal({ database, clock, owner: 'one', sealer })
  const gone = createJournal({ database, clock, owner: 'gone', sealer })
  await gone.ask(asking('a1'))
  const { log, lines } = linesOf()
  const settler = createSettler({ journal, clock, log, resume, tell, question: () => reply })
  const row = () => database.selectFrom('journal').selectAll().executeTakeFirst()
  return {
    gone,
    row,
    lines,
    settler,
    /** Does something ten minutes later. */
    leaves<T>(work: () => T): T {
      now += 10 * 60_000
      return work()
    },
    /** How often it looks until nothing is left to do, and what remains of it. */
    async settles() {
      for (let times = 0; times < 3000; times += 1) {
        const past = await row()
        if (past === undefined || past.lease_until === null) return { times, state: past?.state }
        now += 10 * 60_000
        await settler.settle()
      }
      throw new Error('It is never done with')
    },
  }
}

it('an outcome that Slack refuses again and again is given up after a day', async () => {
  const { gone, settles, lines } = await left({
    resume: async () => undefined,
    tell: async () => 'not yet',
  })
  await gone.settle('a1', { state: 'done', reply, about: undefined, plans: [] })
  expect(await settles()).toEqual({ times: 300, state: 'done' })
  expect(lines()).toMatchObject([
    {
      level: 50,
      ref: 'a1',
      operation: 'pause.add',
      attempts: 300,
      msg: expect.stringContaining('could not be told'),
    },
  ])
})

it('what is to be asked of somebody is asked again where Slack did not take it', async () => {
  const [operation] = operations
  if (!operation) throw new Error('There are no operations')
  const told: Reply[] = []
  const { settles } = await left({
    resume: async () => ({ kind: 'issues', operation, raw: {}, issues: {}, notes: {} }),
    tell: async (_, said) => (told.push(said) > 2 ? 'told' : 'not yet'),
  })
  expect(await settles()).toEqual({ times: 3, state: 'failed' })
  expect(told).toEqual([reply, reply, reply])
})

it('what no key opens is left as it is, for whoever has the key', async () => {
  let tries = 0
  const { settles, row } = await left({
    resume: async () => {
      tries += 1
      if (tries < 30) return 'unread'
      const before = await row()
      expect(before).toMatchObject({ state: 'asked', said: expect.stringMatching(/^v1\./) })
      return undefined
    },
    tell: async () => 'told',
  })
  expect(await settles()).toEqual({ times: 30, state: 'failed' })
})

it('what no key opens is told in the log at first, and once more when it is given up', async () => {
  const { settles, lines } = await left({ resume: async () => 'unread', tell: async () => 'told' })
  expect(await settles()).toEqual({ times: 2000, state: 'failed' })
  expect(lines().map(({ attempts }) => attempts)).toEqual([1, 2, 3, 4, 5, 6, 7, 2000])
  expect(lines().at(-1)).toMatchObject({
    level: 50,
    ref: 'a1',
    msg: expect.stringMatching(/ENCRYPTION_KEY.*given up/),
  })
})

it('what another version was asked for is left to it for a while, and then told', async () => {
  const told: string[] = []
  const { settles } = await left({
    resume: async () => 'foreign',
    tell: async (_, { text }) => {
      told.push(text.mrkdwn)
      return 'told'
    },
  })
  expect(await settles()).toEqual({ times: 8, state: 'failed' })
  expect(told).toEqual(['Your request was interrupted, and nothing was done. (Reference a1)'])
})

it('what fails in a way that nobody foresaw is left alone longer each time, and given up after a day', async () => {
  const { settles, lines } = await left({
    resume: async () => {
      throw new TypeError('Nobody foresaw this')
    },
    tell: async () => 'told',
  })
  expect(await settles()).toEqual({ times: 300, state: 'failed' })
  expect(lines().at(-1)).toMatchObject({ level: 50, ref: 'a1', msg: expect.stringContaining('given up') })
})

it('what was looked for so long is told as often as anything else', async () => {
  const [operation] = operations
  if (!operation) throw new Error('There are no operations')
  const tries: (string | undefined)[] = []
  const { settles, row } = await left({
    resume: async entry => {
      if (entry.attempts < 8) return 'unread'
      return { kind: 'issues', operation, raw: {}, issues: {}, notes: {} }
    },
    tell: async (_entry, _reply, later) => {
      tries.push(later)
      return tries.length > 7 ? 'told' : 'not yet'
    },
  })
  await settles()
  expect(tries).toEqual([...Array.from({ length: 7 }, () => 'again'), undefined])
  expect(await row()).toMatchObject({ state: 'failed' })
})

it('what takes long holds up nothing that is left behind meanwhile', async () => {
  const slow = Promise.withResolvers<undefined>()
  const told: string[] = []
  const { gone, leaves, settler } = await left({
    resume: () => slow.promise,
    tell: async ({ id }) => {
      told.push(id)
      return 'told'
    },
  })
  const first = leaves(() => settler.settle())
  await gone.ask(asking('a2'))
  await gone.settle('a2', { state: 'done', reply, about: undefined, plans: [] })
  const second = leaves(() => settler.settle())
  await expect.poll(() => told).toEqual(['a2'])
  slow.resolve(undefined)
  await Promise.all([first, second])
})
