import { describe, expect, it } from 'vitest'
import { createGate } from '../../../src/slack/transport/load-shedding.ts'
import { createTell } from '../../../src/slack/transport/tell.ts'
import { linesOf } from '../../app/log-lines.ts'
import { clientBefore } from '../delivery/web-client.ts'

const from = { user: { id: 'U1', team_id: 'T1' }, team: { id: 'T1' } }
const press = { type: 'block_actions', actions: [{ type: 'button' }], ...from }
const shortcut = { type: 'shortcut', ...from }
const mention = { type: 'event_callback', team_id: 'T1', event: { type: 'app_mention', user: 'U1' } }

/** A gate before somebody who is told as slowly as `open` says, and who has been told so far. */
function slowlyTelling(isCrowded: boolean) {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  const told: string[] = []
  const telling: (Promise<void> | undefined)[] = []
  const { tell, canTell } = createTell({
    clientAt: () => promise.then(() => clientBefore(() => ({}))),
    deliver: {
      async reply(_, { user }) {
        told.push(user)
        return 'delivered'
      },
    },
    clock: () => new Date(),
    log: linesOf().log,
  })
  const gate = createGate({
    overload: { enter: () => (isCrowded ? undefined : () => {}), isFull: () => isCrowded },
    now: () => 0,
    tell(...args) {
      const begun = tell(...args)
      telling.push(begun)
      return begun
    },
    canTell,
    asking: { burst: 30, perSecond: 3 },
    count: () => {},
  })
  return { gate, told, open, all: () => Promise.all(telling) }
}

describe('the gate, where there is no room', () => {
  it('tells whoever pressed as long as there is room for that; all others are warned by Slack', async () => {
    const { gate, told, open, all } = slowlyTelling(true)
    for (let times = 0; times < 8; times += 1) expect(gate.enter(press)).toMatchObject({ status: 200 })
    expect([gate.enter(press), gate.enter(shortcut)]).toEqual([{ status: 503 }, { status: 503 }])
    open()
    await all()
    expect(told).toEqual(Array(8).fill('U1'))
    expect(gate.enter(press)).toMatchObject({ status: 200 })
  })
})

describe('the gate, where something comes that nobody has read,', () => {
  const counted: string[] = []
  const gateOf = (isFull: boolean, canTell: boolean) =>
    createGate({
      overload: { enter: () => () => {}, isFull: () => isFull },
      now: () => 0,
      tell: () => undefined,
      canTell: () => canTell,
      count: (...told) => void counted.push(told.join()),
    })

  it('turns a command away where there is no room, and counts that', () => {
    expect(gateOf(false, true).unread('command')).toBeUndefined()
    expect(counted.splice(0)).toEqual([])
    const told = { status: 200, content: { response_type: 'ephemeral' } }
    for (const canTell of [true, false]) expect(gateOf(true, canTell).unread('command')).toMatchObject(told)
    expect(counted.splice(0)).toEqual(['command,busy', 'command,busy'])
  })

  it('reads whose press it was where they can be told, and else has Slack warn them', () => {
    for (const isFull of [true, false]) expect(gateOf(isFull, true).unread('press')).toBeUndefined()
    expect(gateOf(false, false).unread('press')).toBeUndefined()
    expect(counted.splice(0)).toEqual([])
    expect(gateOf(true, false).unread('press')).toEqual({ status: 503 })
    expect(counted.splice(0)).toEqual(['press,busy'])
  })
})

describe('the gate, before somebody who is too fast,', () => {
  it('warns them by Slack where it cannot tell them, and has nothing sent again that they wrote', () => {
    const { gate } = slowlyTelling(false)
    const others = Array.from({ length: 8 }, (_, at) => ({ ...press, user: { id: `U${at}`, team_id: 'T2' } }))
    for (const body of others) for (let times = 0; times < 31; times += 1) gate.enter(body)
    for (let times = 0; times < 30; times += 1) expect(gate.enter(press)).toBeTypeOf('function')
    expect(gate.enter(press)).toEqual({ status: 503 })
    expect(gate.enter(mention)).toMatchObject({ status: 200 })
  })

  it('lets everybody do a great deal at once', () => {
    const gate = createGate({
      overload: { enter: () => () => {}, isFull: () => false },
      now: () => 0,
      tell: () => undefined,
      canTell: () => false,
      count: () => {},
    })
    for (let times = 0; times < 300; times += 1) expect(gate.enter(press)).toBeTypeOf('function')
    expect(gate.enter(press)).toEqual({ status: 503 })
  })
})
