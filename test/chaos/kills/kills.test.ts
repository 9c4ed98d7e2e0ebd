import { describe, expect, it } from 'vitest'
import { newPostgres } from '../../postgres/databases.ts'
import { type Kills, kill } from './kills.ts'

/** So little that it is over soon; `npm run test:chaos` has a thousand changes. */
const SHORT: Kills = {
  ...{ seed: 1, replicas: 1, people: 10, changes: 40, kills: 3 },
  ...{ restMs: 100, timeoutMs: 700, hurried: true },
}

describe('what people ask for while the bot is killed and all else fails', { timeout: 120_000 }, () => {
  it('is done once and told, with one process over SQLite and three over PostgreSQL', async () => {
    const place = await newPostgres()
    const [one, three] = await Promise.all([kill(SHORT), kill({ ...SHORT, place, replicas: 3, seed: 2 })])
    expect(one.problems).toEqual([])
    expect(three.problems).toEqual([])
    for (const { counts } of [one, three]) {
      expect(counts.kills).toBe(SHORT.kills)
      expect(counts.done).toBeGreaterThan(SHORT.changes / 2)
    }
  })
})
