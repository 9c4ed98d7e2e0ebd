import { expect, it } from 'vitest'
import { createClients } from '../../../src/slack/delivery/slack-http.ts'
import { stories } from '../../stories.ts'

const story = stories()

it('clients are cached by token and workspace, and evicted after many others', () => {
  const clientOf = createClients({})
  const first = clientOf('xoxb-1', 'T1')
  expect(clientOf('xoxb-1', 'T1')).toBe(first)
  expect(clientOf('xoxb-1', 'T2')).not.toBe(first)
  expect(clientOf('xoxb-2', 'T1').token).toBe('xoxb-2')
  for (let nth = 0; nth < 1000; nth++) clientOf(`xoxb-other-${nth}`, 'T1')
  expect(clientOf('xoxb-1', 'T1')).not.toBe(first)
})

it('Bolt caches no clients itself', async () => {
  const ana = story().person('Ana')
  await ana.types('/plan')
  await ana.opensHome()
  await ana.mentions('plan list')
  expect(Reflect.get(story().app, 'clients')).toEqual({})
})
