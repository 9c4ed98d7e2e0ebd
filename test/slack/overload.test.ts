import { describe, expect, it } from 'vitest'
import { createOverload } from '../../src/slack/overload.ts'

/** A process that works as long as it is told to, looked at every 50 ms as the program does. */
function process() {
  let [time, worked] = [0, 0]
  const ended: (() => void)[] = []
  const afterTurn = (then: () => void) => void ended.push(then)
  const overload = createOverload({ now: () => time, worked: () => worked, afterTurn, most: 1000 })
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
    /** The turn ends in which somebody came, so long after the first of them. */
    ends(ms: number) {
      time += ms
      worked += ms
      for (const then of ended.splice(0)) then()
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

  it('is as large as what can be worked off in time, at what a request costs', () => {
    const { runs, come, go } = process()
    for (let round = 0; round < 40; round++) {
      come(50)
      runs(500, 1)
      go(50)
    }
    // 50 requests in 500 ms of work are 10 ms for each: 150 of them are 1.5 s.
    runs(50, 1)
    expect(come(1000)).toBeGreaterThan(140)
    expect(come(1000)).toBe(0)
  })

  it('grows where a request costs less, though many are turned away meanwhile', () => {
    const { runs, come, go } = process()
    for (let round = 0; round < 40; round++) {
      come(2000)
      runs(500, 1)
      go(500)
    }
    expect(come(2000)).toBeGreaterThan(400)
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

  it('is not smaller after a turn that took long where most of them wait for others', () => {
    const { runs, come, ends } = process()
    runs(50, 0.2)
    expect(come(300)).toBe(300)
    ends(60)
    expect(come(10)).toBe(10)
  })

  it('is for some at a time alone after a turn of a busy loop that took long, until one did not', () => {
    const { runs, come, go, ends } = process()
    runs(50, 1)
    expect(come(300)).toBe(300)
    ends(60)
    expect(come(10)).toBe(0)
    go(250)
    ends(30)
    expect(come(200)).toBe(46)
    ends(10)
    expect(come(200)).toBe(200)
  })

  it('tells how late the loop is, and how many are in', () => {
    const { overload, come, hangs } = process()
    come(3)
    hangs(250)
    expect([overload.inFlight(), overload.lateMs()]).toEqual([3, 200])
  })
})
