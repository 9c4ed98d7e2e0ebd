import { expect, it } from 'vitest'
import { restingPlaceOf } from '../../../src/slack/delivery/resting-place.ts'

it('tells places apart by method, token and channel, and a response_url by itself', () => {
  const body = 'text=x&channel=C1&blocks=channel'
  expect(restingPlaceOf('chat.postMessage', '/api/chat.postMessage', 'Bearer a', body)).toBe(
    'chat.postMessage C1 Bearer a',
  )
  expect(restingPlaceOf('users.info', '/api/users.info', 'Bearer a', 'user=U1')).toBe('users.info  Bearer a')
  expect(restingPlaceOf('response_url', '/commands/T1/1', null, '{}')).toBe('/commands/T1/1')
})
