import { expect, it } from 'vitest'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { tell } from '../../../src/slack/handlers/respond.ts'
import { known } from '../../known-operation.ts'
import { clientBefore } from '../delivery/web-client.ts'

it('an outcome is marked as delivered right after it is told, and the source message shows it before', async () => {
  const order: string[] = []
  const exchange = {
    client: clientBefore(() => ({})),
    origin: { team: 'T1', user: 'U1', since: 0 },
    caller: {
      person: { key: 'T1:U1', user: 'U1' },
      workspace: { team: 'T1' },
      locale: async () => ({ zone: 'UTC' }),
      profileOf: async () => ({}),
      originIn: () => ({}),
      postIn: async () => {},
    },
    showOutcome: async () => void order.push('source message'),
    say: async () => {
      order.push('told')
      return { delivery: 'delivered' as const, posted: [] }
    },
  } as const
  const homes = { refresh: async () => void order.push('home') }
  const reply = { text: mrkdwn`It is done.`, to: 'me' as const }
  const markDelivered = async (isDelivered: boolean) => void order.push(isDelivered ? 'marked' : 'left')
  const announcements = { update: async () => {} }
  const reminders = { schedule: async () => void order.push('reminded') }
  await tell({ homes, announcements, reminders }, exchange, {
    kind: 'done',
    operation: known('pause.add'),
    args: {},
    reply,
    markDelivered,
  })
  expect(order).toEqual(['source message', 'told', 'reminded', 'marked', 'home'])
})
