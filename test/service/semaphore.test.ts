import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTurns } from '../../src/service/semaphore.ts'

/** Turns for three at a time, two of them for one person, and who had one in which order. */
function counter() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const turns = createTurns({ all: 3, each: 2, queue: 6, queueEach: 4 })
  const order: string[] = []
  const open: (() => void)[] = []
  const comes = async (name: string) => {
    const turn = await turns.take(name.charAt(0), 1000)
    order.push(turn ? name : `${name} left`)
    if (turn) open.push(turn)
  }
  return {
    turns,
    order,
    /** They come in this order. */
    come: (...names: string[]) => Promise.race([Promise.all(names.map(comes)), tick()]),
    /** Whoever has had a turn longest gives it back. */
    async returns() {
      open.shift()?.()
      await tick()
    },
  }
}

/** Lets everything go on that only waits for others. */
const tick = () => new Promise<void>(resolve => setImmediate(resolve))

describe('turns', () => {
  it('are had at once while there are some, and two at most by one person', async () => {
    const { order, turns, come } = counter()
    await come('a1', 'a2', 'a3', 'b1')
    expect(order).toEqual(['a1', 'a2', 'b1'])
    expect([turns.had(), turns.waiting()]).toEqual([3, 1])
  })

  it('go around: who wants much waits for themselves', async () => {
    const { order, come, returns } = counter()
    await come('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1', 'c2')
    for (let times = 0; times < 6; times++) await returns()
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4', 'c2', 'a5'])
  })

  it('are not waited for longer than that', async () => {
    const { order, turns, come, returns } = counter()
    await come('a1', 'a2', 'a3')
    vi.advanceTimersByTime(1000)
    await tick()
    expect(order).toEqual(['a1', 'a2', 'a3 left'])
    await returns()
    await come('a4')
    expect([order.at(-1), turns.waiting(), vi.getTimerCount()]).toEqual(['a4', 0, 0])
  })

  it('are not waited for by more than so many, nor by too many for one person', async () => {
    const { order, come } = counter()
    await come('a1', 'a2', 'b1', 'a3', 'a4', 'a5', 'a6', 'a7', 'b2', 'c1', 'd1')
    expect(order).toEqual(['a1', 'a2', 'b1', 'a7 left', 'd1 left'])
  })
})
