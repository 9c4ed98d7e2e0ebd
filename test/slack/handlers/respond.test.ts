import { expect, it } from 'vitest'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { tell } from '../../../src/slack/handlers/respond.ts'
import { operationById } from '../../operation-by-id.ts'

it('an outcome is marked as delivered right after it is told', async () => {
  const order: string[] = []
  const exchange = {
    origin: { team: 'T1', user: 'U1' },
    say: async () => {
      order.push('told')
      return { delivery: 'delivered' as const, posted: [] }
    },
    refreshHome: async () => void order.push('home'),
  }
  await tell(exchange, {
    kind: 'done',
    operation: operationById('pause.add'),
    args: {},
    reply: { text: mrkdwn`It is done.`, to: 'me' },
    markDelivered: async isDelivered => void order.push(isDelivered ? 'marked' : 'left'),
  })
  expect(order).toEqual(['told', 'marked', 'home'])
})
