import { expect, it } from 'vitest'
import { minutesFromNow, now, send } from '../slack/transport/slack-requests.ts'
import { started } from '../slack/transport/started-receiver.ts'

it('a flood of what is refused leaves a line of each kind, and now and then a count', async () => {
  let time = now
  let counted = 0
  const refused = () => {
    counted += 1
  }
  const { port, log } = await started({ clock: () => time, refused })
  const flood = (times: number, headers?: Record<string, string>) =>
    Promise.all(Array.from({ length: times }, () => send(port, { body: 'x', ...(headers && { headers }) })))
  const later = { 'x-slack-signature': 'v0=x', 'x-slack-request-timestamp': '1' }
  await flood(20)
  await flood(5, later)
  const lines = () => log.lines.map(({ fields }) => fields)
  expect(lines()).toEqual([
    { why: 'unsigned', status: 401 },
    { why: expect.any(String), status: 401 },
  ])
  time = minutesFromNow(2)
  await flood(20)
  expect(lines().slice(2)).toEqual([{ why: 'unsigned', status: 401, more: 19 }])
  expect(counted).toBe(45)
})
