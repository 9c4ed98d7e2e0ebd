import { describe, expect, it } from 'vitest'
import { actions, context, formButton, runButton, section } from '../../../src/message/blocks.ts'
import { renderBlocks } from '../../../src/message/fit.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { pressedMessageSchema, withoutPressed } from '../../../src/slack/delivery/source-message.ts'

describe('a message whose button was pressed', () => {
  const text = mrkdwn`<@U2> resumed *web-prod*.\nMore.`
  const outcome = context(mrkdwn`<@U2> resumed *web-prod*.`)
  const plan = { id: '1', name: 'web-prod' }
  const [row] = renderBlocks(
    actions(
      runButton('Resume now', 'pause.remove', { plan }),
      formButton('Change dates', 'pause.change', { plan, days: 2 }),
      runButton('Show plan', 'plan.show', { plan }),
      runButton('Resume another', 'pause.remove', { plan: { id: '2', name: 'web-staging' } }),
    ),
  )
  const [resume, , show, another] = row?.type === 'actions' ? row.elements : []
  const value = resume && 'value' in resume ? resume.value : undefined
  const update = (message: unknown) =>
    withoutPressed(pressedMessageSchema.parse(message), { action_id: 'pause.remove:0', value }, text, id =>
      id.startsWith('pause.'),
    )
  const summary = section(mrkdwn`…`)
  const last = context(mrkdwn`below`)

  it('replaces the button by the outcome, and removes other buttons of the same change', () => {
    const other = { type: 'actions', elements: [show] }
    expect(update({ text: 'paused', blocks: [summary, other, row, last] })).toEqual({
      text: 'paused',
      blocks: [summary, other, { type: 'actions', elements: [show, another] }, outcome, last],
    })
    expect(update({ text: 'paused', blocks: [{ type: 'actions', elements: [resume] }] })).toEqual({
      text: 'paused',
      blocks: [outcome],
    })
  })

  it('replaces the button of a row, below which it shows the outcome', () => {
    const plain = section(mrkdwn`paused`)
    expect(update({ text: 'a digest', blocks: [{ ...plain, accessory: resume }, plain] })).toEqual({
      text: 'a digest',
      blocks: [plain, outcome, plain],
    })
  })

  it('is updated with its original text although Slack escapes what it echoes', () => {
    const [other] = renderBlocks(actions(runButton('Show R&D', 'plan.show', { plan })))
    const echoed = JSON.parse(JSON.stringify(other).replace('R&D', 'R&amp;D'))
    expect(update({ text: 'a list', blocks: [section(mrkdwn`*${'R&D'}*`), echoed] })).toEqual({
      text: 'a list',
      blocks: [section(mrkdwn`*${'R&D'}*`), other],
    })
  })
})
