import { describe, expect, it } from 'vitest'
import { formatInstant } from '../../src/message/mrkdwn.ts'
import { stories } from '../stories.ts'

const story = stories()
const instantNow = () => formatInstant(story().now()).mrkdwn

it.each(['turn everything off', 'plan on all'])('plans turn on or off one at a time: %s', async sentence => {
  const ana = story().person('Ana')
  await ana.mentions(`<@U0BOT> ${sentence}`)
  expect(ana.readsPrivately().at(-1)).toMatch(/^There is no plan called “(all|everything)” in Acme\./)
  expect(story().wire.changes()).toEqual([])
})

describe('the state of a plan in Home, list, card and week', () => {
  /** Returns the line about a plan in Bo's Home, in the list, on its card and above its week. */
  async function stateLines(plan: string): Promise<(string | undefined)[]> {
    const bo = story().person('Bo')
    await bo.opensHome()
    const home = bo.home?.split('\n').find(line => line.includes(`*${plan}*`))
    const replies = []
    for (const line of ['/plan', `/plan show ${plan}`, `/plan week ${plan}`]) {
      await bo.types(line)
      replies.push(
        bo
          .readsPrivately()
          .at(-1)
          ?.split('\n')
          .find(
            line => /^:[a-z_]+: .*(until|off)/.test(line) && (line.includes(plan) || !line.includes('*')),
          ),
      )
    }
    return [home, ...replies]
  }

  it('names the first day of a pause and the person who paused', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod today to friday load test')
    story().setTime('2026-11-19T09:00:00Z')
    for (const line of await stateLines('web-prod'))
      expect(line).toContain(
        `paused until Fri 20 Nov · back <!date^1795417200^{date_short_pretty} at {time}|Mon 23 Nov, 02:00> your time (08:00 plan time)  ·  since Wed 18 Nov, by ${ana.mention}`,
      )
  })

  it('names the time at which a plan was turned off, and the person', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan off web-prod')
    const since = instantNow()
    story().setTime('2026-11-19T09:00:00Z')
    for (const line of await stateLines('web-prod'))
      expect(line).toContain(`off  ·  since ${since}, by ${ana.mention}`)
  })

  it('names no person if none is on record, or if the plan runs on schedule', async () => {
    for (const plan of ['data-warehouse', 'web-prod'])
      for (const line of await stateLines(plan)) expect(line).not.toMatch(/since|by <@/)
  })
})
