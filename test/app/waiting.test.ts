import { describe, expect, it } from 'vitest'
import { untilNothing, waitFor } from '../../src/app/waiting.ts'

const failure = (about: object, cause?: unknown) => Object.assign(new Error('No', { cause }), about)

/** Something that opens at the third try. */
function third(error: unknown) {
  let tries = 0
  const told: unknown[] = []
  return {
    told,
    tries: () => tries,
    opening: (signal = new AbortController().signal) =>
      waitFor(
        async () => {
          tries += 1
          if (tries < 3) throw error
          return 'open'
        },
        { signal, waits: async error => void told.push(error) },
      ),
  }
}

describe('what is out of reach at the start', () => {
  it.each([
    failure({ code: 'ECONNREFUSED' }),
    failure({}, failure({ code: 'ENOTFOUND' })),
    failure({}, new AggregateError([failure({ code: 'ECONNREFUSED' })])),
    failure({ code: '57P01' }),
    failure({ code: '57P03' }),
    failure({}, failure({ code: 'ERR_SQLITE_ERROR', errcode: 5 })),
  ])('is waited for, and told of once: %o', async error => {
    const { opening, told } = third(error)
    expect(await opening()).toBe('open')
    expect(told).toEqual([error])
  })

  it.each([
    failure({ code: 'EACCES' }),
    failure({ code: 'ERR_SQLITE_ERROR', errcode: 14 }),
    failure({ code: '28P01' }),
    'no error',
  ])('is not waited for where it never comes by itself: %o', async error => {
    const { opening, told } = third(error)
    await expect(opening()).rejects.toBe(error)
    expect(told).toEqual([])
  })

  it('is waited for no longer when the bot is to end', async () => {
    const end = new AbortController()
    const { opening, tries } = third(failure({ code: 'ECONNREFUSED' }))
    const waiting = opening(end.signal)
    end.abort()
    await expect(waiting).rejects.toThrow('abort')
    expect(tries()).toBe(1)
  })

  it('is asked after until nothing is lacking', async () => {
    const lacking = [['slack', 'service'], ['slack'], []]
    let asked = 0
    await untilNothing(async () => {
      asked += 1
      return lacking.shift() ?? []
    }, new AbortController().signal)
    expect(asked).toBe(3)
  })
})
