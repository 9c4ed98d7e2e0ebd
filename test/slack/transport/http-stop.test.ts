import { Agent } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { acknowledge, command, form, genuine, send } from './slack-requests.ts'
import { gate, started } from './started-receiver.ts'

const pause = genuine(form, command)

describe('the receiver, when it is stopped,', () => {
  const keepAlive = () => {
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    return agent
  }
  const refused = (port: number) => expect(send(port, pause)).rejects.toThrow('ECONNREFUSED')

  it('closes idle connections, and takes no new ones', async () => {
    const { receiver, port, log } = await started()
    await send(port, pause, keepAlive())
    await receiver.stop()
    await refused(port)
    expect(log.lines).toEqual([])
  })

  it('first answers the request under way, then closes its connection at once', async () => {
    const { reached, open, behaviour } = gate(event => acknowledge(event, 'Paused.'))
    const { receiver, port, log } = await started({}, behaviour)
    const answer = send(port, pause, keepAlive())
    await reached
    const stopped = receiver.stop()
    await refused(port)
    open()
    expect(await answer).toMatchObject({ status: 200, text: 'Paused.' })
    await stopped
    expect(log.lines).toEqual([])
  })

  it('waits for what the app still does after its acknowledgement', async () => {
    const steps: string[] = []
    const { reached, open, behaviour } = gate(async () => steps.push('told the channel'))
    const { receiver, port } = await started({}, async event => {
      await acknowledge(event)
      await behaviour(event)
    })
    await send(port, pause)
    await reached
    const stopped = receiver.stop().then(() => steps.push('stopped'))
    await refused(port)
    open()
    await stopped
    expect(steps).toEqual(['told the channel', 'stopped'])
  })

  it('waits no longer than its grace, and says so', async () => {
    const { reached, behaviour } = gate()
    const { receiver, port, log } = await started({ stopGraceMs: 20 }, behaviour)
    const answer = expect(send(port, pause)).rejects.toThrow()
    await reached
    await receiver.stop()
    await answer
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { stopGraceMs: 20 } }])
  })
})
