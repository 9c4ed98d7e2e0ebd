import { describe, expect, it } from 'vitest'
import { byLabel } from './by-label.ts'
import { openOutsideParties } from './outside-parties.ts'
import { openProxy } from './proxy.ts'
import { openSlackRouter } from './slack-router.ts'
import { openSocketSlack } from './socket-slack.ts'
import { startProgram } from './started-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

const slow = { timeout: 30_000 }

const PASSWORD = 'pr0xy-s3cr3t'

describe('Dayshift behind a proxy', slow, () => {
  it('reaches Slack and the service through the proxy', async () => {
    const { slack, token, environment, reads } = await openOutsideParties()
    const [api, service] = [new URL(environment.SLACK_API_URL), new URL(environment.SERVICE_URL)]
    const ports = { 'slack.test': Number(api.port), 'service.test': Number(service.port) }
    const proxy = await openProxy(ports, PASSWORD)
    const program = startProgram(await temporaryFolder(), {
      ...environment,
      SLACK_API_URL: `http://slack.test${api.pathname}`,
      SERVICE_URL: 'http://service.test',
      ALLOW_INSECURE_SERVICE: '1',
      http_proxy: proxy.url,
    })
    slack.connect(`${await program.address()}/slack/events`)
    const ana = slack.person('Ana')
    await ana.command('/dayshift link', { channel: 'ops' })
    await slack.until(() => ana.view !== undefined)
    await byLabel(slack, ana).fill({ 'Access token': token })
    await ana.submit()
    await reads('Ana', 'Your account is linked.')
    await ana.command('/pause web-prod tomorrow load test', { channel: 'ops' })
    await reads('Bo', 'load test')
    expect(new Set(proxy.requests)).toEqual(
      new Set(['GET service.test', 'POST service.test', 'POST slack.test']),
    )
    expect(program.output.join('\n')).not.toContain(PASSWORD)
  })

  it('logs that the proxy rejects it, without the password', async () => {
    const { environment } = await openOutsideParties()
    const proxy = await openProxy({}, 'another')
    const program = startProgram(await temporaryFolder(), {
      ...environment,
      SLACK_API_URL: 'https://slack.test/api',
      SERVICE_URL: 'http://service.test',
      ALLOW_INSECURE_SERVICE: '1',
      HTTPS_PROXY: proxy.url.replace('another', PASSWORD),
      HTTP_PROXY: proxy.url.replace('another', PASSWORD),
    })
    const address = await program.address()
    const ready = await fetch(`${address}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.text()).toBe('not ready: slack, service\n')
    expect(new Set(proxy.requests)).toEqual(new Set(['CONNECT slack.test:443', 'GET service.test']))
    for (const name of ['slack', 'service'])
      await program.waitForOutput(new RegExp(`"dependency":"${name}","reason":".*proxy_407`))
    expect(program.output.join('\n')).not.toContain(PASSWORD)
  })

  it("opens Slack's WebSocket through a tunnel", async () => {
    const socket = await openSocketSlack()
    const { slack, environment } = await openOutsideParties()
    const appToken = 'xapp-1'
    const url = new URL(socket.url)
    const router = await openSlackRouter({
      clientId: '',
      clientSecret: '',
      appToken,
      url: `ws://socket.test${url.pathname}`,
    })
    router.addWorkspace({
      team: { id: 'T1ACME', domain: 'acme' },
      api: environment.SLACK_API_URL,
      botToken: slack.botToken,
    })
    const proxy = await openProxy({ 'socket.test:80': Number(url.port) }, PASSWORD)
    slack.connect(socket.url)
    const { SLACK_SIGNING_SECRET: _, ...rest } = environment
    const program = startProgram(await temporaryFolder(), {
      ...rest,
      SLACK_APP_TOKEN: appToken,
      SLACK_API_URL: router.url,
      HTTP_PROXY: proxy.url,
    })
    await program.address()
    await socket.until(() => socket.connections() === 1)
    expect(proxy.requests).toEqual(['CONNECT socket.test:80'])
    expect(await program.end('SIGTERM')).toEqual([0, null])
    await socket.until(() => socket.open() === 0)
    await Promise.all([socket.close(), router.close()])
  })
})
