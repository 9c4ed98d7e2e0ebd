import { expect, it, onTestFinished } from 'vitest'
import { compareClocks } from '../../src/app/clock-skew.ts'
import { createLog } from '../../src/app/log.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { newPostgres } from '../postgres/databases.ts'

it.each([
  ['ahead', 30_000, [{ level: 40, aheadMs: expect.toSatisfy((ms: number) => ms > 25_000) }]],
  ['behind', -30_000, [{ level: 40, aheadMs: expect.toSatisfy((ms: number) => ms < -25_000) }]],
  ['right', 0, []],
])('a replica whose clock is %s of the database’s says so, and only then', async (_, offMs, told) => {
  const database = await openDatabase(await newPostgres())
  onTestFinished(() => database.destroy())
  const lines: string[] = []
  const log = createLog('info', { write: line => void lines.push(line) })
  await compareClocks(database, { clock: () => new Date(Date.now() + offMs), log })
  expect(lines.map(line => JSON.parse(line))).toMatchObject(told)
})
