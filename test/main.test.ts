import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLocalService } from '../src/embedded-service/service.ts'
import { browserAt, linkOf } from './browser.ts'
import { byLabel } from './by-label.ts'
import { KEY } from './key.ts'
import { openOutsideParties } from './outside-parties.ts'
import { freePort, listen } from './port.ts'
import { newPostgres } from './postgres/databases.ts'
import { startProgram } from './started-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Starting takes half a second, but much longer on a busy machine without a compile cache. */
const slow = { timeout: 30_000 }

const clock = () => new Date()

describe('Dayshift in a workspace', slow, () => {
  it('serves readiness and metrics only on METRICS_PORT if that is set', async () => {
    const { environment } = await openOutsideParties()
    const port = await freePort()
    const program = startProgram(await temporaryFolder(), { ...environment, METRICS_PORT: String(port) })
    const statusesAt = (address: string) =>
      Promise.all(
        ['healthz', 'readyz', 'metrics'].map(async path => (await fetch(`${address}/${path}`)).status),
      )
    expect(await statusesAt(await program.address())).toEqual([200, 404, 404])
    expect(await statusesAt(`http://127.0.0.1:${port}`)).toEqual([404, 200, 200])
  })

  it('links an account, pauses a plan, and resumes it after being killed', async () => {
    const folder = await temporaryFolder()
    const { slack, token, environment, reads } = await openOutsideParties()
    const ana = slack.person('Ana')
    const first = startProgram(folder, environment)
    slack.connect(`${await first.address()}/slack/events`)

    await ana.command('/dayshift link', { channel: 'ops' })
    await slack.until(() => ana.view !== undefined)
    await byLabel(slack, ana).fill({ 'Access token': token })
    await ana.submit()
    await reads('Ana', 'Your account is linked. *Acme*')
    await ana.command('/pause web-prod tomorrow load test', { channel: 'ops' })
    const messages = await reads('Bo', 'load test')
    expect(messages.at(-1)).toMatch(
      /^<@U1ANA> paused \*web-prod\*: \w{3} \d{1,2} \w{3} \d{4} \(1 day\) – load test\nSkips .* Back .*\nOn a paused day .*\n(?::information_source: .*\n)?\[Resume now\]/,
    )
    expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL'])

    const second = startProgram(folder, environment)
    slack.connect(`${await second.address()}/slack/events`)
    await ana.command('/resume web-prod', { channel: 'ops' })
    await reads('Bo', '<@U1ANA> cancelled the upcoming pause of *web-prod*')
    expect(slack.refusals).toEqual([])
    expect(await second.end('SIGTERM')).toEqual([0, null])
    const written = [...first.output, ...second.output].join('\n')
    for (const secret of [token, slack.botToken, slack.signingSecret, 'load test'])
      expect(written).not.toContain(secret)
  })

  it('links an account with a token from its private page', async () => {
    const { slack, token, environment, reads } = await openOutsideParties()
    const PUBLIC_URL = 'https://dayshift.test'
    const bot = startProgram(await temporaryFolder(), { ...environment, PUBLIC_URL })
    const address = await bot.address()
    slack.connect(`${address}/slack/events`)
    const ana = slack.person('Ana')
    await ana.command('/dayshift link', { channel: 'ops' })
    await reads('Ana', '[Link account on a private page](https://dayshift.test/private?ticket=')
    const link = linkOf({ slack }, 'Ana')
    expect((await browserAt(address).submit(link, { token })).status).toBe(200)
    await reads('Ana', 'Your account is linked. *Acme*')
    expect(ana.view).toBeUndefined()
    const written = bot.output.join('\n')
    for (const secret of [token, new URL(link).search]) expect(written).not.toContain(secret)
  })

  it('reports its health, rejects a wrong signature, and exits on SIGINT', async () => {
    const { environment } = await openOutsideParties()
    const program = startProgram(await temporaryFolder(), { ...environment, LOG_LEVEL: 'info' })
    const address = await program.address()
    const ask = async (path: string, init?: RequestInit) => (await fetch(address + path, init)).status
    expect(await ask('/healthz')).toBe(200)
    expect(await ask('/readyz')).toBe(200)
    expect(await ask('/')).toBe(404)
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(Math.floor(Date.now() / 1000)),
      'x-slack-signature': `v0=${'0'.repeat(64)}`,
    }
    const body = 'command=%2Fplan&text=&team_id=T1&user_id=U1ANA&trigger_id=1'
    expect(await ask('/slack/events', { method: 'POST', headers, body })).toBe(401)
    expect(await program.end('SIGINT')).toEqual([0, null])
    expect(program.output.join('\n')).not.toContain('Stopped before')
  })

  it('is not ready if Slack rejects its token, and logs the error', async () => {
    const { environment } = await openOutsideParties()
    const program = startProgram(await temporaryFolder(), {
      ...environment,
      SLACK_BOT_TOKEN: 'xoxb-other',
      LOG_LEVEL: 'info',
    })
    const answer = await fetch(`${await program.address()}/readyz`)
    expect([answer.status, await answer.text()]).toEqual([503, 'not ready: slack\n'])
    await program.waitForOutput(/"dependency":"slack","reason":"An API error occurred: invalid_auth"/)
  })

  it('keeps personal data out of its metrics and logs', async () => {
    const { slack, token, environment, reads } = await openOutsideParties()
    const program = startProgram(await temporaryFolder(), { ...environment, LOG_LEVEL: 'info' })
    const address = await program.address()
    slack.connect(`${address}/slack/events`)
    const ana = slack.person('Ana')
    await ana.command('/plan show web-prod', { channel: 'ops' })
    await reads('Ana', 'Link your account first')
    await fetch(`${address}/slack/events`, { method: 'POST', body: 'x' })
    const shown = await (await fetch(`${address}/metrics`)).text()
    for (const line of [
      'dayshift_requests_total{operation="plan.show",outcome="failed"} 1',
      'dayshift_ack_seconds_count{kind="command"} 1',
      'dayshift_answer_seconds_count{kind="command"} 1',
      'dayshift_refused_total{why="unsigned"} 1',
      'dayshift_service_breaker{state="closed"} 1',
      'dayshift_requests_in_flight 0',
      'dayshift_changes_open{state="accepted"} 0',
    ])
      expect(shown.split('\n')).toContain(line)
    for (const secret of [token, slack.botToken, 'U1ANA', 'web-prod', 'T1'])
      expect(shown).not.toContain(secret)
    await program.waitForOutput(/"operation":"plan.show".*"answered"/)
    const lines = program.output.map(line => JSON.parse(line))
    const refs = lines.filter(line => line.operation === 'plan.show').map(({ ref }) => ref)
    expect(refs).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{12}$/)))
    expect(new Set(refs).size).toBe(1)
  })
})

describe('Dayshift with a wrong SERVICE_URL', slow, () => {
  it('stays ready, mentions that, and logs why', async () => {
    const { environment } = await openOutsideParties()
    const program = startProgram(await temporaryFolder(), {
      ...environment,
      SERVICE_URL: `${environment.SERVICE_URL}/old`,
      LOG_LEVEL: 'info',
    })
    const answer = await fetch(`${await program.address()}/readyz`)
    expect([answer.status, await answer.text()]).toEqual([200, 'ready, but without: service\n'])
    await program.waitForOutput(/"dependency":"service","reason":"It answers 404"/)
    const metrics = await (await fetch(`${await program.address()}/metrics`)).text()
    expect(metrics.split('\n').filter(line => line.startsWith('dayshift_dependency_up'))).toEqual([
      'dayshift_dependency_up{dependency="database"} 1',
      'dayshift_dependency_up{dependency="slack"} 1',
      'dayshift_dependency_up{dependency="service"} 0',
    ])
  })
})

describe('Dayshift without a dependency', slow, () => {
  it('serves without the service, reports that, and is fully ready once it appears', async () => {
    const { environment } = await openOutsideParties()
    const port = await freePort()
    const program = startProgram(await temporaryFolder(), {
      ...environment,
      SERVICE_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'info',
    })
    const address = await program.address()
    const ask = async (path: string) => {
      const answer = await fetch(address + path)
      return [answer.status, await answer.text()]
    }
    expect(await ask('/healthz')).toEqual([200, 'ok\n'])
    expect(await ask('/readyz')).toEqual([200, 'ready, but without: service\n'])
    const service = createLocalService({ file: ':memory:', key: KEY, clock, kinds: ['aws', 'azure', 'gcp'] })
    const serving = await service.listen(port, '127.0.0.1')
    onTestFinished(() => serving.close())
    await expect.poll(() => ask('/readyz'), { timeout: 10_000 }).toEqual([200, 'ready\n'])
    await program.waitForOutput(/"in order again"/)
    const warnings = program.output.filter(line => line.includes('"dependency":"service"'))
    expect(warnings.map(line => JSON.parse(line).msg)).toEqual(['out of order', 'in order again'])
  })

  it('exits with the reason if it cannot connect to its database', async () => {
    const { environment } = await openOutsideParties()
    const withoutPassword = (await newPostgres()).replace(/:[^:@]+@/, '@')
    for (const [place, reason] of [
      ['postgres://dayshift:secret-word@127.0.0.1:9/dayshift', 'connect ECONNREFUSED 127.0.0.1:9'],
      [withoutPassword, 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'],
    ] as const) {
      const program = startProgram(await temporaryFolder(), { ...environment, DATABASE_URL: place })
      expect(await program.exit()).toEqual([1, null])
      const name = place.replace(':secret-word', '')
      expect(program.output).toEqual([
        `Dayshift could not start. The database ${name} cannot be opened: ${reason}`,
      ])
    }
  })
})

describe('Dayshift without a workspace', slow, () => {
  it('rejects requests with a foreign host name (DNS rebinding)', async () => {
    const { port } = new URL(await startProgram(await temporaryFolder(), {}).address())
    const statusOf = async (path: string, host: string) => {
      const asking = httpRequest({ host: '127.0.0.1', port, path, headers: { host } }).end()
      const [answer] = await once(asking, 'response')
      answer.resume()
      return answer.statusCode
    }
    for (const path of ['/', '/healthz', '/metrics', '/slack/events']) {
      expect(await statusOf(path, 'evil.test')).toBe(403)
      expect(await statusOf(path, `localhost:${port}`)).not.toBe(403)
    }
  })

  it('executes commands from a terminal and keeps the results after being killed', async () => {
    const folder = await temporaryFolder()
    const say = async (address: string, body: string) =>
      (await fetch(address, { method: 'POST', body })).text()

    const first = startProgram(folder, {})
    const address = await first.invitation()
    expect(await (await fetch(address)).text()).toContain('Say what Ana does')
    expect(await say(address, '/plan')).toMatch(
      /^\*Acme\* has 6 plans: .*\n\*(Off|Paused|Running now|Outside hours)\*\n/,
    )
    expect(await say(address, '/pause web-prod tomorrow load test')).toMatch(
      /^@Ana paused \*web-prod\*: .* \(1 day\) – load test\nSkips .* Back .*\nOn a paused day .*\n(?::information_source: .*\n)?\[Resume now\] \[Change dates\] \[Show plan\]\n$/,
    )
    const page = { method: 'POST', body: '/plan', headers: { origin: 'http://elsewhere.test' } }
    expect((await fetch(address, page)).status).toBe(403)
    expect((await fetch(address, { method: 'POST', body: 'x'.repeat(10_000) })).status).toBe(413)
    await first.end('SIGKILL')

    const second = startProgram(folder, {})
    const url = await second.invitation()
    expect(await say(url, '/pause list')).toContain('*web-prod* (upcoming): ')
    expect(await say(url, '/resume web-prod')).toContain('@Ana cancelled the upcoming pause of *web-prod*')
    expect(await second.end('SIGTERM')).toEqual([0, null])
  })
})

describe('Dayshift that cannot start', slow, () => {
  it('lists all problems of its environment at once', async () => {
    const program = startProgram(await temporaryFolder(), { PORT: 'many', SLACK_BOT_TOKEN: 'xoxb-s3cr3t' })
    expect(await program.exit()).toEqual([1, null])
    expect(program.output).toEqual([
      'Dayshift could not start. The environment does not fit:',
      '  PORT: is not a whole number from 0 to 65535',
      expect.stringMatching(/^ {2}SLACK_SIGNING_SECRET: /),
      expect.stringMatching(/^ {2}ENCRYPTION_KEY: /),
    ])
  })

  it.each(['PORT', 'SERVICE_PORT'])(
    'says in one sentence that its port is in use and that %s sets another',
    async name => {
      const other = createServer()
      const port = String(await listen(other))
      onTestFinished(() => void other.close())
      const program = startProgram(await temporaryFolder(), { [name]: port, LOG_LEVEL: 'silent' })
      expect(await program.exit()).toEqual([1, null])
      expect(program.output).toEqual([
        `Dayshift could not start. listen EADDRINUSE: address already in use 127.0.0.1:${port}: ` +
          `give another ${name}`,
      ])
    },
  )

  it('says that its database file cannot be opened', async () => {
    const folder = await temporaryFolder()
    const program = startProgram(folder, { DATABASE_URL: `file:${folder}`, LOG_LEVEL: 'silent' })
    expect(await program.exit()).toEqual([1, null])
    expect(program.output).toEqual([
      expect.stringMatching(/^Dayshift could not start\. The database .* cannot be opened/),
    ])
  })
})
