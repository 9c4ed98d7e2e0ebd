import { describe, expect, it } from 'vitest'
import { command, form, genuine, now, send } from './slack-requests.ts'
import { started } from './started-receiver.ts'

const LATE = 'slack_bolt_receiver_inconsistent_state_error'

/** A bot whose clock is so many seconds ahead of Slack's, and what Slack reads of what it sends at some second. */
async function ahead(seconds: number) {
  /** By Slack's clock, since the first moment. */
  let passed = 0
  let set = seconds
  let takes = 0
  const refusals: unknown[] = []
  const { port, log } = await started(
    { clock: () => new Date(now.getTime() + (passed + set) * 1000), now: () => passed * 1000 },
    event => {
      passed += takes
      return event.ack('Paused.').catch(error => refusals.push(error.code))
    },
  )
  return {
    refusals,
    log,
    /** From now on the clock here is so far ahead. */
    isSet: (to: number) => {
      set = to
    },
    /** Sends a command at this second, which waits so long before it is seen, and then takes the bot so long. */
    async sends(at: number, { waits = 0, lasts = 0 } = {}) {
      passed = at + waits
      takes = lasts
      return (await send(port, genuine(form, command, new Date(now.getTime() + at * 1000)))).text
    },
  }
}

describe.each([0, 4.2, 10, 290, -10, -290])(
  'with a clock that is %d s ahead of Slack’s, the bot',
  seconds => {
    it('answers from the first request on', async () => {
      const { sends, refusals } = await ahead(seconds)
      const read = [await sends(0.5), await sends(1), await sends(2.9), await sends(60), await sends(3600)]
      expect([read, refusals]).toEqual([Array(5).fill('Paused.'), []])
    })

    it('says nothing to Slack that it does not read any more, and tells the app so', async () => {
      const { sends, refusals, log } = await ahead(seconds)
      await sends(1)
      // It was sent within the second that Slack tells: less than three seconds ago, maybe.
      expect(await sends(10.5, { waits: 3 })).toBe('Paused.')
      expect(refusals).toEqual([])
      expect(await sends(20, { waits: 4.5 })).toBe('')
      expect(refusals).toEqual([LATE])
      expect(await sends(30, { lasts: 3.1 })).toBe('')
      expect(refusals).toEqual([LATE, LATE])
      expect(log.lines).toContainEqual({
        level: 'warn',
        fields: {},
        message: 'Slack waits no more for an answer',
      })
    })
  },
)

describe('a bot whose clock is set', () => {
  it.each([-60, 60])('by %d s answers as before', async by => {
    const { sends, isSet, refusals } = await ahead(0)
    await sends(0)
    isSet(by)
    expect([await sends(1), await sends(2), refusals]).toEqual(['Paused.', 'Paused.', []])
  })
})

it('what came fastest long ago says nothing any more of what is late', async () => {
  const { sends, refusals } = await ahead(0)
  await sends(0)
  const way = { waits: 4.5 }
  expect([await sends(599, way), await sends(1190, way)]).toEqual(['', ''])
  expect(await sends(1201, way)).toBe('Paused.')
  expect(refusals).toEqual([LATE, LATE])
})

describe('a clock that is not Slack’s', () => {
  it.each([
    [12, 12],
    [-12, -12],
    [5, 5],
    [3, undefined],
    [-2, undefined],
    [0, undefined],
  ])('by %d s is told in the log once an hour, with what to do', async (seconds, told) => {
    const { sends, log } = await ahead(seconds)
    await sends(0)
    await sends(1)
    expect(log.lines).toEqual([])
    for (let at = 2; at < 3602; at += 60) await sends(at)
    const lines =
      told === undefined
        ? []
        : [{ level: 'warn', fields: { aheadSeconds: told }, message: expect.stringMatching(/NTP/) }]
    expect(log.lines).toMatchObject(lines)
    await sends(3603)
    await sends(3604)
    expect(log.lines).toHaveLength(2 * lines.length)
  })

  it('by more than five minutes is told as an error, which says by how much', async () => {
    const { sends, log } = await ahead(301)
    expect(await sends(0)).toBe('')
    expect(await sends(1)).toBe('')
    expect(log.lines).toMatchObject([
      { level: 'error', fields: { why: 'stale', aheadSeconds: 301 }, message: expect.stringMatching(/NTP/) },
    ])
  })
})
