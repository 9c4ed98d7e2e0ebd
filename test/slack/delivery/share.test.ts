import { expect, it } from 'vitest'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { operations } from '../../../src/operations/catalog.ts'
import { tell } from '../../../src/slack/delivery/share.ts'

it('an outcome is marked as told right after it is told: what else is to be put right comes before', async () => {
  const order: string[] = []
  const does = (what: string) => async () => {
    order.push(what)
    return true
  }
  const door = { origin: { team: 'T1', user: 'U1', since: 0 }, ends: does('put right'), say: does('told') }
  const reply = { text: mrkdwn`It failed.`, to: 'me' as const }
  const heard = async (told: boolean) => void order.push(told ? 'marked' : 'left')
  const [operation] = operations
  if (!operation) throw new Error('There is no operation')
  await tell(door, { kind: 'failed', operation, raw: {}, reply, brief: 'It failed', isSure: true, heard })
  expect(order).toEqual(['put right', 'told', 'marked'])
})
