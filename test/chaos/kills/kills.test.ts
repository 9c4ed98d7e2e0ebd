import { describe, expect, it } from 'vitest'
import { newPostgres } from '../../postgres/databases.ts'
import { type Kills, runKills } from './run-kills.ts'

/** A short run; `npm run test:chaos` makes a thousand changes. */
const SHORT: Kills = {
  seed: 1,
  replicas: 1,
  people: 10,
  changes: 40,
  kills: 3,
  restMs: 100,
  timeoutMs: 700,
  hurried: true,
}

describe('changes while processes are killed and calls fail', { timeout: 120_000 }, () => {
  it('are applied and reported once, with one process over SQLite and three over PostgreSQL', async () => {
    const place = await newPostgres()
    const [one, three] = await Promise.all([
      runKills(SHORT),
      runKills({ ...SHORT, place, replicas: 3, seed: 2 }),
    ])
    expect(one.problems).toEqual([])
    expect(three.problems).toEqual([])
    for (const { counts } of [one, three]) {
      expect(counts.kills).toBe(SHORT.kills)
      expect(counts.done).toBeGreaterThan(SHORT.changes / 2)
    }
  })
})
