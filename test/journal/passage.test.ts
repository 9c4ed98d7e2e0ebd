import { expect, it } from 'vitest'
import { createPassage } from '../../src/journal/passage.ts'
import type { Client } from '../../src/service/client.ts'
import { ServiceError } from '../../src/service/failure.ts'

const pause = { pause_id: '7', pause_start: '19/11/2026', pause_end: '19/11/2026', reason: '' }
const unpause = { org_id: '1', plan_id: '2', pause_id: pause.pause_id }

const late = new ServiceError('removePlanPause', { kind: 'timeout', code: 'ABORTED', written: true })
const broken = new ServiceError('removePlanPause', { kind: 'unavailable', code: 'ECONNRESET', written: true })
const turnedAway = new ServiceError('removePlanPause', { kind: 'unavailable', written: false })

/** Takes a pause back, where the service fails so one time after the other, and tells of the pause whenever it is asked. */
async function taken(...failures: ServiceError[]) {
  const asked: string[] = []
  const journal = { sent: async () => {}, isHeld: () => true }
  const passage = createPassage({ journal, id: 'e1', now: new Date(0), within: undefined })
  const plan = { id: '2', name: 'web-prod', pauses: [pause] }
  const answers = new Map<string, unknown>([['listPlans', { plans: [plan] }]])
  const call: Client['call'] = async name => {
    asked.push(name)
    const failure = name === 'removePlanPause' ? failures.shift() : undefined
    if (failure) throw failure
    return JSON.parse(JSON.stringify(answers.get(name) ?? {}))
  }
  const outcome = await passage
    .through(call)('removePlanPause', unpause, 'token')
    .then(
      () => 'done',
      error => (error instanceof ServiceError ? error.outcome : String(error)),
    )
  return { asked, outcome, isOpen: passage.isOpen() }
}

it('a change that is turned away before it is sent was not done, and is not looked for', async () => {
  expect(await taken(turnedAway)).toEqual({ asked: ['removePlanPause'], outcome: 'not done', isOpen: false })
})

it('a change that may still arrive is in doubt, also where nobody is asked the second time', async () => {
  expect(await taken(late, turnedAway)).toEqual({
    asked: ['removePlanPause', 'listPlans', 'removePlanPause', 'listPlans'],
    outcome: 'unknown',
    isOpen: true,
  })
})

it('a change that may still arrive is in doubt, also where the second of it surely does not', async () => {
  expect(await taken(late, broken)).toMatchObject({ outcome: 'unknown', isOpen: true })
})

it('a change that broke off and is not found was not done, where nobody is asked the second time', async () => {
  expect(await taken(broken, turnedAway)).toMatchObject({ outcome: 'not done', isOpen: false })
})
