import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAck } from '../../../src/slack/handlers/listeners.ts'
import { linesOf } from '../../app/log-lines.ts'

function waiting(late: () => Promise<void> = async () => {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sent: string[] = []
  const { log, lines } = linesOf()
  const ack = createAck(
    async content => {
      sent.push(JSON.stringify(content))
      if (content && 'late' in content) await late()
      if (content && 'fails' in content) throw new Error('no')
    },
    { ackWithinMs: 2000, log },
  )
  ack.late = () => ({ late: true })
  return { ack, sent, lines }
}

describe('the one answer to a request', () => {
  it('is the first that is sent, and then nothing comes late', async () => {
    const { ack, sent } = waiting()
    expect(await ack.send({ text: 'first' })).toBe(true)
    expect(await ack.send({ text: 'second' })).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
    expect(sent).toEqual(['{"text":"first"}'])
  })

  it('is that it takes longer, when nothing was sent in time', async () => {
    const { ack, sent } = waiting()
    await vi.advanceTimersByTimeAsync(1999)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await ack.send({ text: 'too late' })).toBe(false)
    expect(sent).toEqual(['{"late":true}'])
  })

  it('may fail to come late without harm, of which the log tells', async () => {
    const { ack, sent, lines } = waiting(() => Promise.reject(new Error('the request is gone')))
    await vi.advanceTimersByTimeAsync(2000)
    expect(await ack.send({ text: 'more' })).toBe(false)
    expect(sent).toEqual(['{"late":true}'])
    expect(lines()).toMatchObject([{ reason: 'the request is gone' }])
  })

  it('is spent where it cannot be sent, and whoever sends it is told', async () => {
    const { ack } = waiting()
    expect(await ack.send({ fails: true })).toBe(false)
    expect(await ack.send({ text: 'again' })).toBe(false)
  })
})
