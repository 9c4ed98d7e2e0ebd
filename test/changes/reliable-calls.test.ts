import { describe, expect, it } from 'vitest'
import { createReliableCalls } from '../../src/changes/reliable-calls.ts'
import { AbandonedError } from '../../src/core/errors.ts'
import type { Call } from '../../src/service/contract/contract.ts'
import { ServiceError } from '../../src/service/contract/failure.ts'

const pause = { pause_id: '7', pause_start: '19/11/2026', pause_end: '19/11/2026', reason: '' }
const removal = { org_id: '1', plan_id: '2', pause_id: pause.pause_id }

const failure = (facts: Omit<ConstructorParameters<typeof ServiceError>[1], 'written'>, written = true) =>
  new ServiceError('removePlanPause', { ...facts, written })

const timeout = failure({ kind: 'timeout', code: 'ABORTED' })
const broken = failure({ kind: 'unavailable', code: 'ECONNRESET' })
const unsent = failure({ kind: 'unavailable' }, false)
const limited = failure({ kind: 'limited', status: 429 })
const conflict = failure({ kind: 'conflict', status: 409 })
const down = new ServiceError('listPlans', { kind: 'unavailable', written: true })

type Deps = Parameters<typeof createReliableCalls>[0]

type Setup = Partial<Pick<Deps, 'mayBeSent' | 'mayResend'>> & {
  /** The failures of the writes, in order. */
  failures?: ServiceError[]
  /** How many reads succeed. */
  reads?: number
  isPresent?: boolean
  isOvertaken?: boolean
  hasLease?: boolean
}

/** Removes a pause while the service fails. */
async function remove(setup: Setup) {
  const { failures = [], reads = 9, isPresent = true, hasLease = true, isOvertaken = false, ...deps } = setup
  const called: string[] = []
  const waited: number[] = []
  let readsLeft = reads
  const plan = { id: '2', name: 'web-prod', pauses: isPresent ? [pause] : [] }
  const answers = new Map<string, unknown>([['listPlans', { plans: [plan] }]])
  const call: Call = async (name, _, __, options) => {
    options?.before?.()
    called.push(name)
    if (name === 'listPlans' && readsLeft-- <= 0) throw down
    const error = name === 'removePlanPause' ? failures.shift() : undefined
    if (error) throw error
    return JSON.parse(JSON.stringify(answers.get(name) ?? {}))
  }
  const calls = createReliableCalls({
    call,
    mayBeSent: false,
    mayResend: true,
    ...deps,
    markResent: async () => called.push('marked'),
    hasLease: () => hasLease,
    isOvertaken: async () => isOvertaken,
    wait: async ms => waited.push(ms),
  })
  const result: unknown = await calls
    .call('removePlanPause', removal, 'token')
    .catch((error: unknown) => error)
  const { outcome, kind } = result instanceof ServiceError ? result : {}
  const abandoned = result instanceof AbandonedError ? result.isCertain : undefined
  return {
    called,
    waited,
    outcome,
    kind,
    abandoned,
    effect: calls.effect(),
    isProvisional: calls.isProvisional(),
  }
}

const WRITE = 'removePlanPause'
const READ = 'listPlans'

describe('a write', () => {
  it('is sent once if it gets a response', async () => {
    expect(await remove({})).toMatchObject({ called: [WRITE], outcome: undefined, effect: 'applied' })
  })

  it('is not reconciled if it was never sent', async () => {
    expect(await remove({ failures: [unsent] })).toMatchObject({
      called: [WRITE],
      outcome: 'not done',
      effect: 'none',
      isProvisional: false,
    })
  })

  it('counts as applied if its response is lost but its effect is found', async () => {
    expect(await remove({ failures: [broken], isPresent: false })).toMatchObject({
      called: [WRITE, READ],
      effect: 'applied',
    })
  })

  it('is sent again if its effect is missing', async () => {
    expect(await remove({ failures: [broken] })).toMatchObject({
      called: [WRITE, READ, WRITE],
      effect: 'applied',
    })
  })

  it('counts as not done only after three reads over four seconds', async () => {
    expect(await remove({ failures: [broken, broken] })).toMatchObject({
      called: [WRITE, READ, WRITE, READ, READ, READ],
      waited: [1000, 3000],
      outcome: 'not done',
    })
  })

  it.each([
    ['is not sent', unsent],
    ['is interrupted', broken],
    ['is limited', limited],
    ['is refused', conflict],
  ])('stays unknown after a time-out if the second attempt %s', async (_, second) => {
    expect(await remove({ failures: [timeout, second] })).toMatchObject({
      outcome: 'unknown',
      effect: 'unknown',
      isProvisional: true,
    })
  })

  it('fails with the refusal of the second attempt if the first was interrupted', async () => {
    expect(await remove({ failures: [broken, conflict] })).toMatchObject({
      outcome: 'not done',
      kind: 'conflict',
      isProvisional: false,
    })
  })

  it('stays unknown if the service cannot be read', async () => {
    expect(await remove({ failures: [broken, conflict], reads: 1 })).toMatchObject({
      outcome: 'unknown',
      isProvisional: true,
    })
  })

  it('is not sent again if a later change has overtaken it', async () => {
    expect(await remove({ failures: [broken], isOvertaken: true })).toMatchObject({
      called: [WRITE, READ],
      abandoned: false,
      effect: 'unknown',
    })
  })

  it('is not sent once the lease has expired', async () => {
    expect(await remove({ hasLease: false })).toMatchObject({ called: [], isProvisional: true })
  })
})

describe('a write that an earlier process may have sent', () => {
  it('counts as applied if its effect is found', async () => {
    expect(await remove({ mayBeSent: true, isPresent: false })).toMatchObject({
      called: [READ],
      effect: 'applied',
    })
  })

  it('is sent again if its effect is missing, and marked as resent if that fails', async () => {
    expect(await remove({ mayBeSent: true, failures: [broken] })).toMatchObject({
      called: [READ, WRITE, 'marked', READ, READ, READ],
      waited: [1000, 3000],
      outcome: 'not done',
    })
  })

  it('is not sent again if resending is not allowed', async () => {
    expect(await remove({ mayBeSent: true, mayResend: false })).toMatchObject({
      called: [READ],
      outcome: 'not done',
    })
  })

  it('stays unknown if the service cannot be read', async () => {
    expect(await remove({ mayBeSent: true, reads: 0 })).toMatchObject({
      called: [READ],
      outcome: 'unknown',
      isProvisional: true,
    })
  })
})
