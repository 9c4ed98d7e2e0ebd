import { expect, it } from 'vitest'
import { stories } from '../stories.ts'

/** A minute before midnight in Berlin, Ana's time zone: tomorrow is Thursday. */
const SENT_AT = '2026-11-18T22:59:00Z'

const story = stories({ now: SENT_AT })

/** Delivers to the bot at some time what Ana wrote a minute before midnight. */
async function deliver(words: string, at: string, retry?: { num: number; reason: string }) {
  story().setTime(at)
  const event = { type: 'app_mention', user: 'U1ANA', channel: 'C1OPS', text: `<@U0BOT> ${words}`, ts: '1.1' }
  await story().slack.event(event, { at: new Date(SENT_AT), ...(retry && { retry }) })
  await story().slack.settled(2)
}

const pauses = () => story().pauses('web-prod')
const reads = () => story().person('Ana').readsPrivately()

it('an event repeated after midnight keeps its day', async () => {
  await deliver('pause web-prod tomorrow', '2026-11-18T23:01:00Z', { num: 1, reason: 'http_timeout' })
  expect(await pauses()).toEqual([['19/11/2026', '19/11/2026', '']])
})

it('an event recovered after a crash keeps its day', async () => {
  await story().crashDuring(3, () =>
    deliver('pause web-prod tomorrow', '2026-11-18T23:01:00Z', { num: 1, reason: 'http_timeout' }),
  )
  expect(await pauses()).toEqual([])
  await story().advanceTo('2026-11-18T23:04:00Z')
  expect(await pauses()).toEqual([['19/11/2026', '19/11/2026', '']])
})

it('a pause first delivered after midnight is previewed with the day that was meant, and applied by a press', async () => {
  await deliver('pause web-prod tomorrow load test', '2026-11-18T23:01:00Z')
  expect(reads()).toEqual([
    'Slack brought me this 2 minutes after you said it.\n*web-prod* would be paused: Thu 19 Nov 2026 (1 day) – load test\nSkips Thu: 11 scheduled hours of 4 resources. Back Fri 20 Nov, 08:00.\nNothing was done yet.\n[Pause]',
  ])
  expect(await pauses()).toEqual([])
  await story().person('Ana').presses('Pause')
  expect(await pauses()).toEqual([['19/11/2026', '19/11/2026', 'load test']])
})

it('a pause delivered more than ten minutes late is previewed, even on the same day', async () => {
  await deliver('pause web-prod 24 dec', '2026-11-19T01:59:00Z', { num: 3, reason: 'http_error' })
  expect(reads()).toEqual([
    expect.stringMatching(
      /^Slack brought me this 3 hours after you said it\.\n\*web-prod\* would be paused: Thu 24 Dec 2026 \(1 day\)/,
    ),
  ])
  expect(await pauses()).toEqual([])
})

it('any other late change asks for confirmation', async () => {
  const ana = story().person('Ana')
  await ana.types('/pause web-prod tomorrow')
  await deliver('pause change web-prod until saturday', '2026-11-19T09:00:00Z')
  expect(reads().at(-1)).toBe(
    'Nothing was done, as Slack brought me this 10 hours after you said it. Shall I do it? `pause change web-prod until saturday`\n[Do it]',
  )
  expect(await pauses()).toEqual([['19/11/2026', '19/11/2026', '']])
  await ana.presses('Do it')
  expect(await pauses()).toEqual([['19/11/2026', '21/11/2026', '']])
})

it('a late request that changes nothing is answered as of now', async () => {
  await deliver('what is running?', '2026-11-19T08:00:00Z')
  expect(reads()).toEqual([expect.stringContaining('*web-prod*  running until 19:00')])
})

it('an event repeated hours after its change is ignored', async () => {
  await deliver('pause web-prod tomorrow', SENT_AT)
  const { payload } = story().slack.requests.at(-1) ?? { payload: {} }
  const repliesBefore = reads().length
  story().setTime('2026-11-19T02:00:00Z')
  await story().redeliver(payload)
  expect(reads()).toHaveLength(repliesBefore)
  expect(await pauses()).toHaveLength(1)
})
