import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ackWithin } from '../../../src/slack/handlers/request-exchange.ts'
import { linesOf } from '../../app/log-lines.ts'

function waiting(late: () => Promise<void> = async () => {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sent: string[] = []
  const { log, lines } = linesOf()
  const answer = ackWithin({ ackWithinMs: 2000, log }, async () => {
    sent.push('later')
    await late()
  })
  return { answer, sent, lines, says: (what: string) => async () => void sent.push(what) }
}

describe('the one answer to a request', () => {
  it('is the first that is sent, and then nothing comes late', async () => {
    const { answer, sent, says } = waiting()
    expect(await answer.send(says('first'))).toBe(true)
    expect(await answer.send(says('second'))).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
    expect(sent).toEqual(['first'])
  })

  it('is that it takes longer, when nothing was sent in time', async () => {
    const { answer, sent, says } = waiting()
    await vi.advanceTimersByTimeAsync(1999)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer.send(says('too late'))).toBe(false)
    expect(sent).toEqual(['later'])
  })

  it('may fail to come late without harm, of which the log tells', async () => {
    const { answer, sent, lines, says } = waiting(() => Promise.reject(new Error('the request is gone')))
    await vi.advanceTimersByTimeAsync(2000)
    expect(await answer.send(says('more'))).toBe(false)
    expect(sent).toEqual(['later'])
    expect(lines()).toMatchObject([{ reason: 'the request is gone' }])
  })

  it('is spent where it cannot be sent, and whoever sends it is told', async () => {
    const { answer, says } = waiting()
    expect(await answer.send(() => Promise.reject(new Error('no')))).toBe(false)
    expect(await answer.send(says('again'))).toBe(false)
  })
})
