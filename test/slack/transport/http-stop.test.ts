import { Agent, type ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { acknowledge, command, form, genuine, send } from './slack-requests.ts'
import { gate, started } from './started-receiver.ts'

const pause = genuine(form, command)

describe('the receiver, when it stops,', () => {
  const keepAlive = () => {
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    return agent
  }
  const expectRefused = (port: number) => expect(send(port, pause)).rejects.toThrow('ECONNREFUSED')

  it('closes idle connections and accepts no new ones', async () => {
    const { receiver, port, log } = await started()
    await send(port, pause, keepAlive())
    await receiver.stop()
    await expectRefused(port)
    expect(log.lines).toEqual([])
  })

  it('answers the request in flight, then closes its connection', async () => {
    const { reached, open, behaviour } = gate(event => acknowledge(event, 'Paused.'))
    const { receiver, port, log } = await started({}, behaviour)
    const answer = send(port, pause, keepAlive())
    await reached
    const stopped = receiver.stop()
    await expectRefused(port)
    open()
    expect(await answer).toMatchObject({ status: 200, text: 'Paused.' })
    await stopped
    expect(log.lines).toEqual([])
  })

  it('closes the connection of a stream once that ends', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<ServerResponse>()
    const stream = (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { connection: 'keep-alive' }).flushHeaders()
      open(response)
    }
    const { receiver, port, log } = await started({ routes: { 'GET /events': stream } })
    const answer = send(port, { method: 'GET', path: '/events' }, keepAlive())
    const response = await opened
    const stopped = receiver.stop()
    response.end()
    await Promise.all([answer, stopped])
    expect(log.lines).toEqual([])
  })

  it('waits for work of the app after its acknowledgement', async () => {
    const steps: string[] = []
    const { reached, open, behaviour } = gate(async () => steps.push('posted to the channel'))
    const { receiver, port } = await started({}, async event => {
      await acknowledge(event)
      await behaviour(event)
    })
    await send(port, pause)
    await reached
    const stopped = receiver.stop().then(() => steps.push('stopped'))
    await expectRefused(port)
    open()
    await stopped
    expect(steps).toEqual(['posted to the channel', 'stopped'])
  })

  it('stops waiting after the grace period and logs that', async () => {
    const { reached, behaviour } = gate()
    const { receiver, port, log } = await started({ stopGraceMs: 20 }, behaviour)
    const answer = expect(send(port, pause)).rejects.toThrow()
    await reached
    await receiver.stop()
    await answer
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { stopGraceMs: 20 } }])
  })
})
