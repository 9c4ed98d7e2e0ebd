import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

const program = new URL('../../src/embedded-service/main.ts', import.meta.url).pathname

let folder: string
let running: ChildProcess[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-'))
  running = []
})
afterEach(async () => {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

function start(environment: Record<string, string>, ...flags: string[]) {
  const env = { DATABASE_URL: `file:${join(folder, 'dayshift.db')}`, SERVICE_PORT: '0', ...environment }
  const child = spawn(process.execPath, [program, ...flags], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  return child
}

/** The address and token of the printed line that invites to try curl. */
async function invitation(child: ReturnType<typeof start>): Promise<{ url: string; authorization: string }> {
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += chunk
    const curl = /curl -H 'Authorization: (Bearer \S+)' '(\S+)'/.exec(printed)
    if (curl)
      return z
        .object({ authorization: z.string(), url: z.url() })
        .parse({ authorization: curl[1], url: curl[2] })
  }
  throw new Error(`no invitation in: ${printed}`)
}

const organizations = async ({ url, authorization }: { url: string; authorization: string }) =>
  (await fetch(url, { headers: { authorization } })).json()

describe('the service on its own', () => {
  it('prints a line that works, and keeps what was done when it is killed', async () => {
    const child = start({}, '--show-token')
    const first = await invitation(child)
    await fetch(first.url.replace('list?action=list', 'create?action=create'), {
      method: 'POST',
      headers: { authorization: first.authorization },
      body: JSON.stringify({ org_name: 'Umbrella' }),
    })
    child.kill('SIGKILL')
    await once(child, 'exit')

    const second = await invitation(start({}, '--show-token'))
    expect(second.authorization).toBe(first.authorization)
    expect(await organizations(second)).toMatchObject({
      data: { organizations: [{ org_name: 'Acme' }, { org_name: 'Umbrella' }] },
    })
  })

  it('prints no token into a file or a pipe', async () => {
    const child = start({})
    await once(child.stdout, 'data')
    child.kill()
    expect(Buffer.concat(await child.stdout.toArray()).toString()).not.toContain('Bearer')
  })

  it('keeps neither tokens nor access data in the clear', async () => {
    const child = start({}, '--show-token')
    const { authorization } = await invitation(child)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const files = (await readdir(folder)).filter(name => name.startsWith('service.db'))
    const written = Buffer.concat(await Promise.all(files.map(name => readFile(join(folder, name)))))
    expect(written.includes('ana@acme.test')).toBe(true)
    for (const secret of [authorization.replace('Bearer ', ''), 'example-key', 'example-client'])
      expect(written.includes(secret)).toBe(false)
  })

  it('lets other machines in only where it is told to', async () => {
    const child = start({ HOST: '0.0.0.0' })
    const [[code], said] = await Promise.all([once(child, 'exit'), child.stderr.toArray()])
    expect([code, Buffer.concat(said).toString()]).toEqual([1, expect.stringContaining('--public')])
    const open = start({ HOST: '0.0.0.0' }, '--public', '--show-token')
    expect((await invitation(open)).url).toContain('http://0.0.0.0:')
  })

  it('says in one sentence that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = z.object({ port: z.number() }).parse(other.address()).port
    const child = start({ SERVICE_PORT: String(port) })
    const [[code], said] = await Promise.all([once(child, 'exit'), child.stderr.toArray()])
    other.close()
    expect(code).toBe(1)
    expect(Buffer.concat(said).toString()).toBe(
      `The port is in use (listen EADDRINUSE: address already in use 127.0.0.1:${port}): ` +
        'give another one in SERVICE_PORT.\n',
    )
  })
})
