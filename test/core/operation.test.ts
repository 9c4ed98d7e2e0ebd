import { expect, it } from 'vitest'
import { operation } from '../../src/core/operation.ts'
import { mrkdwn } from '../../src/message/mrkdwn.ts'
import { reply } from '../../src/message/reply.ts'
import { planField } from '../../src/operations/plans/plan-fields.ts'

it('an operation takes its subjects from fields of a kind, not from argument names', () => {
  const { subjects, subjectsIn } = operation({
    id: 'plan.mark',
    effect: 'write',
    doing: 'marking',
    command: { words: ['plan mark'] },
    summary: 'marks a plan',
    fields: { target: planField, model: { ...planField, kind: undefined } },
    execute: async () => undefined,
    present: () => reply('me', mrkdwn``),
  })
  const args = { target: { id: '1', name: 'web-prod' }, model: { id: '2', name: 'web-staging' } }
  const expected = [{ id: '1', name: 'web-prod', kind: 'plan' }]
  expect([subjectsIn(args), subjects(args, undefined)]).toEqual([expected, expected])
})
