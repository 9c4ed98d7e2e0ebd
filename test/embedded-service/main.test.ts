import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startScript } from '../started-program.ts'
import { temporaryFolder } from '../temporary-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

const start = (environment: Record<string, string>, ...flags: string[]) =>
  startScript('embedded-service/main.ts', folder, environment, ...flags)

/** Resolves to the address and token in the printed curl command. */
const invitation = async ({ findInOutput }: ReturnType<typeof start>) => ({
  authorization: await findInOutput(/curl -H 'Authorization: (Bearer \S+)'/),
  url: await findInOutput(/curl -H '[^']+' '(\S+)'/),
})

const organizations = async ({ url, authorization }: { url: string; authorization: string }) =>
  (await fetch(url, { headers: { authorization } })).json()

describe('the service on its own', () => {
  it('prints a working curl command, and keeps changes after being killed', async () => {
    const service = start({}, '--show-token')
    const first = await invitation(service)
    await fetch(first.url.replace('list?action=list', 'create?action=create'), {
      method: 'POST',
      headers: { authorization: first.authorization },
      body: JSON.stringify({ org_name: 'Umbrella' }),
    })
    await service.end('SIGKILL')

    const second = await invitation(start({}, '--show-token'))
    expect(second.authorization).toBe(first.authorization)
    expect(await organizations(second)).toMatchObject({
      data: { organizations: [{ org_name: 'Acme' }, { org_name: 'Umbrella' }] },
    })
  })

  it('prints no token to a file or pipe', async () => {
    const service = start({})
    await service.waitForOutput(/listens at/)
    await service.end('SIGTERM')
    expect(service.output.join('\n')).not.toContain('Bearer')
  })

  it('stores tokens and access data encrypted', async () => {
    const service = start({}, '--show-token')
    const { authorization } = await invitation(service)
    await service.end('SIGKILL')
    const files = (await readdir(folder)).filter(name => name.startsWith('service.db'))
    const written = Buffer.concat(await Promise.all(files.map(name => readFile(join(folder, name)))))
    expect(written.includes('ana@acme.test')).toBe(true)
    for (const secret of [authorization.replace('Bearer ', ''), 'example-key', 'example-client'])
      expect(written.includes(secret)).toBe(false)
  })

  it('listens for other machines only with --public', async () => {
    const closed = start({ HOST: '0.0.0.0' })
    expect(await closed.exit()).toEqual([1, null])
    expect(closed.output.join('\n')).toContain('--public')
    const open = start({ HOST: '0.0.0.0' }, '--public', '--show-token')
    expect((await invitation(open)).url).toContain('http://0.0.0.0:')
  })

  it('says in one sentence that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = z.object({ port: z.number() }).parse(other.address()).port
    const service = start({ SERVICE_PORT: String(port) })
    expect(await service.exit()).toEqual([1, null])
    other.close()
    expect(service.output).toEqual([
      `listen EADDRINUSE: address already in use 127.0.0.1:${port}: give another SERVICE_PORT`,
    ])
  })
})
