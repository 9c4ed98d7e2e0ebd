import { expect, it } from 'vitest'
import { stories } from '../stories.ts'

/** A minute before midnight in Berlin, where Ana is: tomorrow is Thursday. */
const SAID = '2026-11-18T22:59:00Z'

const story = stories({ now: SAID })

/** Slack tells at a time what Ana said a minute before midnight. */
async function hears(words: string, at: string, retry?: { num: number; reason: string }) {
  story().setTime(at)
  const event = { type: 'app_mention', user: 'U1ANA', channel: 'C1OPS', text: `<@U0BOT> ${words}`, ts: '1.1' }
  await story().slack.event(event, { at: new Date(SAID), ...(retry && { retry }) })
  await story().slack.settled(2)
}

const pauses = () => story().pauses('web-prod')
const reads = () => story().person('Ana').readsPrivately()

it('“tomorrow” of a lost event that Slack sends again after midnight is the same day', async () => {
  await hears('pause web-prod tomorrow', '2026-11-18T23:01:00Z', { num: 1, reason: 'http_timeout' })
  expect(await pauses()).toEqual([['19/11/2026', '19/11/2026', '']])
})

it('is the same day also where the process dies that has heard it, and another one goes on', async () => {
  await story().crashDuring(3, () =>
    hears('pause web-prod tomorrow', '2026-11-18T23:01:00Z', { num: 1, reason: 'http_timeout' }),
  )
  expect(await pauses()).toEqual([])
  await story().advanceTo('2026-11-18T23:04:00Z')
  expect(await pauses()).toEqual([['19/11/2026', '19/11/2026', '']])
})

it('a pause that comes after midnight for the first time is shown as it would be now, and offered', async () => {
  await hears('pause web-prod tomorrow load test', '2026-11-18T23:01:00Z')
  expect(reads()).toEqual([
    'Slack brought me this 2 minutes after you said it.\n*web-prod* would be paused: Fri 20 Nov 2026 (1 day) – load test\nSkips Fri: 11 scheduled hours of 4 resources. Back Mon 23 Nov, 08:00.\nNothing was done yet.\n[Pause]',
  ])
  expect(await pauses()).toEqual([])
  await story().person('Ana').presses('Pause')
  expect(await pauses()).toEqual([['20/11/2026', '20/11/2026', 'load test']])
})

it('is offered more than ten minutes late on the same day too, also where Slack tries again', async () => {
  await hears('pause web-prod 24 dec', '2026-11-19T01:59:00Z', { num: 3, reason: 'http_error' })
  expect(reads()).toEqual([
    expect.stringMatching(
      /^Slack brought me this 3 hours after you said it\.\n\*web-prod\* would be paused: Thu 24 Dec 2026 \(1 day\)/,
    ),
  ])
  expect(await pauses()).toEqual([])
})

it('any other change is offered as well', async () => {
  const ana = story().person('Ana')
  await ana.types('/pause web-prod tomorrow')
  await hears('pause change web-prod until saturday', '2026-11-19T09:00:00Z')
  expect(reads().at(-1)).toBe(
    'Nothing was done, as Slack brought me this 10 hours after you said it. Shall I do it? `pause change web-prod until saturday`\n[Do it]',
  )
  expect(await pauses()).toEqual([['19/11/2026', '19/11/2026', '']])
  await ana.presses('Do it')
  expect(await pauses()).toEqual([['19/11/2026', '21/11/2026', '']])
})

it('what changes nothing is answered, however late', async () => {
  await hears('pause list', '2026-11-19T08:00:00Z')
  expect(reads()).toEqual([expect.stringContaining('data-warehouse')])
})

it('is not offered again where it was done, and Slack repeats it hours later', async () => {
  await hears('pause web-prod tomorrow', SAID)
  const { payload } = story().slack.requests.at(-1) ?? { payload: {} }
  const read = reads().length
  story().setTime('2026-11-19T02:00:00Z')
  await story().redeliver(payload)
  expect(reads()).toHaveLength(read)
  expect(await pauses()).toHaveLength(1)
})
