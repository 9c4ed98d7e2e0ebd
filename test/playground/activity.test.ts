import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createActivity } from '../../src/playground/activity.ts'

describe('settling', () => {
  it('waits for what is under way, and for the app to say that it is idle', async () => {
    const activity = createActivity()
    const told: string[] = []
    const work = activity.track(async () => {
      await nextTurn()
      told.push('worked')
    })
    const idle = async () => {
      await nextTurn()
      told.push('idle')
    }
    await activity.settled(0, idle)
    expect(told).toEqual(['worked', 'idle'])
    await work
  })

  it('begins anew as long as anything happened meanwhile', async () => {
    const activity = createActivity()
    let rounds = 0
    const idle = async () => {
      rounds += 1
      if (rounds < 3) await activity.track(async () => {})
    }
    await activity.settled(0, idle)
    expect(rounds).toBe(3)
  })
})

describe('watching', () => {
  it('tells of every change, and of none after its end', async () => {
    const activity = createActivity()
    let told = 0
    const listener = () => {
      told += 1
    }
    const unwatch = activity.watch(listener)
    activity.changed()
    await activity.track(async () => {})
    expect(told).toBe(2)
    unwatch()
    activity.changed()
    expect(told).toBe(2)
  })
})

describe('waiting for something', () => {
  it('ends with the change that makes it true', async () => {
    const activity = createActivity()
    let happened = false
    const awaited = activity.until(() => happened)
    happened = true
    activity.changed()
    await expect(awaited).resolves.toBeUndefined()
  })

  it('ends with what the question itself throws', async () => {
    const activity = createActivity()
    const broken = () => {
      throw new Error('no such message')
    }
    await expect(activity.until(broken)).rejects.toThrow('no such message')
  })
})
