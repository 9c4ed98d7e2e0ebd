import { expect, it } from 'vitest'
import { dense } from '../../src/changes/dense.ts'
import { createPassage } from '../../src/changes/passage.ts'
import type { Client } from '../../src/service/client.ts'
import { ServiceError } from '../../src/service/failure.ts'
import { cacheReads } from '../../src/service/reads.ts'

const pause = { pause_id: '7', pause_start: '19/11/2026', pause_end: '19/11/2026', reason: '' }
const unpause = { org_id: '1', plan_id: '2', pause_id: pause.pause_id }

const late = new ServiceError('removePlanPause', { kind: 'timeout', code: 'ABORTED', written: true })
const broken = new ServiceError('removePlanPause', { kind: 'unavailable', code: 'ECONNRESET', written: true })
const turnedAway = new ServiceError('removePlanPause', { kind: 'unavailable', written: false })

const unseen = new ServiceError('listPlans', { kind: 'unavailable', written: true })
const crowded = new ServiceError('removePlanPause', { kind: 'limited', status: 429, written: true })
const refused = new ServiceError('removePlanPause', { kind: 'conflict', status: 409, written: true })

/** Takes a pause back, where the service fails so one time after the other, and tells of the pause whenever it is asked. */
const taken = (...failures: ServiceError[]) => takenWith({}, ...failures)

type Of = Parameters<typeof createPassage>[0]
type Left = NonNullable<Of['left']>

/** A passage through a journal in which nobody has changed the same thing since. */
const passing = (of: Pick<Of, 'wait' | 'left'> = {}, isHeld = () => true) =>
  createPassage({
    journal: { sent: async () => {}, isHeld, isOvertaken: async () => false },
    ...{ id: 'e1', operation: 'pause.remove', now: new Date(0), within: undefined, ...of },
  })

/** The same, where nobody can look any more after so many times, or where another had begun it. */
async function takenWith(
  { looksUpTo = 9, left }: { looksUpTo?: number; left?: Left },
  ...failures: ServiceError[]
) {
  const asked: string[] = []
  const waited: number[] = []
  const wait = async (ms: number) => waited.push(ms)
  const passage = passing({ wait, left })
  const plan = { id: '2', name: 'web-prod', pauses: [pause] }
  let looks = 0
  const answers = new Map<string, unknown>([['listPlans', { plans: [plan] }]])
  const call: Client['call'] = async name => {
    asked.push(name)
    const failure = name === 'removePlanPause' ? failures.shift() : undefined
    if (failure) throw failure
    if (name === 'listPlans' && ++looks > looksUpTo) throw unseen
    return JSON.parse(JSON.stringify(answers.get(name) ?? {}))
  }
  const told: unknown = await passage
    .through(call)('removePlanPause', unpause, 'token')
    .catch((error: unknown) => error)
  const { outcome, kind, status } = told instanceof ServiceError ? told : {}
  return { asked, waited, outcome, kind, status, isOpen: passage.isOpen() }
}

it('a change that is turned away before it is sent was not done, and is not looked for', async () => {
  expect(await taken(turnedAway)).toMatchObject({
    asked: ['removePlanPause'],
    outcome: 'not done',
    isOpen: false,
  })
})

it('a change that may still arrive is in doubt, also where nobody is asked the second time', async () => {
  expect(await taken(late, turnedAway)).toMatchObject({
    asked: ['removePlanPause', 'listPlans', 'removePlanPause', 'listPlans'],
    outcome: 'unknown',
    isOpen: true,
  })
})

it('a change that may still arrive is in doubt, also where the second of it surely does not', async () => {
  expect(await taken(late, broken)).toMatchObject({ outcome: 'unknown', isOpen: true })
})

it('a change that broke off and is not found was not done, where nobody is asked the second time', async () => {
  expect(await taken(broken, turnedAway)).toMatchObject({
    ...{ outcome: 'not done', kind: 'unavailable', status: undefined, isOpen: false },
    waited: [1000, 3000],
  })
})

it('a change that broke off is looked for a moment later, twice, before it is said that it was not done', async () => {
  expect(await taken(broken, broken)).toMatchObject({
    asked: ['removePlanPause', 'listPlans', 'removePlanPause', 'listPlans', 'listPlans', 'listPlans'],
    waited: [1000, 3000],
    outcome: 'not done',
  })
})

it.each([
  ['had too much', crowded],
  ['refused', refused],
])('a change that may still arrive is in doubt, also where the second of it is %s', async (_, told) => {
  expect(await taken(late, told)).toMatchObject({ outcome: 'unknown', isOpen: true })
})

it('a change that broke off is in doubt where the second of it is refused and nobody can look', async () => {
  expect(await takenWith({ looksUpTo: 1 }, broken, refused)).toMatchObject({
    outcome: 'unknown',
    isOpen: true,
  })
})

it('a change that broke off and is not found was not done, where the second of it is refused, and that is told', async () => {
  expect(await taken(broken, refused)).toMatchObject({
    ...{ outcome: 'not done', kind: 'conflict', status: 409, isOpen: false },
  })
})

it('a change that another had sent is looked for, and sent once more, before a moment is waited', async () => {
  const left: Left = { known: { reads: {} }, sent: true, isWhole: true }
  expect(await takenWith({ left }, broken)).toMatchObject({
    asked: ['listPlans', 'removePlanPause', 'listPlans', 'listPlans', 'listPlans'],
    waited: [1000, 3000],
    outcome: 'not done',
  })
})

it('a change that another had sent once more already is not sent again', async () => {
  const left: Left = { known: { reads: {}, sentAgain: true }, sent: true, isWhole: true }
  expect(await takenWith({ left })).toMatchObject({ asked: ['listPlans'], outcome: 'not done' })
})

it('a change whose turn comes when another process may have it is not sent', async () => {
  let held = true
  const sent: string[] = []
  const passage = passing({}, () => held)
  const waits: Client['call'] = async (name, _, __, options) => {
    held = false
    options?.before?.()
    sent.push(name)
    return JSON.parse('{}')
  }
  await expect(passage.through(waits)('removePlanPause', unpause, 'token')).rejects.toThrow('lease')
  expect([sent, passage.isOpen()]).toEqual([[], true])
})

it('a look for what was sent is not shared with a read that began before', async () => {
  const passage = passing()
  const older = Promise.withResolvers<never>()
  let lists = 0
  const reads: Client['call'] = async name => {
    if (name === 'listPlans' && ++lists === 1) return older.promise
    return JSON.parse('{"plans":[{"id":"2","name":"web-prod","pauses":[]}]}')
  }
  const read = cacheReads(reads, () => 0)
  const call: Client['call'] = async (name, request, token, options) => {
    if (name !== 'removePlanPause') return read(name, request, token, options)
    // Somebody else reads before anybody looks.
    void read('listPlans', { org_id: '1' }, 'token').catch(() => {})
    throw late
  }
  expect(await passage.through(call)('removePlanPause', unpause, 'token')).toEqual({})
  older.reject(unseen)
})

it('what is done as another had begun it knows the plans by their names', async () => {
  const plans = { plans: [{ id: '2', name: 'web-prod', pauses: [] }] }
  const reads = { '["listPlans",{"org_id":"1"}]': dense(plans) }
  const left = { known: { reads }, sent: true, isWhole: true }
  const passage = passing({ left })
  const call = passage.through(async () => JSON.parse(JSON.stringify(plans)))
  await call('listPlans', { org_id: '1' }, 'token')
  await call('removePlanPause', unpause, 'token')
  expect(passage.plans()).toEqual([{ id: '2', name: 'web-prod' }])
})

it.each([
  ['of another version', dense({ plans: [{ key: '2', title: 'web-prod', pauses: 'none' }] })],
  ['that nobody can unpack', 'z!'],
  ['that is cut off', '{"plans":['],
])('what was read before is asked for anew where it is something %s', async (_, kept) => {
  const plans = { plans: [{ id: '2', name: 'web-prod', pauses: [] }] }
  const left = { known: { reads: { '["listPlans",{"org_id":"1"}]': kept } }, sent: true, isWhole: true }
  const passage = passing({ left })
  const asked: string[] = []
  const call = passage.through(async name => {
    asked.push(name)
    return JSON.parse(JSON.stringify(plans))
  })
  expect(await call('listPlans', { org_id: '1' }, 'token')).toEqual(plans)
  expect(asked).toEqual(['listPlans'])
  expect(passage.known().reads).toEqual({ '["listPlans",{"org_id":"1"}]': dense(plans) })
})

it('what was left behind is handed on as it was, words and place included, if it is left behind again', async () => {
  const known = {
    reads: { '["listPlans",{"org_id":"1"}]': dense({ plans: [] }) },
    at: { zone: 'Asia/Tokyo', locale: 'ja-JP' },
  }
  const left = { known, sent: true, isWhole: true }
  const passage = passing({ left })
  expect(passage.known()).toMatchObject(known)
  expect(await passage.whereabouts(() => Promise.reject(new Error('Slack is asked')))).toEqual(known.at)
})

it('what is read once the change is on its way is not kept as read before it', async () => {
  const passage = passing()
  const call = passage.through(async () => JSON.parse('{"plans":[]}'))
  await call('listPlans', { org_id: '1' }, 'token')
  await call('removePlanPause', unpause, 'token')
  await call('listPlans', { org_id: '2' }, 'token')
  expect(Object.keys(passage.known().reads)).toEqual(['["listPlans",{"org_id":"1"}]'])
})
