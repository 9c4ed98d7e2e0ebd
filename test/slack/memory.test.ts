import { describe, expect, it } from 'vitest'
import { createMemory } from '../../src/slack/memory.ts'

describe('a memory', () => {
  it('forgets what was kept longest ago, and keeps anew what is kept again', () => {
    const memory = createMemory<number>(2)
    for (const [key, value] of [['a', 1] as const, ['b', 2] as const, ['a', 3] as const, ['c', 4] as const])
      expect(memory.keep(key, value)).toBe(value)
    expect(['a', 'b', 'c'].map(memory.find)).toEqual([3, undefined, 4])
  })

  it('holds thousands unless it is told how many', () => {
    const memory = createMemory<true>()
    for (let at = 0; at <= 10_000; at += 1) memory.keep(`${at}`, true)
    expect([memory.find('0'), memory.find('1'), memory.find('10000')]).toEqual([undefined, true, true])
  })
})
