import { expect, it } from 'vitest'
import { command, form, genuine, now, send, signed } from './slack-requests.ts'
import { started } from './started-receiver.ts'

const forged = { headers: { ...form, ...signed('another secret', now, command) }, body: command }

it('a bot with the wrong signing secret says loudly, once a minute, where the right one is', async () => {
  let time = now
  const { port, log } = await started({ clock: () => time })
  for (let sent = 0; sent < 10; sent += 1) expect(await send(port, forged)).toMatchObject({ status: 401 })
  expect(log.lines).toMatchObject([
    { level: 'warn', fields: { why: 'forged' } },
    {
      level: 'error',
      fields: { why: 'forged' },
      message: expect.stringMatching(/SLACK_SIGNING_SECRET.*Basic Information/),
    },
  ])
  time = new Date(now.getTime() + 60_000)
  await send(port, forged)
  expect(log.lines.slice(2)).toMatchObject([{ level: 'error', fields: { why: 'forged', more: 7 } }])
})

it('who forges requests beside those of Slack raises no alarm', async () => {
  const { port, log } = await started()
  for (let sent = 0; sent < 10; sent += 1) {
    await send(port, forged)
    await send(port, forged)
    expect(await send(port, genuine(form, command))).toMatchObject({ status: 200 })
  }
  expect(log.lines).toMatchObject([{ level: 'warn' }])
})

it('what is old and not signed by Slack says nothing of the clock', async () => {
  const { port, log } = await started()
  const old = new Date(now.getTime() - 3_600_000)
  await send(port, { headers: { ...form, ...signed('another secret', old, command) }, body: command })
  expect(log.lines).toMatchObject([{ level: 'warn', fields: { why: 'stale' } }])
})
