import { describe, expect, it } from 'vitest'
import { actions, context, formButton, runButton, section } from '../../../src/message/blocks.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { withoutPressed } from '../../../src/slack/delivery/source-message.ts'

describe('a message whose button was pressed', () => {
  const pressed = { block_id: 'B1', action_id: 'pause.remove:0' }
  const isChange = (operation: string) => operation.startsWith('pause.')
  const update = (message: unknown, value?: string) =>
    withoutPressed(message, { ...pressed, ...(value && { value }) }, text, isChange)
  const text = mrkdwn`<@U2> resumed *web-prod*.\nMore.`
  const plan = { id: '1', name: 'web-prod' }
  const args = { plan, pause: { id: '7', name: 'Thu' } }
  const [row] = actions(
    runButton('Resume now', 'pause.remove', args),
    formButton('Change dates', 'pause.change', {
      ...args,
      period: { from: '2026-11-26', until: '2026-11-26' },
    }),
    runButton('Show pause', 'plan.show', args),
    runButton('Remove the old pause', 'pause.remove', { ...args, pause: { id: '6', name: 'Wed' } }),
  )
  const [resume, , show, old] = row?.elements ?? []
  const told = section(mrkdwn`…`)
  const last = context(mrkdwn`below`)
  const value = resume && 'value' in resume ? resume.value : undefined

  it('keeps its text and shows the outcome, without the buttons that have nothing left to change', () => {
    const message = { text: 'paused', blocks: [told, { ...row, block_id: 'B1' }, last] }
    const outcome = context(mrkdwn`<@U2> resumed *web-prod*.`)
    expect(update(message, value)).toEqual({
      text: 'paused',
      blocks: [told, { type: 'actions', block_id: 'B1', elements: [show, old] }, outcome, last],
    })
    expect(
      update({ ...message, blocks: [{ type: 'actions', block_id: 'B1', elements: [resume] }] }, value),
    ).toEqual({ text: 'paused', blocks: [outcome] })
  })

  it('finds the row by the button where blocks have no ids', () => {
    const message = { text: 'paused', blocks: [told, { type: 'actions', elements: [show] }, row, last] }
    const outcome = context(mrkdwn`<@U2> resumed *web-prod*.`)
    expect(update(message, value)).toEqual({
      text: 'paused',
      blocks: [told, message.blocks[1], { type: 'actions', elements: [show, old] }, outcome, last],
    })
  })

  it('goes back as it was sent, where Slack has escaped what it echoes', () => {
    const [other] = actions(runButton('Show R&D', 'plan.show', { plan }))
    const echoed = JSON.parse(JSON.stringify(other).replace('R&D', 'R&amp;D'))
    expect(update({ text: 'a list', blocks: [section(mrkdwn`*${'R&D'}*`), echoed] })).toEqual({
      text: 'a list',
      blocks: [section(mrkdwn`*${'R&D'}*`), other],
    })
  })

  it('leaves other rows as they are', () => {
    const message = { text: 'a list', blocks: [told, { ...row, block_id: 'B2' }, last] }
    expect(update(message, value)).toEqual(message)
  })

  it.each([undefined, null, {}, { text: '' }, { text: 7 }, { text: 'no blocks' }])(
    'is undefined where Slack does not tell what it held: %j',
    message => {
      expect(update(message)).toBeUndefined()
    },
  )
})
