import { Session } from 'node:inspector/promises'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { operations } from '../../src/operations/catalog.ts'
import { addOperations } from '../more-operations.ts'
import { storeChanges } from '../stored-changes.ts'
import { openStory, type Story } from '../story.ts'

/** Counts the bot's function calls during some work, independently of the machine's load. */
async function countCalls(work: () => Promise<unknown>): Promise<number> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ url }) => /\/src\/(?!playground|embedded-service)/.test(url))
    .flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0))
    .reduce((sum, count) => sum + count, 0)
}

/** Opens a story with `count` stored changes. */
async function openWithChanges(count = 1): Promise<Story> {
  const story = await openStory()
  onTestFinished(() => story.close())
  const { id: organization } = await story.acme()
  const now = new Date('2026-11-18T09:00:00Z')
  await storeChanges(story.database, { count, team: 'T1LOCAL', organization, now })
  return story
}

/** Counts the calls of a list and of a pause, after a few others. */
async function costsOf(story: Story) {
  const ana = story.person('Ana')
  for (const sentence of ['/plan', '/plan', '/pause web-prod 01/12/2026', '/pause web-dev 01/12/2026'])
    await ana.types(sentence)
  const read = await countCalls(() => ana.types('/plan'))
  const change = await countCalls(() => ana.types('/pause web-prod 03/12/2026 load test'))
  await story.recover()
  return { read, change }
}

function expectEqualCosts(few: Costs, many: Costs): void {
  expect(few.read).toBeGreaterThan(100)
  expect(many.read / few.read).toBeLessThan(1.05)
  expect(many.change / few.change).toBeLessThan(1.05)
}

type Costs = Awaited<ReturnType<typeof costsOf>>

describe('the cost of a list and of a pause', () => {
  it('does not grow with the number of operations', async () => {
    const few = await costsOf(await openWithChanges())
    onTestFinished(addOperations(10 * operations.length))
    expectEqualCosts(few, await costsOf(await openWithChanges()))
  })

  it('does not grow with the number of stored changes, and no statement scans them all', async () => {
    const few = await costsOf(await openWithChanges(500))
    const story = await openWithChanges(5000)
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
    onTestFinished(() => prepare.mockRestore())
    expectEqualCosts(few, await costsOf(story))
    const prepared = prepare.mock.calls.map(([text]) => text).filter(text => text.includes('"changes"'))
    const statements = [...new Set(prepared)]
    expect(statements.length).toBeGreaterThanOrEqual(5)
    const scans = statements.map(async text => {
      const plan = sql<{ detail: string }>`explain query plan ${sql.raw(text)}`
      const { rows } = await plan.execute(story.database)
      return rows.some(({ detail }) => detail.startsWith('SCAN changes')) ? [text] : []
    })
    expect((await Promise.all(scans)).flat()).toEqual([])
  })
})
