import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { browserAt } from '../browser.ts'
import { KEY } from '../key.ts'
import { app, openSlackBehindRouter } from '../slack-behind-router.ts'
import { openSocketSlack } from '../socket-slack.ts'
import { startProgram } from '../started-program.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Starting takes half a second, but much longer on a busy machine without a compile cache. */
const slow = { timeout: 30_000 }

const stateSecret = 'st4te-s3cr3t'
const ENCRYPTION_KEY = KEY.toString('base64')

const ask = async (address: string) => {
  const answer = await fetch(address)
  return [answer.status, await answer.text()]
}

describe('Dayshift by Socket Mode', slow, () => {
  it('answers a command, reports its health, and exits on SIGTERM', async () => {
    const socket = await openSocketSlack()
    onTestFinished(() => socket.close())
    const appToken = 'xapp-s3cr3t'
    const { router, slack, behind, reads } = await openSlackBehindRouter(
      { appToken, url: socket.url },
      socket.carrier,
    )
    router.addWorkspace(behind)
    slack.connect(socket.url)
    const program = startProgram(await temporaryFolder(), {
      SLACK_APP_TOKEN: appToken,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_API_URL: router.url,
      SLACK_SIGNING_SECRET: 's1gning-s3cr3t',
      ENCRYPTION_KEY,
      LOG_LEVEL: 'trace',
    })
    const address = await program.address()
    expect(await ask(`${address}/readyz`)).toEqual([200, 'ready\n'])
    await reads('/pause web-prod tomorrow', '[Link account')
    expect(await ask(`${address}/healthz`)).toEqual([200, 'ok\n'])
    const counted = expect.stringContaining('dayshift_answer_seconds_count{kind="command"} 1\n')
    await expect.poll(() => ask(`${address}/metrics`)).toEqual([200, counted])
    const events = await fetch(`${address}/slack/events`, { method: 'POST', body: '{}' })
    expect(events.status).toBe(404)
    expect(await program.end('SIGTERM')).toEqual([0, null])
    await socket.until(() => socket.open() === 0)
    const written = program.output.join('\n')
    expect(program.output.filter(line => line.includes('"unused":["SLACK_SIGNING_SECRET"]'))).toHaveLength(1)
    for (const unwanted of ['out of order', appToken, slack.botToken, 't1cket-s3cr3t', 's1gning-s3cr3t'])
      expect(written).not.toContain(unwanted)
  })
})

describe('Dayshift by OAuth', slow, () => {
  it('stays installed after being killed', async () => {
    const folder = await temporaryFolder()
    const { router, slack, behind, reads } = await openSlackBehindRouter({})
    const environment = {
      SLACK_CLIENT_ID: app.clientId,
      SLACK_CLIENT_SECRET: app.clientSecret,
      SLACK_STATE_SECRET: stateSecret,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_API_URL: router.url,
      ENCRYPTION_KEY,
      LOG_LEVEL: 'trace',
    }
    const first = startProgram(folder, environment)
    const address = await first.address()
    // A failed check is cached for two seconds: the program checks before it is connected.
    await expect.poll(() => ask(`${address}/readyz`), { timeout: 10_000 }).toEqual([200, 'ready\n'])
    const browser = browserAt(address)
    const page = await browser.open(`${address}/slack/install`)
    const state = /state=([\w.-]+)/.exec(page.html)?.[1] ?? ''
    const cookie = String(page.headers['set-cookie']).split(';')[0] ?? ''
    const code = router.grant([behind], undefined)
    const back = await browser.send(
      `${address}/slack/oauth_redirect?${new URLSearchParams({ code, state })}`,
      {
        headers: { cookie },
      },
    )
    expect(back.text).toMatch(/^Dayshift is installed in acme\n/)
    slack.connect(`${address}/slack/events`)
    await reads('/pause web-prod tomorrow', '[Link account')
    expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL'])

    const second = startProgram(folder, environment)
    slack.connect(`${await second.address()}/slack/events`)
    await reads('/dayshift help', '/dayshift link')
    expect(await second.end('SIGTERM')).toEqual([0, null])
    const files = await Promise.all(
      (await readdir(folder)).map(name => readFile(join(folder, name), 'latin1')),
    )
    const stored = [...first.output, ...second.output, ...files].join('\n')
    for (const secret of [
      ...router.secrets(),
      app.clientSecret,
      stateSecret,
      slack.signingSecret,
      code,
      state,
    ])
      expect(stored).not.toContain(secret)
  })
})
