import { expect, it } from 'vitest'
import { withoutAddresses } from '../../src/slack/without-addresses.ts'

it('says what went wrong without the address that it went wrong with', () => {
  expect(withoutAddresses(new Error('POST https://hooks.slack.com/actions/T1/2/secret failed: 500'))).toBe(
    'POST … failed: 500',
  )
  expect(withoutAddresses('no error')).toBe('unknown')
})
