import { describe, expect, it } from 'vitest'
import { formatInstant } from '../../src/message/mrkdwn.ts'
import { stories } from '../stories.ts'

const story = stories()
const at = () => formatInstant(story().now()).mrkdwn

it.each(['turn everything off', 'plan on all'])('is that of one plan at a time: %s', async sentence => {
  const ana = story().person('Ana')
  await ana.mentions(`<@U0BOT> ${sentence}`)
  expect(ana.readsPrivately().at(-1)).toMatch(/^This takes one plan at a time: say which\./)
  expect(story().wire.changes()).toEqual([])
})

describe('what a plan is, since when, by whom, and until when', () => {
  /** How Bo sees a plan in his Home, in the list, on its card and in its week. */
  async function shown(plan: string): Promise<(string | undefined)[]> {
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

  it('a paused plan: since its first day, by who paused it', async () => {
    const ana = story().person('Ana')
    await ana.types('/pause web-prod today to friday load test')
    story().setTime('2026-11-19T09:00:00Z')
    for (const line of await shown('web-prod'))
      expect(line).toContain(
        `paused until Fri 20 Nov · back <!date^1795417200^{date_short_pretty} at {time}|Mon 23 Nov, 02:00> your time (08:00 plan time)  ·  since Wed 18 Nov, by ${ana.mention}`,
      )
  })

  it('a plan that is off: since it was turned off, by who did that', async () => {
    const ana = story().person('Ana')
    await ana.types('/plan off web-prod')
    const since = at()
    story().setTime('2026-11-19T09:00:00Z')
    for (const line of await shown('web-prod'))
      expect(line).toContain(`off  ·  since ${since}, by ${ana.mention}`)
  })

  it('by nobody where that is not on record, and a plan in its hours by nobody either', async () => {
    for (const plan of ['data-warehouse', 'web-prod'])
      for (const line of await shown(plan)) expect(line).not.toMatch(/since|by <@/)
  })
})
