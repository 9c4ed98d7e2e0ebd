import { describe, expect, it } from 'vitest'
import { createOverload } from '../../../src/slack/transport/overload.ts'

/** A process that works as long as it is told to, looked at every 50 ms as the program does. */
function process() {
  let [time, worked] = [0, 0]
  const overload = createOverload({ now: () => time, worked: () => worked, most: 1000 })
  const waiting: (() => void)[] = []
  return {
    overload,
    /** The loop runs for so long, and works so much of it. */
    runs(ms: number, share: number) {
      for (let left = ms; left > 0; left -= 50) {
        time += 50
        worked += 50 * share
        overload.look()
      }
    },
    /** The loop stands still. */
    hangs(ms: number) {
      time += ms
      worked += ms
    },
    /** So many come; tells how many of them are let in. */
    come(count: number): number {
      const before = waiting.length
      for (let at = 0; at < count; at++) waiting.push(...[overload.enter()].flatMap(done => done ?? []))
      return waiting.length - before
    },
    /** So many of those who were let in are done. */
    go: (count: number) => waiting.splice(0, count).forEach(done => void done()),
  }
}

describe('the room for one more request', () => {
  it('is there for everybody who only waits for others', () => {
    const { runs, come } = process()
    expect(come(500)).toBe(500)
    runs(1000, 0.2)
    expect(come(400)).toBe(400)
  })

  it('has an end all the same', () => {
    expect(process().come(2000)).toBe(1000)
  })

  /** Each request is known to cost so much. */
  function knowing(costMs: number) {
    const made = process()
    for (let round = 0; round < 200; round++) {
      made.come(40 / costMs)
      made.go(40 / costMs)
      made.runs(50, 0.8)
    }
    return made
  }

  /** As many are in as a loop serves that has no time left, and others are turned away. */
  function flooded() {
    const made = knowing(0.4)
    made.runs(50, 1)
    made.come(1000)
    return made
  }

  it('is for as many as wait together behind a proxy, where the loop has no time left', () => {
    const { runs, come, go } = knowing(0.4)
    expect(come(64)).toBe(64)
    for (let round = 0; round < 20; round++) {
      runs(50, 1)
      expect(come(64)).toBe(64)
      go(64)
    }
    go(64)
    runs(50, 1)
    expect(come(1000)).toBe(128)
    expect(come(1000)).toBe(0)
  })

  it('is for fewer in a flood, so that all hear soon, until nobody was turned away any more', () => {
    const { runs, come, go } = flooded()
    expect(come(1)).toBe(0)
    for (let round = 0; round < 20; round++) {
      go(200)
      expect(come(1000)).toBe(24)
      runs(50, 1)
    }
    go(200)
    expect(come(24)).toBe(24)
    runs(50, 1)
    expect(come(1000)).toBe(128 - 24)
  })

  it('is for everybody in a flood too while the loop has time left', () => {
    const { runs, come } = flooded()
    runs(50, 0.8)
    expect(come(400)).toBe(400)
  })

  it('is seen to be lacking as soon as there is something to see, not at the next look', () => {
    const { runs, come, hangs } = knowing(0.4)
    runs(50, 0.5)
    hangs(9)
    expect(come(200)).toBe(200)
    hangs(1)
    expect(come(200)).toBe(0)
  })

  it('is there for a few however long they keep the loop busy, while all of them can be answered', () => {
    const { runs, come, go } = knowing(20)
    for (let round = 0; round < 20; round++) {
      expect(come(60)).toBe(60)
      runs(1200, 1)
      go(60)
    }
    const slow = knowing(40)
    slow.runs(50, 1)
    // 1.5 s, at nearly 30 ms, which is the most that is believed
    expect(slow.come(64)).toBe(51)
  })

  it('is for more once requests cost less, though turning away the others takes most of the time', () => {
    const { runs, come, go } = knowing(40)
    runs(50, 1)
    expect(come(400)).toBe(51)
    for (let round = 0; round < 60; round++) {
      go(100)
      come(400)
      runs(50, 1)
    }
    go(100)
    runs(50, 1)
    expect(come(400)).toBe(128)
  })

  it('is gone once the loop was too long at one turn, and there again in the next', () => {
    const { runs, come, hangs } = process()
    hangs(500)
    expect(come(10)).toBe(10)
    hangs(100)
    expect(come(10)).toBe(0)
    runs(50, 1)
    expect(come(10)).toBe(10)
  })

  it('is there for all who wait for others, however long it has been busy before', () => {
    const { runs, come } = flooded()
    runs(50, 0.2)
    expect(come(300)).toBe(300)
  })

  it('tells how late the loop is, and how many are in', () => {
    const { overload, come, hangs } = process()
    come(3)
    hangs(250)
    expect([overload.inFlight(), overload.lateMs()]).toEqual([3, 200])
  })
})
