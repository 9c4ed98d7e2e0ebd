import { describe, expect, it } from 'vitest'
import { actions, context, section } from '../../../src/message/blocks.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { withoutPressed } from '../../../src/slack/delivery/settled-message.ts'

describe('a message of which one matter is settled', () => {
  const pressed = { block_id: 'B1', action_id: 'pause.remove:0' }
  const changes = (operation: string) => operation.startsWith('pause.')
  const settle = (message: unknown, value?: string) =>
    withoutPressed(message, { ...pressed, ...(value && { value }) }, text, changes)
  const text = mrkdwn`<@U2> resumed *web-prod*.\nMore.`
  const raw = { plan: '#1 web-prod', pause: '#7 Thu' }
  const [row] = actions(
    { text: 'Resume now', operation: 'pause.remove', raw },
    { text: 'Change dates', operation: 'pause.change', raw: { ...raw, from: 'Thu' }, how: 'form' },
    { text: 'Show pause', operation: 'plan.show', raw },
    { text: 'Remove the old pause', operation: 'pause.remove', raw: { ...raw, pause: '#6 Wed' } },
  )
  const [resume, , show, old] = row?.elements ?? []
  const told = section(mrkdwn`…`)
  const last = context(mrkdwn`below`)
  const value = resume && 'value' in resume ? resume.value : undefined

  it('says what it said and what came of it, without what can be changed no more', () => {
    const message = { text: 'paused', blocks: [told, { ...row, block_id: 'B1' }, last] }
    const outcome = context(mrkdwn`<@U2> resumed *web-prod*.`)
    expect(settle(message, value)).toEqual({
      text: 'paused',
      blocks: [told, { type: 'actions', block_id: 'B1', elements: [show, old] }, outcome, last],
    })
    expect(
      settle({ ...message, blocks: [{ type: 'actions', block_id: 'B1', elements: [resume] }] }, value),
    ).toEqual({ text: 'paused', blocks: [outcome] })
  })

  it('knows the row by its button where nothing else tells it', () => {
    const message = { text: 'paused', blocks: [told, { type: 'actions', elements: [show] }, row, last] }
    const outcome = context(mrkdwn`<@U2> resumed *web-prod*.`)
    expect(settle(message, value)).toEqual({
      text: 'paused',
      blocks: [told, message.blocks[1], { type: 'actions', elements: [show, old] }, outcome, last],
    })
  })

  it('leaves other rows as they are', () => {
    const message = { text: 'a list', blocks: [told, { ...row, block_id: 'B2' }, last] }
    expect(settle(message, value)).toEqual(message)
  })

  it.each([undefined, null, {}, { text: '' }, { text: 7 }, { text: 'no blocks' }])(
    'is none where Slack does not tell it: %j',
    message => {
      expect(settle(message)).toBeUndefined()
    },
  )
})
