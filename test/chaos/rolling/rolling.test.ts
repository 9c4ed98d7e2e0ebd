import { describe, expect, it } from 'vitest'
import { newPostgres } from '../../postgres/databases.ts'
import { runRolling } from './run-rolling.ts'

describe('rolling restarts of three replicas over PostgreSQL', {
  timeout: 120_000,
}, () => {
  it('lose no request, and apply and report every change once', async () => {
    const { problems, counts } = await runRolling({
      seed: 1,
      place: await newPostgres(),
      replicas: 3,
      people: 10,
      changes: 1,
      rounds: 1,
      restMs: 800,
      timeoutMs: 5000,
    })
    expect(problems).toEqual([])
    expect(counts.restarts).toBe(3)
    expect(counts.done).toBeGreaterThan(20)
  })
})
