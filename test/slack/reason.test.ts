import { expect, it } from 'vitest'
import { reasonOf } from '../../src/slack/reason.ts'

it('says what went wrong without the address that it went wrong with', () => {
  expect(reasonOf(new Error('POST https://hooks.slack.com/actions/T1/2/secret failed: 500'))).toBe(
    'POST … failed: 500',
  )
  expect(reasonOf('no error')).toBe('unknown')
})
