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

it('“tomorrow” that comes after midnight for the first time is asked about', async () => {
  await hears('pause web-prod tomorrow load test', '2026-11-18T23:01:00Z')
  expect(reads()).toEqual([
    'Slack brought me this 2 minutes after you said it. Which days do you mean?\n[Thu 19 Nov 2026 (1 day)] [Fri 20 Nov 2026 (1 day)] [Something else]',
  ])
  expect(await pauses()).toEqual([])
  await story().person('Ana').presses('Thu 19')
  expect(await pauses()).toEqual([['19/11/2026', '19/11/2026', 'load test']])
})

it('days that are gone by meanwhile are not offered', async () => {
  await hears('pause web-prod today', '2026-11-18T23:01:00Z')
  expect(reads()).toEqual([expect.stringContaining('mean?\n[Thu 19 Nov 2026 (1 day)] [Something else]')])
})

it('a date that comes more than ten minutes late is asked about, also where Slack tries again', async () => {
  await hears('pause web-prod 24 dec', '2026-11-19T01:59:00Z', { num: 3, reason: 'http_error' })
  expect(reads()).toEqual([
    expect.stringMatching(
      /^Slack brought me this 3 hours after you said it\. .*\n\[Thu 24 Dec 2026 \(1 day\)\]/,
    ),
  ])
  expect(await pauses()).toEqual([])
})

it.each(['24 dec', 'tuesday'])('“%s” that comes a few minutes late is what was said', async days => {
  await hears(`pause web-prod ${days}`, '2026-11-18T23:04:00Z')
  expect(await pauses()).toHaveLength(1)
})

it('the days to which a pause is changed are asked about as well', async () => {
  await story().person('Ana').types('/pause web-prod tomorrow')
  await hears('pause change web-prod until saturday', '2026-11-20T09:00:00Z')
  expect(reads().at(-1)).toMatch(
    /^Slack brought me this 34 hours after .*\n\[until Sat 21 Nov 2026\] \[Something else\]$/,
  )
  expect(await pauses()).toEqual([['19/11/2026', '19/11/2026', '']])
})

it('a change without days is done, however late', async () => {
  await story().person('Ana').types('/pause web-prod 24 dec')
  await hears('resume web-prod', '2026-11-19T08:00:00Z')
  expect(await pauses()).toEqual([])
})
