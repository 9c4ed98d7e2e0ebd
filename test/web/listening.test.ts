import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Server } from 'node:net'
import process from 'node:process'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '../../src/web/listening.ts'

const host = '127.0.0.1'

async function listening(port = 0) {
  const server = createServer((_, response) => void response.end('here'))
  const taken: unknown[] = []
  server.on('connection', socket => taken.push(socket))
  const { address, servers } = await listen(server, { port, host })
  onTestFinished(() => closeAll(servers))
  return { port: address.port, taken }
}

function closeAll(servers: readonly Server[]): void {
  for (const each of servers) each.close()
}

describe('a server that listens', () => {
  it('answers over every connection, whichever socket took it', async () => {
    const { port, taken } = await listening()
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => (await fetch(`http://${host}:${port}`)).text()),
    )
    expect(new Set(answers)).toEqual(new Set(['here']))
    expect(taken.length).toBeGreaterThan(0)
  })

  it.runIf(process.platform === 'linux')('takes many connections in few turns of its loop', async () => {
    const { port, taken } = await listening()
    const clients = Array.from({ length: 128 }, () => connect(port, host))
    onTestFinished(() => clients.forEach(client => void client.destroy()))
    let turns = 0
    while (taken.length < clients.length) {
      turns += 1
      await turn()
    }
    expect(turns).toBeLessThan(100)
  })

  it('does not share its port with anybody', async () => {
    const { port } = await listening()
    await expect(listening(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    const other = createServer().listen({ port, host })
    const [error] = await once(other, 'error')
    expect(error).toMatchObject({ code: 'EADDRINUSE' })
  })

  it('has its port for itself again when it is closed', async () => {
    const first = createServer()
    const { address, servers } = await listen(first, { port: 0, host })
    const closed = servers.map(each => once(each, 'close'))
    closeAll(servers)
    await Promise.all(closed)
    expect((await listening(address.port)).port).toBe(address.port)
  })
})
