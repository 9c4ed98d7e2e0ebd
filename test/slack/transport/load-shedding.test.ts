import { anything, assert, dictionary, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { createLoadShedding, rejectionOf } from '../../../src/slack/transport/load-shedding.ts'
import { kindOf } from '../../../src/slack/transport/request-kinds.ts'

const command = { command: '/plan', user_id: 'U1', team_id: 'T1' }

function setUp({ limit = 400 } = {}) {
  const counted: string[] = []
  let isBusy = false
  const loadShedding = createLoadShedding({
    isBusy: () => isBusy,
    onReject: kind => void counted.push(kind),
    limits: { normal: limit, busy: 1 },
  })
  return {
    loadShedding,
    counted,
    setBusy: (value: boolean) => {
      isBusy = value
    },
  }
}

describe('load shedding', () => {
  it('rejects requests beyond the limit in flight until one is done', () => {
    const { loadShedding, counted } = setUp({ limit: 2 })
    const [first, second] = [loadShedding.admit(command), loadShedding.admit(command)]
    expect(second).toBeTypeOf('function')
    expect(loadShedding.admit(command)).toMatchObject({
      status: 200,
      content: { response_type: 'ephemeral' },
    })
    expect(counted).toEqual(['command'])
    if (typeof first === 'function') first()
    expect(loadShedding.admit(command)).toBeTypeOf('function')
    expect(loadShedding.inFlight()).toBe(2)
  })

  it('admits fewer while the event loop is busy', () => {
    const { loadShedding, setBusy } = setUp()
    setBusy(true)
    expect(loadShedding.admit(command)).toBeTypeOf('function')
    expect(loadShedding.admit(command)).toMatchObject({ status: 200 })
    setBusy(false)
    expect(loadShedding.admit(command)).toBeTypeOf('function')
  })
})

const REASON = mrkdwn`Not now.`

describe('a rejection', () => {
  it('has status 200 or 503 for any body', () => {
    assert(
      property(dictionary(string(), anything()), body => {
        const kind = kindOf(body)
        expect([200, 503]).toContain(rejectionOf(body, kind, REASON).status)
      }),
    )
  })
})
